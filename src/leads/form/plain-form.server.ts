import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { demoFormAnchor, demoRequestForm, hasDemoForm, pages } from '#paths.ts';
import { Refusal, storeFault } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { networksAround } from '#server/http/networks.server.ts';
import { Sealer } from '#server/http/sealed.server.ts';
import { asChosen } from '#ui/site/chosen-package.ts';
import { isMailed, storeDemoRequest } from './data.server.ts';
import { type KnownContent, readDemoRequest, readFacts, readOrigin } from './read-request.server.ts';
import type { DemoFormState, DemoRequestField, DemoRequestInput } from './schema.ts';
import { sendingSignals } from './spam-signals.server.ts';

/** Maximum age of the cookie, in seconds. */
const keptFor = 300;

/** Browsers drop a cookie over 4096 bytes, including its name. */
const mostSealed = 4_000;

const answered = 'demo';

/**
 * The demo form without JavaScript: POST, then 303 back to the page, which shows the result. Typed values travel in an
 * encrypted cookie, never in the URL.
 */
export async function plainDemoForm(foundations: Foundations, known: KnownContent): Promise<void> {
  const { http, settings, database, csrf } = foundations;
  const sealer = new Sealer(settings.secret, 'demo form');
  const secure = settings.publicUrl.startsWith('https:');
  const cookieName = secure ? '__Host-demo-form' : 'demo-form';

  await http.register(async (scope) => {
    await scope.register(cookie);
    await scope.register(formbody);
    scope.post<{ Body: Record<string, string> }>(demoRequestForm, async (request, reply) => {
      const body = request.body ?? {};
      const state = await handle(request, body);
      const page = body.page && hasDemoForm(body.page) ? body.page : pages.home;
      reply.setCookie(cookieName, sealed(state), {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: keptFor,
      });
      return reply.redirect(`${page}?${answered}=1#${demoFormAnchor}`, 303);
    });
  });

  function sealed(state: DemoFormState): string {
    const whole = sealer.seal(state);
    if (whole.length <= mostSealed || !('chosen' in state)) return whole;
    const { chosen: _, ...rest } = state;
    return sealer.seal(rest);
  }

  async function handle(request: FastifyRequest, body: Record<string, string>): Promise<DemoFormState> {
    const chosen = asChosen(body);
    const kept = { values: typed(body), ...(chosen && { chosen }) };
    try {
      csrf.check(request, body._token);
      const read = readDemoRequest(body);
      if (!read.ok) return { status: 'invalid', ...kept, errors: read.errors };
      const origin = readOrigin(body);
      await storeDemoRequest(database, settings, {
        input: read.input,
        origin,
        facts: await readFacts(database, body, origin, known),
        networks: networksAround(request.ip),
        key: null,
        signals: sendingSignals(body),
        proof: 'spared',
      });
      return { status: 'sent', mailed: await isMailed(database, settings) };
    } catch (error) {
      const refusal = error instanceof Refusal ? error : storeFault(error);
      if (!refusal || refusal.status === 403) throw error;
      return { status: 'failed', ...kept, message: refusal.message };
    }
  }

  http.decorate('demoFormState', (request: FastifyRequest, reply: FastifyReply): DemoFormState | null => {
    const { query } = request;
    if (typeof query !== 'object' || query === null || !(answered in query)) return null;
    const sealed = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1];
    const state = sealed ? (sealer.open(sealed) as DemoFormState | null) : null;
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
function typed(body: Record<string, string>): DemoRequestInput {
  const cut = (field: DemoRequestField) => String(body[field] ?? '').slice(0, 200);
  return {
    name: cut('name'),
    institute_name: cut('institute_name'),
    number: cut('number'),
    email: cut('email'),
  };
}
