import { expect, test } from 'vitest';
import { builtInHolidays, holidaysOf } from '#content/settings/built-in.ts';
import { workingDay } from './strings.ts';

test.each([
  ['a Sunday', '2026-11-29', '2026-11-29'],
  ['a Thursday', '2026-11-26', '2026-11-26'],
  ['a Friday', '2026-11-27', '2026-11-29'],
  ['a Saturday', '2026-11-28', '2026-11-29'],
  ['a Wednesday that is Victory Day', '2026-12-16', '2026-12-17'],
  ['a Friday before a holiday on Sunday', '2027-02-19', '2027-02-22'],
  ['the days of Eid up to a Monday', '2026-03-19', '2026-03-24'],
])('the working day on or after %s', (_, day, expected) => {
  expect(workingDay(day, holidaysOf(builtInHolidays))).toBe(expected);
});
