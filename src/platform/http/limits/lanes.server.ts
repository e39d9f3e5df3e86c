import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { bengaliDigits } from '#api/text.ts';
import { assets, health, media } from '#paths.ts';
import type { AnswerCache } from '../../cache/answer-cache.server.ts';
import { sendCachedResponse } from '../../cache/cached-response.server.ts';
import { currentLane } from '../../database/postgres.server.ts';
import { busy, HttpError } from '../../errors.server.ts';
import { networkOf } from '../../networks.server.ts';
import { hasBody } from './bodies.server.ts';
import type { Connections } from './connections.server.ts';
import { TokenBuckets } from './token-buckets.server.ts';

const weight = 0.1;

const mostSkipped = 50;

/** Forms and staff wait longer. */
const limits = {
  staff: { places: 32, wait: 2_000 },
  forms: { places: 40, wait: 2_000 },
  visitors: { places: 8, wait: 300 },
};

/** Milliseconds before a waiting request is rejected, at least: if the server gets slower, it is near the front by then. */
const leastTimeout = 2_000;

/** Milliseconds: what came while the server started again may wait so long, for so long after the start. */
const warmUp = { wait: 5_000, lasts: 5_000 };

/** `ttl`: milliseconds for which a session counts as staff after its last valid request. */
const knownSessions = { max: 1_000, ttl: 600_000 };

declare module 'fastify' {
  interface FastifyInstance {
    /** `authorization` headers that were valid; their requests use the staff lane. */
    knownSessions: LRUCache<string, true>;
    /** Makes requests wait longer for a while instead of refusing them: at a start for which some have waited already. */
    beginWarmUp: () => void;
  }
  interface FastifyRequest {
    /** Releases the slot. Handlers that hijack the reply call it themselves. */
    endWork: () => void;
  }
}

