import { expect, test } from 'vitest';
import { bengaliGuesses } from './latin-spelling.ts';

test.each([
  ['rupsa', 'রূপসা'],
  ['dhaka', 'ঢাকা'],
  ['khulna', 'খুলনা'],
  ['shapla', 'শাপলা'],
])('%s is found as %s', (latin, bengali) => {
  const guesses = bengaliGuesses(latin);
  expect(guesses.length).toBeLessThanOrEqual(2);
  expect(guesses).toContain(bengali);
});

test.each(['রূপসা', '017', 'ab', 'rupsa@example.com', 'x'.repeat(21)])('nothing is guessed for %s', (text) => {
  expect(bengaliGuesses(text)).toEqual([]);
});
