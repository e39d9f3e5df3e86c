import { expect, test } from 'vitest';
import { matchesQuery } from './matches-query.ts';

test.each([
  ['', 'News', true],
  ['new', 'Institutional News', true],
  ['new news', 'add new Institutional News', true],
  ['news new', 'add new Institutional News', true],
  ['pictures', 'picture', true],
  ['লিডের', 'leads, লিড', true],
  ['\u09AF\u09BC', '\u09DF', true],
  ['ews', 'News', false],
  ['newspaper', 'add new Institutional News', false],
  ['new client', 'add new Institutional News', false],
])('%s is found in %s: %s', (typed, words, found) => expect(matchesQuery(typed, words)).toBe(found));
