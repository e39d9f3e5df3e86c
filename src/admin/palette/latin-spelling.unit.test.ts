import { expect, test } from 'vitest';
import { foldedWords } from '#server/site-search/fold.server.ts';
import { bengaliGuesses } from './latin-spelling.ts';

test.each([
  ['rupsa', 'রূপসা'],
  ['dhaka', 'ঢাকা'],
  ['khulna', 'খুলনা'],
  ['shapla', 'শাপলা'],
])('%s is found as %s', (latin, bengali) => {
  const guesses = bengaliGuesses(latin).map((guess) => foldedWords(guess).join(' '));
  expect(guesses.length).toBeLessThanOrEqual(2);
  expect(guesses).toContain(foldedWords(bengali).join(' '));
});

test.each(['রূপসা', '017', 'ab', 'rupsa@example.com', 'x'.repeat(21)])('nothing is guessed for %s', (text) => {
  expect(bengaliGuesses(text)).toEqual([]);
});
