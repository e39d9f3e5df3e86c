import { LRUCache } from 'lru-cache';

/** Limits of short bursts, in memory and bounded: each key refills at `perSecond` up to `burst`. */
export class TokenBuckets {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #buckets = new LRUCache<string, { tokens: number; at: number }>({ max: 20_000 });

  constructor(limits: { perSecond: number; burst: number }) {
    this.#perSecond = limits.perSecond;
    this.#burst = limits.burst;
  }

  /** Takes one token. Answers 0, or the whole seconds to wait where there is none. */
  take(key: string, now = performance.now()): number {
    const bucket = this.#buckets.get(key) ?? { tokens: this.#burst, at: now };
    bucket.tokens = Math.min(this.#burst, bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond);
    bucket.at = now;
    this.#buckets.set(key, bucket);
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / this.#perSecond);
    bucket.tokens -= 1;
    return 0;
  }
}
