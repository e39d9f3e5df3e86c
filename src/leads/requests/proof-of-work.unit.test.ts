import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { countLeadingZeroBits, solve } from './proof-of-work.ts';

test.each([
  [[0xff], 0],
  [[0x7f], 1],
  [[0x01], 7],
  [[0, 0x80], 8],
  [[0, 0, 0x10], 19],
])('%j begins with %i zero bits', (bytes, bits) => {
  expect(countLeadingZeroBits(Uint8Array.from(bytes))).toBe(bits);
});

test('a challenge is solved as hard as it says', async () => {
  const answer = await solve('1800000000.9.signature');
  expect(answer).toMatch(/^1800000000\.9\.signature\.[0-9a-z]+$/);
  expect(countLeadingZeroBits(createHash('sha256').update(answer).digest())).toBeGreaterThanOrEqual(9);
});
