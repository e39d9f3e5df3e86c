import { expect, test } from 'vitest';
import { scaleTop } from './leads.tsx';

test.each([
  [0, 2],
  [3, 4],
  [10, 10],
  [11, 20],
  [61, 100],
  [10_000, 10_000],
])('a scale up to %i ends at %i', (most, top) => {
  expect(scaleTop(most)).toBe(top);
});
