import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { may, roleNames } from '#wire/rights.ts';
import { compressedOnce } from '../cache/ready-answer.server.ts';
import { refersToNothing } from '../database/dialect.server.ts';
import { Refusal } from '../errors.server.ts';
import type { Foundations } from '../foundations.server.ts';
import { TokenBuckets } from '../http/token-buckets.server.ts';
import { assertConfirmed } from './confirmed.server.ts';
import { type Right, rightOf } from './route-rights.server.ts';
import { isMissingSecondFactor } from './second-factor.server.ts';
import { logSecurity } from './security-log.server.ts';
import { findSession, type StaffUser } from './sessions.server.ts';
import { bearerOf, hashOfToken } from './token.server.ts';

/** Who sends a guarded request, and in which session. */
interface Staff {
  user: StaffUser;
  sessionId: number;
  /** Within the last ten minutes. */
  isConfirmed: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set in guarded scopes, before anything else runs there; nowhere else. */
    staff: Staff;
  }
  interface FastifyContextConfig {
    /** Only signed-in staff may call it. */
    forStaff?: boolean;
    /** What a role needs for it. */
    rightOf?: (method: string) => Right;
    /** Only a session that was confirmed by password or passkey within ten minutes may call it. */
    confirm?: boolean;
  }
}

/** Of one session, shared by all guarded scopes; keyed by the token's hash. */
const calls = new TokenBuckets({ perSecond: 20, burst: 100 });

/**
 * Lets only signed-in staff into a scope: whatever is registered in it answers 401 to everyone else, and 403 to those
 * whose role does not allow it, before a body is read. A bearer token is never sent by itself, so such a call needs no
 * CSRF token; a foreign page is refused all the same.
 */
export function guardScope(scope: FastifyInstance, foundations: Foundations): void {
  const { csrf, settings } = foundations;
  if (!scope.hasRequestDecorator('staff')) scope.decorateRequest('staff');
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, forStaff: true, rightOf: rightOf(route.url) };
  });
  scope.addHook('onRequest', async (request, reply) => {
    const token = bearerOf(request);
    const session = token && (await findSession(foundations, token, { isUse: !request.headers['x-unattended'] }));
    if (!session) throw unauthenticated(reply);
    request.server.knownSessions.set(`Bearer ${token}`, true);
    csrf.checkSender(request);
    request.staff = { user: session.user, sessionId: session.id, isConfirmed: session.isConfirmed };
    const wait = calls.take(hashOfToken(token));
    if (wait > 0) {
      logSecurity(request, 'limited', { limit: 'session', user: session.user.id });
      throw new Refusal(429, `Too many requests. Try again in ${wait} s.`, { retryAfter: wait });
    }
    const right = request.routeOptions.config.rightOf?.(request.method);
    if (right?.area !== 'own') {
      if (session.user.must_change_password) throw new Refusal(403, chooseFirst);
      if (isMissingSecondFactor(settings, session)) throw new Refusal(403, setUpFirst);
    }
    refuseByRole(request, right);
  });
  scope.addHook('preValidation', logReservedFields);
  // After the body was checked: nobody confirms what would be refused anyway.
  scope.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.confirm) await assertConfirmed(foundations.database, request);
  });
  scope.addHook('onSend', compressed);
  // What a request refers to may be removed while it is on its way: who sent it, or what it is about.
  scope.setErrorHandler(async (error, request, reply) => {
    if (!refersToNothing(error)) throw error;
    const token = bearerOf(request);
    if (token && !(await findSession(foundations, token))) throw unauthenticated(reply);
    throw new Refusal(409, 'Something that this belongs to was removed meanwhile. Look again before you go on.');
  });
}

/** Bytes from which it is worth it: a page of a list has ten times as many, and staff wait for it on a weak line. */
const long = 2_048;

/**
 * Nobody learns from lengths what is in an answer (BREACH): that takes an answer with words of theirs, again and again,
 * and a foreign page can't ask for one, for it has no token to send along.
 */
async function compressed(request: FastifyRequest, reply: FastifyReply, answer: unknown): Promise<unknown> {
  if (typeof answer !== 'string' || answer.length < long) return answer;
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
  const short = compressedOnce(Buffer.from(answer), request.headers['accept-encoding']);
  if (!short) return answer;
  reply.header('content-encoding', short.encoding);
  return short.bytes;
}

const setUpFirst = 'You need a second factor here. Set one up in your profile; until then nothing else can be used.';
const chooseFirst =
  'Your password was made for the first sign-in. Choose your own in your profile; until then nothing else can be used.';

/** The role is that of this moment: it came with the session. */
function refuseByRole(request: FastifyRequest, right: Right | undefined): void {
  const { user } = request.staff;
  if (right && may(user.role, right.need, right.area)) return;
  logSecurity(request, 'refused_by_role', { user: user.id, role: user.role, ...right });
  throw new Refusal(403, `Your role, ${roleNames[user.role]}, does not allow this. Ask an owner for it.`);
}

function unauthenticated(reply: FastifyReply): Refusal {
  reply.header('www-authenticate', 'Bearer');
  return new Refusal(401, 'Unauthenticated.');
}

/** Fields that no form of ours has, but that of people their role. They are never stored; who sends them tries something. */
const reserved = ['role', 'is_admin', 'password_hash', 'created_by', 'updated_by', 'user_id', 'version_history'];

async function logReservedFields(request: FastifyRequest): Promise<void> {
  const { body } = request;
  if (typeof body !== 'object' || body === null) return;
  const isPeople = request.routeOptions.config.rightOf?.(request.method).area === 'people';
  const fields = reserved.filter((field) => field in body && !(isPeople && field === 'role'));
  if (fields.length > 0) logSecurity(request, 'mass_assignment', { user: request.staff.user.id, fields });
}
