import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#cms/context.server.ts';
import { demoFormAnchor, demoRequestForm, hasDemoForm, pages } from '#paths.ts';
import { Encrypter } from '#platform/crypto/encrypter.server.ts';
import { HttpError, storeFault } from '#platform/errors.server.ts';
import { networksAround } from '#platform/networks.server.ts';
import { parseChosenPackage } from '#ui/site/chosen-package.ts';
import { isMailed, storeDemoRequest } from './data.server.ts';
import { type ContentLookups, idempotencyKey, readDemoRequest, readRequestContext } from './read-request.server.ts';
import type { DemoFormState, DemoRequestField, DemoRequestInput } from './schema.ts';
import { sendingSignals } from './spam-signals.server.ts';

/** Maximum age of the cookie, in seconds. */
const cookieMaxAge = 300;

/** Browsers drop a cookie over 4096 bytes, including its name. */
const maxCookieLength = 4_000;

const resultParameter = 'demo';

/**
 * The demo form without JavaScript: POST, then 303 back to the page, which shows the result. Typed values travel in an
 * encrypted cookie, never in the URL.
 */
export async function plainDemoForm(context: AppContext, lookups: ContentLookups): Promise<void> {
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
function readTypedValues(body: Record<string, string>): DemoRequestInput {
  const cut = (field: DemoRequestField) => String(body[field] ?? '').slice(0, 200);
  return { name: cut('name'), institute_name: cut('institute_name'), number: cut('number'), email: cut('email') };
}
