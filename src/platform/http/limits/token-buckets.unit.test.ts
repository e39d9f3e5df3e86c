import { describe, expect, test } from 'vitest';
import { TokenBuckets } from './rate-limits.server.ts';

describe('A token bucket of 2 a second, 5 at once', () => {
  const open = () => new TokenBuckets({ perSecond: 2, burst: 5 });
  const takeMany = (buckets: TokenBuckets, count: number, now: number) =>
    Array.from({ length: count }, () => buckets.take('a', now));

  test('gives five at once, then says how long to wait; two more a second later; never holds more than five', () => {
    const buckets = open();
    expect(takeMany(buckets, 6, 0)).toEqual([0, 0, 0, 0, 0, 1]);
    expect(takeMany(buckets, 3, 1_000)).toEqual([0, 0, 1]);
    expect(takeMany(buckets, 6, 3_600_000).filter((wait) => wait === 0)).toHaveLength(5);
  });

  test('a refusal costs nothing: who keeps asking is served on time, and others meanwhile', () => {
    const buckets = open();
    takeMany(buckets, 5, 0);
    for (let now = 10; now < 500; now += 10) expect(buckets.take('a', now)).toBeGreaterThan(0);
    expect(buckets.take('b', 500)).toBe(0);
    expect(buckets.take('a', 501)).toBe(0);
  });

  test('says a wait after which there is a token', () => {
    const slow = new TokenBuckets({ perSecond: 0.1, burst: 1 });
    slow.take('a', 0);
    const wait = slow.take('a', 1);
    expect(wait).toBe(10);
    expect(slow.take('a', wait * 1_000 + 1)).toBe(0);
  });
});
