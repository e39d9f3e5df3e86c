import { expect, test } from 'vitest';
import { smsLength } from './strings.ts';

test.each([
  ['nothing', '', { units: 0, parts: 0, room: 160, isUnicode: false }],
  ['one of old phones, full', 'a'.repeat(160), { units: 160, parts: 1, room: 160, isUnicode: false }],
  ['the first of two', 'a'.repeat(161), { units: 161, parts: 2, room: 306, isUnicode: false }],
  ['two, full', 'a'.repeat(306), { units: 306, parts: 2, room: 306, isUnicode: false }],
  ['the first of three', 'a'.repeat(307), { units: 307, parts: 3, room: 459, isUnicode: false }],
  ['signs that take two places', '€[]', { units: 6, parts: 1, room: 160, isUnicode: false }],
  ['Bengali, full', 'ক'.repeat(70), { units: 70, parts: 1, room: 70, isUnicode: true }],
  ['Bengali, the first of two', 'ক'.repeat(71), { units: 71, parts: 2, room: 134, isUnicode: true }],
  ['one Bengali letter among others', `${'a'.repeat(70)}ক`, { units: 71, parts: 2, room: 134, isUnicode: true }],
  ['a face, which takes two places', '😀', { units: 2, parts: 1, room: 70, isUnicode: true }],
])('%s', (_what, text, expected) => {
  expect(smsLength(text)).toEqual(expected);
});
