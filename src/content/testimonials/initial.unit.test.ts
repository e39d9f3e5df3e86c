import { expect, test } from 'vitest';
import { initialOf } from './quote-card.tsx';

test.each([
  ['রাশেদা খাতুন', 'রা'],
  ['মাওলানা নুরুল ইসলাম', 'নু'],
  ['মো. আবদুল কাদের', 'আ'],
  ['', ''],
])('the initial of %s is %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
