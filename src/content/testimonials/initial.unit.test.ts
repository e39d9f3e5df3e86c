import { expect, test } from 'vitest';
import { withoutTitles } from '#api/text.ts';
import { initialOf } from './quote-card.tsx';

test.each([
  ['রাশেদা খাতুন', 'রা'],
  ['মাওলানা নুরুল ইসলাম', 'নু'],
  ['মো. আবদুল কাদের', 'আ'],
  ['', ''],
])('the initial of %s is %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});

test.each([
  ['মো. শফিকুল ইসলাম', 'শফিকুল ইসলাম'],
  ['মোঃ শফিকুল ইসলাম', 'শফিকুল ইসলাম'],
  ['মোছা. সালমা বেগম', 'সালমা বেগম'],
  ['অধ্যাপক ড. মো. আবদুল কাদের', 'আবদুল কাদের'],
  ['Md. Shafiqul Islam', 'Shafiqul Islam'],
  ['MD Shafiqul Islam', 'Shafiqul Islam'],
  ['Prof. Dr. Md. Kamal Hossain', 'Kamal Hossain'],
  ['Mst. Salma Begum', 'Salma Begum'],
  ['Mdina Begum', 'Mdina Begum'],
  ['Drishti Roy', 'Drishti Roy'],
  ['শেখর দত্ত', 'শেখর দত্ত'],
  ['শ্রীকান্ত রায়', 'শ্রীকান্ত রায়'],
  ['কারিমা খাতুন', 'কারিমা খাতুন'],
  ['Md.', 'Md.'],
  ['মো.', 'মো.'],
])('%s is called %s', (name, called) => {
  expect(withoutTitles(name)).toBe(called);
});
