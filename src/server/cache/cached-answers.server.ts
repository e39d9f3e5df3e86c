import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Foundations } from '../foundations.server.ts';
import { headersOfEveryAnswer, policyOfData } from '../http/headers.server.ts';
import { askedForAnew, compressedOnce, type ReadyAnswer, readyAnswer, sendReady } from './ready-answer.server.ts';

/** Sends an answer from the cache, rendering it if missing. `key` is the canonical address. */
export async function sendCached(
  { cache }: Pick<Foundations, 'cache'>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: { key: string; shows: readonly string[]; make: () => Promise<ReadyAnswer> },
): Promise<FastifyReply> {
  if (cache.isMaking(answer.key)) request.endWork();
  const ready = await cache.answer(answer.key, answer.shows, answer.make);
  ready.tally ??= request.server.traffic.tallyOf(request.routeOptions.url ?? answer.key);
  reply.hijack();
  sendReady(ready, request.raw, reply.raw, request.id);
  request.endWork();
  return reply;
}

/** Sends an uncached page. `policy` is its Content-Security-Policy, with hashes of inline code. */
export function sendOnce(request: FastifyRequest, reply: FastifyReply, html: Buffer, policy: string): FastifyReply {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .header('vary', 'accept-encoding');
  const short = compressedOnce(html, request.headers['accept-encoding']);
  return short ? reply.header('content-encoding', short.encoding).send(short.bytes) : reply.send(html);
}

export function readyJson(body: unknown): ReadyAnswer {
  return readyFile(JSON.stringify(body), 'application/json; charset=utf-8');
}

export function readyFile(body: string | Buffer, type: string, cacheControl = askedForAnew): ReadyAnswer {
  return readyAnswer(200, body, {
    'content-type': type,
    'cache-control': cacheControl,
    'content-security-policy': policyOfData,
    ...headersOfEveryAnswer,
  });
}

export const forEver = 'public, max-age=31536000, immutable';

export function readyPage(html: Buffer, policy: string, status = 200): ReadyAnswer {
  return readyAnswer(status, html, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': status === 200 ? askedForAnew : 'no-store',
    'content-security-policy': policy,
    ...headersOfEveryAnswer,
  });
}
