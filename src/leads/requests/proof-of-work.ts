import { sha256 } from '@noble/hashes/sha2.js';

/** In milliseconds, before the solver yields to the event loop. */
const yieldAfter = 12;

/** By a library, because `crypto.subtle` is asynchronous and needs https. */
export async function solve(challenge: string): Promise<string> {
  const difficulty = Number(challenge.split('.')[1]);
  const encoder = new TextEncoder();
  for (let attempt = 0; ; ) {
    for (const until = performance.now() + yieldAfter; performance.now() < until; ) {
      for (let more = 0; more < 50; more++) {
        const answer = `${challenge}.${(attempt++).toString(36)}`;
        if (countLeadingZeroBits(sha256(encoder.encode(answer))) >= difficulty) return answer;
      }
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}

export function countLeadingZeroBits(bytes: Uint8Array): number {
  let bits = 0;
  for (const byte of bytes) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
