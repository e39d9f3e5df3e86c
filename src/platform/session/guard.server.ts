import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Area, may, type Need, roleNames } from '#api/rights.ts';
import { translate } from '#i18n/locale.server.ts';
import { t } from '#i18n/text.ts';
import { compressOnce } from '../cache/cached-response.server.ts';
import { isForeignKeyViolation } from '../database/dialect.server.ts';
import type { Database } from '../database/open.server.ts';
import { HttpError, tooMany } from '../errors.server.ts';
import type { PlatformContext } from '../http/context.server.ts';
import type { StaffScope, StaffTypeProvider } from '../http/create.server.ts';
import { TokenBuckets } from '../http/limits/rate-limits.server.ts';
import { logSecurity } from '../metrics/traffic.server.ts';
import {
  bearerOf,
  findSession,
  hashOfToken,
  isMissingSecondFactor,
  isProgramToken,
  type Staff,
  type StaffRequest,
} from './sessions.server.ts';

declare module 'fastify' {
  interface FastifyRequest<RouteGeneric, RawServer, RawRequest, SchemaCompiler, TypeProvider> {
    staff: TypeProvider extends StaffTypeProvider ? Staff : unknown;
  }
  interface FastifyContextConfig {
    /** Set for every guarded route; a route writes it where it differs from its scope. */
    area?: Area;
    /** Without it GET and HEAD need `read`, other methods `write`. */
    need?: Need;
    /** Requires a session that was confirmed by password or passkey within ten minutes. */
    confirm?: boolean;
    /** Whether tokens for programs may call it. By default they may where no account and no confirmation is needed. */
    isForPrograms?: boolean;
  }
}

/** Accounts, and where data of leads goes: a stolen token must not lead to more. */
const forPeople: readonly Area[] = ['own', 'people', 'webhooks'];

const calls = new TokenBuckets({ perSecond: 20, burst: 100 });

/**
 * Requires a session for every route of a scope: 401 without one, 403 if the role may not, before the body is read.
 * Browsers never send bearer tokens by themselves, so no CSRF token is needed; cross-site requests are rejected anyway.
 */
export function guardScope(http: FastifyInstance, context: PlatformContext, area: Area): StaffScope {
  const { csrf, settings } = context;
  const scope = Object.assign(http.withTypeProvider<StaffTypeProvider>(), { area });
  scope.decorateRequest('staff');
  scope.addHook('onRoute', (route) => {
    const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD');
    const config = { area, need: isRead ? ('read' as const) : ('write' as const), ...route.config };
    route.config = { isForPrograms: !forPeople.includes(config.area) && !config.confirm, ...config };
  });
  scope.addHook('onRequest', async (request, reply) => {
    const token = bearerOf(request);
    const session = token && (await findSession(context, token, { isUse: !request.headers['x-unattended'] }));
    if (!session) throw unauthenticated(reply, token);
    request.server.knownSessions.set(`Bearer ${token}`, true);
    csrf.checkSender(request);
    request.language = session.language;
    const { user, id: sessionId, isConfirmed, hasSecondFactor, program } = session;
    request.staff = { user, sessionId, isConfirmed, hasSecondFactor, program };
    const wait = calls.take(hashOfToken(token));
    if (wait > 0) {
      logSecurity(request, 'limited', { limit: 'session', user: session.user.id });
      throw tooMany(wait);
    }
    if (!request.routeOptions.config.isForPrograms) assertPerson(request);
    if (request.routeOptions.config.area !== 'own') {
      if (session.user.must_change_password) throw new HttpError(403, chooseFirstMessage);
      if (isMissingSecondFactor(settings, session)) throw new HttpError(403, setUpFirstMessage);
    }
    assertRole(request);
  });
  scope.addHook('preValidation', logReservedFields);
  // After validation, so that nobody confirms a request that fails anyway.
  scope.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.confirm) await assertConfirmed(context.database, request);
  });
  scope.addHook('preSerialization', async (_request, _reply, answer) => inReadersLanguage(answer));
  scope.addHook('onSend', compressed);
  // The referenced record, or the session's user, was deleted during the request.
  scope.setErrorHandler(async (error, request, reply) => {
    if (!isForeignKeyViolation(error)) throw error;
    const token = bearerOf(request);
    if (token && !(await findSession(context, token))) throw unauthenticated(reply, token);
    throw new HttpError(409, 'Something that this belongs to was removed meanwhile. Look again before you go on.');
  });
  return scope;
}

