import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { may } from '#api/rights.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { fillFields, formFields, vendorKind } from '#content/settings/schema.ts';
import { calls, demoFormAnchor, demoRequestForm, hasDemoForm, pages } from '#paths.ts';
import { HttpError, invalid, storeFault, tooMany } from '#platform/errors.server.ts';
import { TokenBuckets } from '#platform/http/limits/rate-limits.server.ts';
import { publicCall } from '#platform/http/public-calls.server.ts';
import { networkOf, networksAround } from '#platform/networks.server.ts';
import { refuseForeignPages } from '#platform/session/guard.server.ts';
import { bearerOf, findSession } from '#platform/session/sessions.server.ts';
import { Encrypter } from '#platform/settings/encrypter.server.ts';
import { parseChosenPackage } from '#ui/site/chosen-package.ts';
import {
  type ContentLookups,
  idempotencyKey,
  isMailed,
  ProofRequired,
  readDemoRequest,
  readRequestContext,
  storeDemoRequest,
} from './data.server.ts';
import { moreFields } from './more-fields.ts';
import { countLeadingZeroBits } from './proof-of-work.ts';
import { type Proof, sendingSignals } from './rate-limits.server.ts';
import {
  antiSpamFields,
  type DemoFormState,
  type DemoFormValues,
  type DemoRequestInput,
  demoRequestFields,
  demoRequestTexts,
  demoRequestLimits as limits,
} from './schema.ts';

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

const moreField = z.object({
  name: z.enum(formFields),
  label: z.string(),
  kind: z.enum(['choice', 'number']),
  required: z.boolean(),
  options: z.array(z.string()).readonly(),
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

  publicCall(context, {
    path: calls.form,
    summary: 'Show what the demo form asks beside its four fields',
    shows: [vendorKind],
    answer: z.object({ fields: z.array(moreField) }),
    read: async () => ({ fields: moreFields((await siteSettings(database)).formFields) }),
  });

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
      note: read.note,
      context: await readRequestContext(database, body, lookups),
      networks: networksAround(request.ip),
      key: idempotencyKey(request.headers['idempotency-key']),
      signals: sendingSignals(body),
      proof: (await isOfStaff(request)) ? 'done' : proofOf(body, read.input),
    }).catch((error: unknown) => {
      if (error instanceof ProofRequired) return null;
      throw error;
    });
    if (id === null) return sendChallenge(reply, read.input);
    const data = { id, mailed: await isMailed(database, settings) };
    return reply.code(201).send({ message: demoRequestTexts.sent, data });
  });

  /** A program of ours, whose users share its network. */
  async function isOfStaff(request: FastifyRequest): Promise<boolean> {
    const token = bearerOf(request);
    const session = token && (await findSession(context, token));
    return session ? may(session.user.role, 'write', 'leads') : false;
  }

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
    fbclid: beside('By which Facebook knows the click; likewise gclid, gbraid, wbraid, msclkid and ttclid.'),
    students: beside('Number of students.'),
    district: beside('District of the institute.'),
    institute_kind: beside('Kind of the institute.'),
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

/** Maximum age of the cookie, in seconds. */
const cookieMaxAge = 300;

/** Browsers drop a cookie over 4096 bytes, including its name. */
const maxCookieLength = 4_000;

const resultParameter = 'demo';

/**
 * The demo form without JavaScript: POST, then 303 back to the page, which shows the result. Typed values travel in an
 * encrypted cookie, never in the URL.
 */
async function plainDemoForm(context: AppContext, lookups: ContentLookups): Promise<void> {
  const { http, settings, database, csrf } = context;
  const sealer = new Encrypter(settings.secret, 'demo form');
  const secure = settings.publicUrl.startsWith('https:');
  const cookieName = secure ? '__Host-demo-form' : 'demo-form';

  await http.register(async (scope) => {
    await scope.register(cookie);
    await scope.register(formbody);
    scope.post<{ Body: Record<string, string> }>(demoRequestForm, async (request, reply) => {
      const body = request.body ?? {};
      const state = await handle(request, body);
      const page = body.page && hasDemoForm(body.page) ? body.page : pages.home;
      reply.setCookie(cookieName, encryptState(state), {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: cookieMaxAge,
      });
      return reply.redirect(`${page}?${resultParameter}=1#${demoFormAnchor}`, 303);
    });
  });

  function encryptState(state: DemoFormState) {
    const whole = sealer.encrypt(state);
    if (whole.length <= maxCookieLength || !('chosen' in state)) return whole;
    const { chosen: _, ...rest } = state;
    return sealer.encrypt(rest);
  }

  async function handle(request: FastifyRequest, body: Record<string, string>): Promise<DemoFormState> {
    const chosen = parseChosenPackage(body);
    const submission = { values: readTypedValues(body), ...(chosen && { chosen }) };
    try {
      csrf.check(request, body._token);
      const read = readDemoRequest(body);
      if (!read.ok) return { status: 'invalid', ...submission, errors: read.errors };
      await storeDemoRequest(database, settings, {
        input: read.input,
        note: read.note,
        context: await readRequestContext(database, body, lookups),
        networks: networksAround(request.ip),
        // Sent by the service worker.
        key: idempotencyKey(request.headers['idempotency-key']),
        signals: sendingSignals(body),
        proof: 'spared',
      });
      return { status: 'sent', mailed: await isMailed(database, settings) };
    } catch (error) {
      const refusal = error instanceof HttpError ? error : storeFault(error);
      if (!refusal || refusal.status === 403) throw error;
      return { status: 'failed', ...submission, message: refusal.message };
    }
  }

  http.decorate('demoFormState', (request: FastifyRequest, reply: FastifyReply): DemoFormState | null => {
    const { query } = request;
    if (typeof query !== 'object' || query === null || !(resultParameter in query)) return null;
    const encrypted = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1];
    const state = encrypted ? (sealer.decrypt(encrypted) as DemoFormState | null) : null;
    if (state)
      reply.header(
        'set-cookie',
        `${cookieName}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
      );
    return state;
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    demoFormState(request: FastifyRequest, reply: FastifyReply): DemoFormState | null;
  }
}

/** Cut, so that the cookie stays small enough. */
function readTypedValues(body: Record<string, string>): DemoFormValues {
  const given = formFields.filter((field) => body[field]);
  return {
    ...fillFields(given, (field) => String(body[field]).slice(0, 40)),
    ...fillFields(demoRequestFields, (field) => String(body[field] ?? '').slice(0, 200)),
  };
}
