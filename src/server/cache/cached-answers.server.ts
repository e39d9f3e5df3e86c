import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Foundations } from '../foundations.server.ts';
import { headersOfEveryAnswer, policyOfData } from '../http/headers.server.ts';
import { askedForAnew, compressedOnce, type ReadyAnswer, readyAnswer, sendReady } from './ready-answer.server.ts';

/** Sends the answer of an address from the cache, making it where it is missing. `key` is the address as clients ask it. */
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

/** Sends a page that is for one visitor only, and is kept nowhere. `policy` names the hashes of what is inline in it. */
export function sendOnce(request: FastifyRequest, reply: FastifyReply, html: Buffer, policy: string): FastifyReply {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .header('vary', 'accept-encoding');
  const short = compressedOnce(html, request.headers['accept-encoding']);
  return short ? reply.header('content-encoding', short.encoding).send(short.bytes) : reply.send(html);
}

/** The ready answer of a public call. */
export function readyJson(body: unknown): ReadyAnswer {
  return readyFile(JSON.stringify(body), 'application/json; charset=utf-8');
}

/** The ready answer of a file that is made here: a feed, a list of addresses, a drawn picture. */
export function readyFile(body: string | Buffer, type: string, cacheControl = askedForAnew): ReadyAnswer {
  return readyAnswer(200, body, {
    'content-type': type,
    'cache-control': cacheControl,
    'content-security-policy': policyOfData,
    ...headersOfEveryAnswer,
  });
}

/** For what never changes under its address. */
export const forEver = 'public, max-age=31536000, immutable';

/** The ready answer of a public page. `policy` names the hashes of what is inline in it. */
export function readyPage(html: Buffer, policy: string, status = 200): ReadyAnswer {
  return readyAnswer(status, html, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': status === 200 ? askedForAnew : 'no-store',
    'content-security-policy': policy,
    ...headersOfEveryAnswer,
  });
}
