import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type CachedResponse,
  compressOnce,
  createCachedResponse,
  headersOfEveryAnswer,
  policyOfData,
  revalidateCacheControl,
  sendCachedResponse,
} from '../cache/cached-response.server.ts';
import type { PlatformContext } from './context.server.ts';

/** Sends an answer from the cache, rendering it if missing. `key` is the canonical address. */
export async function sendCached(
  { cache }: Pick<PlatformContext, 'cache'>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: { key: string; shows: readonly string[]; make: () => Promise<CachedResponse> },
): Promise<FastifyReply> {
  if (cache.isRendering(answer.key)) request.releaseSlot();
  const ready = await cache.answer(answer.key, answer.shows, answer.make);
  ready.tally ??= request.server.traffic.tallyOf(request.routeOptions.url ?? answer.key);
  reply.hijack();
  sendCachedResponse(ready, request.raw, reply.raw, request.id);
  request.releaseSlot();
  return reply;
}

/** Sends an uncached page. `policy` is its Content-Security-Policy, with hashes of inline code. */
export function sendOnce(request: FastifyRequest, reply: FastifyReply, html: Buffer, policy: string): FastifyReply {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .header('vary', 'accept-encoding');
  const compressed = compressOnce(html, request.headers['accept-encoding']);
  return compressed ? reply.header('content-encoding', compressed.encoding).send(compressed.bytes) : reply.send(html);
}

export function cachedJson(body: unknown): CachedResponse {
  return cachedFile(JSON.stringify(body), 'application/json; charset=utf-8');
}

export function cachedFile(body: string | Buffer, type: string, cacheControl = revalidateCacheControl): CachedResponse {
  return createCachedResponse(200, body, {
    'content-type': type,
    'cache-control': cacheControl,
    'content-security-policy': policyOfData,
    ...headersOfEveryAnswer,
  });
}

export const immutableCacheControl = 'public, max-age=31536000, immutable';

export function cachedHtml(html: Buffer, policy: string, status = 200): CachedResponse {
  return createCachedResponse(status, html, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': status === 200 ? revalidateCacheControl : 'no-store',
    'content-security-policy': policy,
    ...headersOfEveryAnswer,
  });
}
