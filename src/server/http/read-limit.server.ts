import type { FastifyRequest } from 'fastify';
import { assets, health, media } from '#paths.ts';
import { bengaliDigits } from '#wire/text.ts';
import { Refusal } from '../errors.server.ts';
import type { Connections } from './connections.server.ts';
import { networkOf } from './networks.server.ts';
import { TokenBuckets } from './token-buckets.server.ts';

/** Files that pages bring along, by the dozen: an address that none of them can have is not among them. */
const filesOfPages = new RegExp(`^(?:${assets}[\\w.-]+|${media.prefix}[0-9a-f]{40}(?:-\\d{3,4})?\\.(?:avif|webp))$`);

/** Whether a request is answered whatever else there is to do. */
export function isFree({ method, url }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return url === health.live || url === health.ready || filesOfPages.test(url);
}

/**
 * Bounds how much uncached work one network can ask for, by whatever method: 50 requests a second, 200 at once. Ready
 * answers never come here: sending one costs no more than sending a refusal.
 */
export class ReadLimit {
  readonly #buckets = new TokenBuckets({ perSecond: 50, burst: 200 });
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Counts a request; null where it may go on. */
  refusalOf(request: FastifyRequest): Refusal | null {
    if (isFree(request)) return null;
    const wait = this.#buckets.take(networkOf(request.ip));
    if (wait === 0) return null;
    this.#connections.letRest(request.raw.socket);
    return new Refusal(429, `অনেক বেশি অনুরোধ এসেছে। ${bengaliDigits(String(wait))} সেকেন্ড পরে আবার চেষ্টা করুন।`, {
      retryAfter: wait,
      english: `Too many requests. Try again in ${wait} s.`,
    });
  }
}
