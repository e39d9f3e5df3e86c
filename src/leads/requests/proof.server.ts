import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { countLeadingZeroBits } from './proof-of-work.ts';
import type { DemoRequestInput } from './schema.ts';

/** Leading zero bits: about 30,000 attempts, a second on a cheap phone. */
const difficulty = 15;

/** Lifetime of a challenge in seconds. */
const validFor = 600;

/**
 * A proof of work that browsers must solve if their request looks like spam. A challenge is bound to one email and
 * number, so that its answer can't be reused for another sender.
 */
export class Proofs {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, 'prangon', 'proof of work', 32));
  }

  challenge(input: DemoRequestInput): string {
    const expires = Math.floor(Date.now() / 1000) + validFor;
    return `${expires}.${difficulty}.${this.#sign(expires, input)}`;
  }

  verify(answer: string, input: DemoRequestInput): boolean {
    const [, expires, bits, signature = ''] = /^(\d{10})\.(\d{1,2})\.([\w-]{43})\.[0-9a-z]{1,16}$/.exec(answer) ?? [];
    if (Number(bits) !== difficulty || Number(expires) < Date.now() / 1000) return false;
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(Number(expires), input)))) return false;
    return countLeadingZeroBits(createHash('sha256').update(answer).digest()) >= difficulty;
  }

  #sign(expires: number, { email, number }: DemoRequestInput): string {
    return createHmac('sha256', this.#key).update(`${expires} ${difficulty} ${email} ${number}`).digest('base64url');
  }
}
