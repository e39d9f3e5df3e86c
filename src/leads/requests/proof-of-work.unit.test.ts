import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { countLeadingZeroBits, sha256, solve } from './proof-of-work.ts';

test('sha256 is the hash that everyone else computes, over block borders too', () => {
  for (let length = 0; length <= 200; length++) {
    const text = 'x1.'.repeat(70).slice(0, length);
    expect(Buffer.from(sha256(text)).toString('hex'), String(length)).toBe(
      createHash('sha256').update(text).digest('hex'),
    );
  }
});

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
