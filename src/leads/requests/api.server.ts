import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '#cms/context.server.ts';
import type { Module } from '#cms/module.server.ts';
import { calls } from '#paths.ts';
import { HttpError, invalid, tooMany } from '#platform/errors.server.ts';
import { TokenBuckets } from '#platform/http/limits/token-buckets.server.ts';
import { networkOf, networksAround } from '#platform/networks.server.ts';
import { refuseForeignPages } from '#platform/session/foreign-pages.server.ts';
import { isMailed, ProofRequired, storeDemoRequest } from './data.server.ts';
import { plainDemoForm } from './plain-form.server.ts';
import { countLeadingZeroBits } from './proof-of-work.ts';
import { type ContentLookups, idempotencyKey, readDemoRequest, readRequestContext } from './read-request.server.ts';
import { antiSpamFields, type DemoRequestInput, demoRequestTexts, demoRequestLimits as limits } from './schema.ts';
import { type Proof, sendingSignals } from './spam-signals.server.ts';

/** Leading zero bits: about 30,000 attempts, a second on a cheap phone. */
const difficulty = 15;

/** Lifetime of a challenge in seconds. */
const validFor = 600;

const csrfToken = z.object({ token: z.string() });
const challenged = z.object({ message: z.string(), challenge: z.string() });
const stored = z.object({
  message: z.string(),
  data: z.object({
    id: z.int(),
    mailed: z
      .boolean()
      .describe('Whether link and password are mailed. Where they are not, say so instead of `message`.'),
  }),
});

const attempts = { perSecond: 1, burst: 60 };

/** The form of visitors; `lookups` answer from content, which leads do not know. */
export function requestsModule(lookups: ContentLookups) {
  return {
    routes: async (context) => {
      demoRequestApi(context, lookups);
      await plainDemoForm(context, lookups);
    },
  } satisfies Module;
}

function demoRequestApi(context: AppContext, lookups: ContentLookups): void {
  const { http, csrf, database, settings } = context;
  const buckets = new TokenBuckets(attempts);
  const proofs = new Proofs(settings.secret);

  http.get(calls.csrfToken, { schema: { summary: 'Get a CSRF token', response: { 200: csrfToken } } }, async () => ({
    token: csrf.token(),
  }));

  const schema = {
    summary: 'Ask for a demo',
    describedBody: demoRequestDescription,
    response: { 201: stored, 428: challenged },
  };
  const config = { idempotencyKey: true };
  http.post(calls.demoRequest, { config, schema, preHandler: refuseForeignPages(context) }, async (request, reply) => {
    const wait = buckets.take(networkOf(request.ip));
    if (wait > 0) throw tooMany(wait);
    const { body } = request;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new HttpError(400, 'The body must be a JSON object.');
    }
    const read = readDemoRequest(body);
    if (!read.ok) throw invalid(read.errors);
    const id = await storeDemoRequest(database, settings, {
      input: read.input,
      context: await readRequestContext(database, body, lookups),
      networks: networksAround(request.ip),
      key: idempotencyKey(request.headers['idempotency-key']),
      signals: sendingSignals(body),
      proof: proofOf(body, read.input),
    }).catch((error: unknown) => {
      if (error instanceof ProofRequired) return null;
      throw error;
    });
    if (id === null) return sendChallenge(reply, read.input);
    const data = { id, mailed: await isMailed(database, settings) };
    return reply.code(201).send({ message: demoRequestTexts.sent, data });
  });

  /** Only clients that can solve a challenge send this field. */
  function proofOf(body: object, input: DemoRequestInput): Proof {
    const proof = (body as Record<string, unknown>)[antiSpamFields.proof];
    if (typeof proof !== 'string') return 'none';
    return proofs.verify(proof, input) ? 'done' : 'can';
  }

  function sendChallenge(reply: FastifyReply, input: DemoRequestInput) {
    const message = 'পাঠানোর আগে একটু যাচাই দরকার। পাতাটি নিজেই তা করে নেবে।';
    return reply.code(428).send({ message, challenge: proofs.challenge(input) });
  }
}

const text = (most: number, description: string) => z.string().min(1).max(most).describe(description);
const beside = (description: string) => z.string().optional().describe(description);

/**
 * For the API description only: `readDemoRequest` validates, with messages for visitors. Unknown fields are ignored.
 */
const demoRequestDescription = z
  .object({
    name: text(limits.name, 'Name of the person.'),
    institute_name: text(limits.institute_name, 'Name of the institute.'),
    number: text(limits.number, 'Phone number of Bangladesh, or with + and country code; Bengali digits are fine.'),
    email: text(limits.email, 'One e-mail address, which gets the demo link and password.'),
    page: beside('Path of the page with the form.'),
    referrer: beside('Address that led to the site; only its host is kept.'),
    utm_source: beside('Of the campaign that led here.'),
    utm_medium: beside('Of the campaign that led here.'),
    utm_campaign: beside('Of the campaign that led here.'),
    students: beside('Number of students, from the price calculator.'),
    package: beside('Package that was looked at.'),
    consent: beside('Number of the line about privacy that was shown; kept with the request.'),
  })
  .describe('The header Idempotency-Key (a UUID, say) makes the same request harmless when it comes again.');

/**
 * A proof of work that browsers must solve if their request looks like spam. A challenge is bound to one email and
 * number, so that its answer can't be reused for another sender.
 */
class Proofs {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, 'prangon', 'proof of work', 32));
  }

  challenge(input: DemoRequestInput): string {
    const expires = Math.floor(Date.now() / 1000) + validFor;
    return `${expires}.${difficulty}.${this.#sign(expires, input)}`;
  }

  verify(answer: string, input: DemoRequestInput): boolean {
    const [, expires, bits, signature = ''] = /^(\d{10})\.(\d{1,2})\.([\w-]{43})\.[0-9a-z]{1,16}$/.exec(answer) ?? [];
    if (Number(bits) !== difficulty || Number(expires) < Date.now() / 1000) return false;
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(Number(expires), input)))) return false;
    return countLeadingZeroBits(createHash('sha256').update(answer).digest()) >= difficulty;
  }

  #sign(expires: number, { email, number }: DemoRequestInput): string {
    return createHmac('sha256', this.#key).update(`${expires} ${difficulty} ${email} ${number}`).digest('base64url');
  }
}
