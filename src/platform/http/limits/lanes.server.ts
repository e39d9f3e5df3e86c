import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { assets, health, media } from '#paths.ts';
import type { AnswerCache } from '../../cache/answer-cache.server.ts';
import { sendCachedResponse } from '../../cache/cached-response.server.ts';
import { requestPriority } from '../../database/postgres.server.ts';
import { busy, type HttpError, tooMany } from '../../errors.server.ts';
import { yieldToEventLoop } from '../../event-loop.server.ts';
import { networkOf } from '../../networks.server.ts';
import { Semaphore } from '../../semaphore.server.ts';
import { hasBody } from './bodies.server.ts';
import type { Connections } from './connections.server.ts';
import { TokenBuckets } from './rate-limits.server.ts';

/** By class: requests that run at once, that wait, and milliseconds for which they do. */
const limits = {
  staff: { permits: 32, waiting: 200, wait: 5_000 },
  forms: { permits: 40, waiting: 200, wait: 5_000 },
  visitors: { permits: 8, waiting: 64, wait: 5_000 },
};

/** For so many milliseconds after a start more visitors may wait, and longer: they came while the server started again. */
const warmUp = { waiting: 1_000, wait: 10_000, lasts: 10_000 };

/** `ttl`: milliseconds for which a session counts as staff after its last valid request. */
const knownSessions = { max: 1_000, ttl: 600_000 };

declare module 'fastify' {
  interface FastifyInstance {
    /** `authorization` headers that were valid; their requests use the staff lane. */
    knownSessions: LRUCache<string, true>;
    /** Lets more visitors wait for a while: at a start for which some have waited already. */
    beginWarmUp: () => void;
  }
  interface FastifyRequest {
    /** Releases the slot. Handlers that hijack the reply call it themselves. */
    releaseSlot: () => void;
  }
}

/** Staff, forms and visitors have separate slots, so that a flood in one doesn't block the others. */
export function limitConcurrency(http: FastifyInstance, cache: AnswerCache, connections: Connections): void {
  const visitors = { ...limits.visitors };
  const lanes = {
    staff: new Semaphore(limits.staff),
    forms: new Semaphore(limits.forms),
    visitors: new Semaphore(visitors),
  };
  const sessions = new LRUCache<string, true>(knownSessions);
  http.decorate('knownSessions', sessions);
  http.decorate('beginWarmUp', () => {
    Object.assign(visitors, warmUp);
    setTimeout(() => Object.assign(visitors, limits.visitors), warmUp.lasts).unref();
  });
  http.decorateRequest('releaseSlot', () => undefined);
  http.addHook('onRequest', async (request, reply) => {
    if (!isExempt(request)) await acquireSlot(request, reply);
  });
  // A request needs no slot while its body arrives.
  http.addHook('preParsing', async (request) => {
    if (hasBody(request.raw)) request.releaseSlot();
  });
  http.addHook('preValidation', async (request, reply) => {
    if (hasBody(request.raw)) await acquireSlot(request, reply);
  });
  const followLane = (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    requestPriority.run(isExempt(request) ? 'staff' : laneOf(request), done);
  http.addHook('onRequest', followLane);
  // Reading a body leaves the context of the request.
  http.addHook('preValidation', followLane);
  http.addHook('onSend', async (request) => request.releaseSlot());

  function laneOf({ headers: { authorization = '' }, raw }: FastifyRequest): keyof typeof limits {
    if (sessions.has(authorization)) return 'staff';
    // A session that is not known yet may be of staff who begin to work.
    return authorization !== '' || hasBody(raw) ? 'forms' : 'visitors';
  }

  async function acquireSlot(request: FastifyRequest, reply: FastifyReply) {
    const name = laneOf(request);
    const { authorization = '' } = request.headers;
    const release = await lanes[name]
      .acquire(1, name === 'staff' ? authorization : networkOf(request.ip))
      .catch(() => null);
    if (!release) {
      reject(request, reply);
      return;
    }
    request.releaseSlot = release;
    reply.raw.once('close', release);
    await yieldToEventLoop(name);
    if (!request.raw.socket.destroyed) return;
    release();
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
    return tooMany(wait);
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