/** Staff, forms and visitors have separate slots, so that a flood in one doesn't block the others. */
export function limitWork(http: FastifyInstance, cache: AnswerCache, connections: Connections): void {
  let connectionCount = 0;
  http.server.on('connection', () => connectionCount++);
  const openLane = (name: keyof typeof limits) => new FairScheduler(limits[name], () => connectionCount);
  const lanes = { staff: openLane('staff'), forms: openLane('forms'), visitors: openLane('visitors') };
  const sessions = new LRUCache<string, true>(knownSessions);
  http.decorate('knownSessions', sessions);
  http.decorate('beginWarmUp', () => {
    for (const lane of Object.values(lanes)) lane.beginWarmUp();
  });
  http.decorateRequest('endWork', () => undefined);
  http.addHook('onRequest', async (request, reply) => {
    if (!isExempt(request)) await acquireSlot(request, reply);
  });
  // A request needs no slot while its body arrives.
  http.addHook('preParsing', async (request) => {
    if (hasBody(request.raw)) request.endWork();
  });
  http.addHook('preValidation', async (request, reply) => {
    if (hasBody(request.raw)) await acquireSlot(request, reply);
  });
  const followLane = (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    currentLane.run(isExempt(request) ? 'staff' : laneOf(request), done);
  http.addHook('onRequest', followLane);
  // Reading a body leaves the context of the request.
  http.addHook('preValidation', followLane);
  http.addHook('onSend', async (request) => request.endWork());

  function laneOf({ headers: { authorization = '' }, raw }: FastifyRequest): keyof typeof limits {
    if (sessions.has(authorization)) return 'staff';
    // A session that is not known yet may be of staff who begin to work.
    return authorization !== '' || hasBody(raw) ? 'forms' : 'visitors';
  }

  async function acquireSlot(request: FastifyRequest, reply: FastifyReply) {
    const name = laneOf(request);
    const lane = lanes[name];
    const { authorization = '' } = request.headers;
    if (!(await lane.acquire(name === 'staff' ? authorization : networkOf(request.ip)))) {
      reject(request, reply);
      return;
    }
    let isEnded = false;
    request.endWork = () => {
      if (!isEnded) lane.release();
      isEnded = true;
    };
    reply.raw.once('close', request.endWork);
    if (!request.raw.socket.destroyed) return;
    request.endWork();
    reply.hijack();
  }

  function reject(request: FastifyRequest, reply: FastifyReply) {
    const last = isRead(request) ? cache.getStale(request.url) : null;
    if (!last) {
      connections.pauseAfter(reply.raw);
      throw busy();
    }
    reply.hijack();
    sendCachedResponse(last, request.raw, reply.raw, request.id);
  }
}

/** Rate limit of uncached requests by network: 50 a second, bursts of 200. Returns null if the request is allowed. */
export function networkLimit(connections: Connections) {
  const buckets = new TokenBuckets({ perSecond: 50, burst: 200 });
  return (request: FastifyRequest, reply: FastifyReply): HttpError | null => {
    if (isExempt(request)) return null;
    const wait = buckets.take(networkOf(request.ip));
    if (wait === 0) return null;
    connections.pauseAfter(reply.raw);
    return new HttpError(429, `অনেক বেশি অনুরোধ এসেছে। ${bengaliDigits(String(wait))} সেকেন্ড পরে আবার চেষ্টা করুন।`, {
      retryAfter: wait,
      english: `Too many requests. Try again in ${wait} s.`,
    });
  };
}

const filesOfPages = new RegExp(`^(?:${assets}[\\w.-]+|${media.prefix}[0-9a-f]{40}(?:-\\d{3,4})?\\.(?:avif|webp))$`);

function isExempt(request: FastifyRequest): boolean {
  const { url } = request;
  return isRead(request) && (url === health.live || url === health.ready || filesOfPages.test(url));
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

interface Waiting {
  begin: () => void;
  timer: NodeJS.Timeout;
}

/** Limits concurrent requests of one class. Waiting ones are queued by network or session, served round-robin. */
export class FairScheduler {
  #longestWait: number;
  readonly #queues = new Map<string, Waiting[]>();
  #free: number;
  readonly #connectionCount: () => number;
  #isScheduled = false;
  /** Moving average of milliseconds between two completions, and the time of the last one. */
  #pace = 1;
  #lastEnd = 0;

  /**
   * @param limits.wait milliseconds; requests expected to wait longer are rejected at once
   * @param connectionCount connections accepted since the start
   */
  constructor(limits: { places: number; wait: number }, connectionCount: () => number) {
    this.#free = limits.places;
    this.#longestWait = limits.wait;
    this.#connectionCount = connectionCount;
  }

  beginWarmUp(): void {
    const usual = this.#longestWait;
    this.#longestWait = Math.max(usual, warmUp.wait);
    setTimeout(() => {
      this.#longestWait = usual;
    }, warmUp.lasts).unref();
  }

  /** Waits for a slot. Resolves to false on timeout. */
  async acquire(key: string): Promise<boolean> {
    if (this.#free > 0 && !this.#isScheduled) {
      this.#free--;
      this.#schedule();
      return true;
    }
    if (this.#queues.size === 0) this.#lastEnd = performance.now();
    if (this.#expectedWait(key) > this.#longestWait) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiting = {
      begin: () => resolve(true),
      timer: setTimeout(
        () => {
          this.#remove(key, waiting);
          resolve(false);
        },
        Math.max(2 * this.#longestWait, leastTimeout),
      ),
    };
    const queue = this.#queues.get(key);
    if (queue) queue.push(waiting);
    else this.#queues.set(key, [waiting]);
    return promise;
  }

  release(): void {
    this.#free++;
    if (this.#queues.size === 0) return;
    const now = performance.now();
    this.#pace += (now - this.#lastEnd - this.#pace) * weight;
    this.#lastEnd = now;
    this.#schedule();
  }

  /** Node accepts one connection per event-loop iteration: skip those, or new visitors wait for all queued work. */
  #schedule(skipped = 0) {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const count = this.#connectionCount();
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#free === 0 || this.#queues.size === 0) return;
      const letsPass = this.#connectionCount() > count && skipped < mostSkipped;
      if (!letsPass) this.#beginNext();
      this.#schedule(letsPass ? skipped + 1 : 0);
    });
  }

  #beginNext() {
    const [first] = this.#queues;
    if (!first) return;
    const [key, [next, ...others]] = first;
    this.#queues.delete(key);
    if (others.length > 0) this.#queues.set(key, others);
    clearTimeout(next?.timer);
    this.#free--;
    next?.begin();
  }

  /** Round-robin: before this request come its own queue, and as many of each other queue. */
  #expectedWait(key: string): number {
    const own = (this.#queues.get(key)?.length ?? 0) + 1;
    let before = own;
    for (const [other, { length }] of this.#queues) if (other !== key) before += Math.min(length, own);
    // After a long stall the average is too optimistic.
    return before * Math.max(this.#pace, performance.now() - this.#lastEnd - this.#longestWait);
  }

  #remove(key: string, waiting: Waiting) {
    const left = this.#queues.get(key)?.filter((other) => other !== waiting) ?? [];
    if (left.length > 0) this.#queues.set(key, left);
    else this.#queues.delete(key);
  }
}
