import { LRUCache } from 'lru-cache';

export class TokenBuckets {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #buckets = new LRUCache<string, { tokens: number; at: number }>({
    // `max` would reserve the memory of all of them at once.
    maxSize: 20_000,
    sizeCalculation: () => 1,
  });

  constructor(limits: { perSecond: number; burst: number }) {
    this.#perSecond = limits.perSecond;
    this.#burst = limits.burst;
  }

  /** Takes a token. Returns 0, or the whole seconds until there is one. */
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