/** Outside of a guarded scope a route of the back office would be open to everybody: the server doesn't start with one. */
export function assertGuarded(http: FastifyInstance): void {
  http.addHook('onRoute', function ({ url }) {
    if (url.startsWith('/admin/') && !('area' in this)) throw new Error(`${url} has no area: see \`staffRoutes\`.`);
  });
}

/** `message` tells staff how a write ended. */
function inReadersLanguage(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return answer;
  return typeof answer.message === 'string' ? { ...answer, message: translate(answer.message) } : answer;
}

/** Minimum size in bytes. */
const long = 2_048;

/** BREACH doesn't apply: a foreign page has no token with which to request answers again and again. */
async function compressed(request: FastifyRequest, reply: FastifyReply, answer: unknown): Promise<unknown> {
  if (typeof answer !== 'string' || answer.length < long) return answer;
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
  const short = compressOnce(Buffer.from(answer), request.headers['accept-encoding']);
  if (!short) return answer;
  reply.header('content-encoding', short.encoding);
  return short.bytes;
}

const setUpFirstMessage =
  'You need a second factor here. Set one up in your profile; until then nothing else can be used.';
const chooseFirstMessage =
  'Your password was made for the first sign-in. Choose your own in your profile; until then nothing else can be used.';

/** The role is read with the session, so changes take effect at once. */
function assertRole(request: StaffRequest): void {
  const { user } = request.staff;
  const { area, need } = request.routeOptions.config;
  if (area && need && may(user.role, need, area)) return;
  logSecurity(request, 'refused_by_role', { user: user.id, role: user.role, area, need });
  throw new HttpError(403, t`Your role, ${t(roleNames[user.role])}, does not allow this. Ask an owner for it.`);
}

function unauthenticated(reply: FastifyReply, token: string | null): HttpError {
  reply.header('www-authenticate', 'Bearer');
  return new HttpError(401, token && isProgramToken(token) ? deadTokenMessage : 'Unauthenticated.');
}

const deadTokenMessage =
  'This token does not work: it has ended, was withdrawn, or its maker is no longer an owner. An owner makes a new one in the profile.';

/** Fields that no form has (except `role` for users). They are never stored; sending them hints at an attack. */
const reserved = ['role', 'is_admin', 'password_hash', 'created_by', 'updated_by', 'user_id', 'version_history'];

async function logReservedFields(request: StaffRequest): Promise<void> {
  const { body } = request;
  if (typeof body !== 'object' || body === null) return;
  const isPeople = request.routeOptions.config.area === 'people';
  const fields = reserved.filter((field) => field in body && !(isPeople && field === 'role'));
  if (fields.length > 0) logSecurity(request, 'mass_assignment', { user: request.staff.user.id, fields });
}

/** For what only a person may do. @throws {HttpError} 403 for a token of a program */
export function assertPerson({ staff }: StaffRequest): void {
  if (staff.program) throw new HttpError(403, 'A token for programs can’t do this. Sign in to do it yourself.');
}

/**
 * For actions that give lasting access or export data, where a stolen token isn't enough. Routes set `config: {
 * confirm: true }`; handlers call this if it depends on the body.
 * @throws {HttpError} 403 with the ways to confirm, unless the session was confirmed within ten minutes
 */
export async function assertConfirmed(database: Database, request: StaffRequest): Promise<void> {
  const { staff } = request;
  assertPerson(request);
  if (staff.isConfirmed) return;
  const passkey = await database
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', staff.user.id)
    .limit(1)
    .executeTakeFirst();
  throw new HttpError(403, 'Confirm that it is you. Nothing was done yet.', {
    confirm: [staff.hasSecondFactor ? 'code' : 'password', ...(passkey ? ['passkey'] : [])],
  });
}

/** CSRF protection for public writes. A valid bearer token can't come from another site and replaces the token. */
export function refuseForeignPages(context: Pick<PlatformContext, 'database' | 'settings' | 'csrf'>) {
  const { csrf } = context;
  return async (request: FastifyRequest): Promise<void> => {
    const token = bearerOf(request);
    if (token && (await findSession(context, token))) csrf.checkSender(request);
    else csrf.check(request, request.headers['x-csrf-token']);
  };
}
