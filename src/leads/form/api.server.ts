import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { calls } from '#paths.ts';
import { invalid, Refusal } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { networkOf } from '#server/http/networks.server.ts';
import { TokenBuckets } from '#server/http/token-buckets.server.ts';
import { bengaliDigits } from '#server/text.server.ts';
import { requestKey, sendingClues } from './clues.server.ts';
import { askForProof, storeDemoRequest } from './data.server.ts';
import { demoRequestDescription } from './description.server.ts';
import { readOrigin } from './origin.server.ts';
import { readDemoRequest } from './read-request.server.ts';
import { antiSpamFields, type DemoRequestInput, demoRequestTexts } from './schema.ts';
import { Proofs } from './spam/proof.server.ts';

const stored = z.object({ message: z.string(), data: z.object({ id: z.int() }) });

/** Attempts of one network, right or wrong, before anything is looked at. */
const attempts = { perSecond: 1, burst: 60 };

export function demoRequestApi(foundations: Foundations): void {
  const { http, csrf, database, settings } = foundations;
  const buckets = new TokenBuckets(attempts);
  const proofs = new Proofs(settings.secret);

  http.get(calls.csrfToken, async () => ({ token: csrf.token() }));

  const schema = { describedBody: demoRequestDescription, response: { 201: stored } };
  http.post(calls.demoRequest, { schema }, async (request, reply) => {
    csrf.check(request, request.headers['x-csrf-token']);
    const network = networkOf(request.ip);
    const wait = buckets.take(network);
    if (wait > 0)
      throw new Refusal(429, `অনেকবার চেষ্টা হয়েছে। ${bengaliDigits(String(wait))} সেকেন্ড পরে আবার চেষ্টা করুন।`, {
        retryAfter: wait,
      });
    const { body } = request;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new Refusal(400, 'The body must be a JSON object.');
    }
    const read = readDemoRequest(body);
    if (!read.ok) throw invalid(read.errors);
    const id = await storeDemoRequest(database, settings, {
      input: read.input,
      origin: readOrigin(body),
      network,
      key: requestKey(request.headers['idempotency-key']),
      clues: sendingClues(body),
      proof: proofOf(body, read.input),
    });
    if (id === askForProof) return sendChallenge(reply, read.input);
    return reply.code(201).send({ message: demoRequestTexts.sent, data: { id } });
  });

  /** A client that sends the field at all knows what to do with a challenge. */
  function proofOf(body: object, input: DemoRequestInput): 'none' | 'can' | 'done' {
    const proof = (body as Record<string, unknown>)[antiSpamFields.proof];
    if (typeof proof !== 'string') return 'none';
    return proofs.holds(proof, input) ? 'done' : 'can';
  }

  function sendChallenge(reply: FastifyReply, input: DemoRequestInput): FastifyReply {
    const message = 'পাঠানোর আগে একটু যাচাই দরকার। পাতাটি নিজেই তা করে নেবে।';
    return reply.code(428).send({ message, challenge: proofs.challenge(input) });
  }
}
