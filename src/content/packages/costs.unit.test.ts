import { expect, test } from 'vitest';
import { costOf, readStudents } from './costs.ts';

function cost(installation_cost: string, monthly_charge: string, package_name = 'পল্লব', students = 350) {
  return costOf({ package_name, installation_cost, monthly_charge }, students);
}

test.each([
  ['5000', '800', 14_600, 9_600],
  ['৫,০০০', '৳ ৮০০/-', 14_600, 9_600],
  ['১,২৫,০০০ টাকা', '0', 125_000, 0],
  ['বিনামূল্যে', '1500.50', 18_006, 18_006],
  ['1000', 'প্রতি শিক্ষার্থী ৫ টাকা', 22_000, 21_000],
  ['1000', 'জনপ্রতি ২', 9_400, 8_400],
  ['10 per student', '0', 3_500, 0],
])('%s once and %s a month', (once, month, firstYear, laterYears) => {
  expect(cost(once, month)).toMatchObject({ status: 'known', firstYear, laterYears });
});

test.each([
  ['আলোচনা সাপেক্ষে', '800'],
  ['5000', 'আলোচনা সাপেক্ষে'],
  ['5000-8000', '800'],
  ['5000', '800 থেকে শুরু'],
  ['', ''],
])('%s once and %s a month have to be talked about', (once, month) => {
  expect(cost(once, month)).toEqual({ status: 'open' });
});

test.each([
  ['৩০০ শিক্ষার্থী পর্যন্ত', { status: 'too-many', limit: 300 }],
  ['অঙ্কুর (১-৩০০ জন)', { status: 'too-many', limit: 300 }],
  ['সর্বোচ্চ ২০০ জন শিক্ষার্থী', { status: 'too-many', limit: 200 }],
  ['up to 349 students', { status: 'too-many', limit: 349 }],
  ['১,০০০ জনের বেশি', { status: 'too-few', limit: 1_000 }],
  ['৫০০+ শিক্ষার্থী', { status: 'too-few', limit: 500 }],
])('%s is not for 350', (name, expected) => {
  expect(cost('1', '1', name)).toEqual(expected);
});

test.each(['প্যাকেজ ২', '২০২৬', '৩৫০ শিক্ষার্থী পর্যন্ত', '৩০০-৫০০ জন', '১ বছর পর্যন্ত'])('%s is for 350', (name) => {
  expect(cost('1', '1', name).status).toBe('known');
});

test('numbers of students are read in both scripts', () => {
  for (const text of ['350', '৩৫০', ' ৩৫০ জন', '3৫0']) expect(readStudents(text)).toBe(350);
  expect(readStudents('১,০০,০০০')).toBe(100_000);
  for (const text of ['', '0', '-1', '100001', '3.5', '1e3', 'x']) expect(readStudents(text)).toBeNull();
});
