import { assets, health, media } from '#paths.ts';
import { bengaliDigits } from '#wire/text.ts';
import { Refusal } from '../errors.server.ts';
import type { Http } from './create.server.ts';
import { networkOf } from './networks.server.ts';
import { TokenBuckets } from './token-buckets.server.ts';

const free = [assets, media.prefix, health.live, health.ready];

/**
 * Bounds how much uncached work one network can ask for: 50 reads a second, 200 at once. Ready answers never come here:
 * sending one costs no more than sending a refusal.
 */
export function limitReads(http: Http): void {
  const buckets = new TokenBuckets({ perSecond: 50, burst: 200 });
  http.addHook('onRequest', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    if (free.some((prefix) => request.url.startsWith(prefix))) return;
    const wait = buckets.take(networkOf(request.ip));
    if (wait > 0)
      throw new Refusal(429, `অনেক বেশি অনুরোধ এসেছে। ${bengaliDigits(String(wait))} সেকেন্ড পরে আবার চেষ্টা করুন।`, {
        retryAfter: wait,
      });
  });
}
