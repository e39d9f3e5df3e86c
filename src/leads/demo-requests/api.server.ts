import { z } from 'zod';
import { calls } from '#paths.ts';
import { invalid, Refusal } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { networkOf } from '#server/http/networks.server.ts';
import { TokenBuckets } from '#server/http/token-buckets.server.ts';
import { bengaliDigits } from '#server/text.server.ts';
import { storeDemoRequest } from './data.server.ts';
import { readDemoRequest } from './read-request.server.ts';
import { demoRequestTexts } from './schema.ts';

const stored = z.object({ message: z.string(), data: z.object({ id: z.int() }) });

/** Attempts of one network, right or wrong, before anything is looked at. */
const attempts = { perSecond: 1, burst: 60 };

export function demoRequestApi(foundations: Foundations): void {
  const { http, csrf, database } = foundations;
  const buckets = new TokenBuckets(attempts);

  http.get(calls.csrfToken, async () => ({ token: csrf.token() }));

  http.post(calls.demoRequest, { schema: { response: { 201: stored } } }, async (request, reply) => {
    csrf.check(request, request.headers['x-csrf-token']);
    const network = networkOf(request.ip);
    const wait = buckets.take(network);
    if (wait > 0)
      throw new Refusal(429, `অনেকবার চেষ্টা হয়েছে। ${bengaliDigits(String(wait))} সেকেন্ড পরে আবার চেষ্টা করুন।`, {
        retryAfter: wait,
      });
    if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) {
      throw new Refusal(400, 'The body must be a JSON object.');
    }
    const read = readDemoRequest(request.body);
    if (!read.ok) throw invalid(read.errors);
    const id = await storeDemoRequest(database, read.input, network);
    return reply.code(201).send({ message: demoRequestTexts.sent, data: { id } });
  });
}
