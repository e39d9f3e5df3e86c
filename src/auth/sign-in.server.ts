import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { toPictureFields } from '#api/picture.ts';
import { messageSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { languageInCookie } from '#i18n/locale.server.ts';
import { calls } from '#paths.ts';
import { databaseNow } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { countNetworks, countUse, limitKey } from '#platform/http/limits/rate-limits.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import { networksAround } from '#platform/networks.server.ts';
import { beginAttempt, clearFailures, secondsToWait } from '#platform/session/failed-attempts.server.ts';
import { refuseForeignPages } from '#platform/session/guard.server.ts';
import { bearerOf, createSession, endSession, endSessionOfToken } from '#platform/session/sessions.server.ts';
import { Encrypter } from '#platform/settings/encrypter.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';
import {
  findUserByEmail,
  generatedPasswordDays,
  hasSignIns,
  lockVerifiedUser,
  recordSignIn,
  senderOf,
  type User,
} from './data.server.ts';
import { signInFields } from './fields.server.ts';
import { notifyOwner } from './notice-mail.server.ts';
import { hashes, verifyPassword } from './passwords.server.ts';
import { assertNotLimited, attempts } from './rate-limit.server.ts';
import { secondStepSchema, signedInSchema, signedInUser, wrongCredentials } from './schema.ts';
import { openSecondStep, type SecondFactorChallenge } from './second-factor/factors.server.ts';

const loginBody = z.object({
  email: signInFields.email,
  password: signInFields.currentPassword,
  remember: z.boolean({ error: 'Send true or false.' }).nullish(),
});

const wrongCredentialsSchema = z.object({ message: z.array(z.string()) });

/** For API clients that do not know the second step: the password alone does not sign in. */
const moreIsNeeded = 'The password is right. This account also needs a second step to sign in: a code, or a passkey.';

export function signInApi(context: AppContext): void {
  const { http, database, settings, log } = context;
  const devices = new KnownDevices(settings);
  const alarm = new FailureAlarm();

  http.post(
    calls.login,
    {
      schema: {
        summary: 'Sign in',
        body: loginBody,
        response: { 200: signedInSchema, 401: wrongCredentialsSchema, 403: secondStepSchema },
      },
      onRequest: refuseForeignPages(context),
    },
    async (request, reply) => {
      const { email, password, remember } = request.body;
      const attempt = { email, password, remember: remember ?? false, devices: devices.of(request) };
      const result = await startSession(context, request, attempt);
      if (result.status === 'wrong') {
        logSecurity(request, 'login_failed', { user: result.userId });
        if (alarm.count()) log.warn({ event: 'many_failed_logins' });
        reply.code(401);
        return { message: [wrongCredentials] };
      }
      if (result.status === 'second step') {
        logSecurity(request, 'second_step_opened', { user: result.user.id });
        reply.code(403);
        return { message: moreIsNeeded, data: result.step };
      }
      return answerSignedIn(database, request, reply, result, devices);
    },
  );
}

export function ownSessionApi({ database }: AppContext, scope: StaffScope): void {
  scope.get(
    calls.signedInUser,
    { config: { isForPrograms: true }, schema: { summary: 'Get who is signed in', response: { 200: signedInUser } } },
    async ({ staff }) => staff.user,
  );
  scope.post(calls.logout, { schema: { summary: 'Sign out', response: { 200: messageSchema } } }, async (request) => {
    const { user, sessionId } = request.staff;
    await endSession(database, user.id, sessionId);
    logSecurity(request, 'logout', { user: user.id, session: sessionId });
    return { message: 'Signed out successfully' };
  });
}

/** This many failures within a minute are an attack, perhaps over many networks. */
const alarming = { failures: 100, seconds: 60 };

/** Reports too many failures on this instance, at most once a minute. */
class FailureAlarm {
  #windowStart = 0;
  #failures = 0;

  /** Counts a failure; returns true for the one that raises the alarm. */
  count(now = performance.now()): boolean {
    if (now - this.#windowStart > alarming.seconds * 1_000) {
      this.#windowStart = now;
      this.#failures = 0;
    }
    return ++this.#failures === alarming.failures;
  }
}

interface SignInAttempt {
  email: string;
  password: string;
  remember: boolean;
  devices: KnownDevice[];
}

export interface SignedIn {
  status: 'signed in';
  user: User;
  token: string;
  sessionId: number;
  ended: number[];
}

type SignInResult =
  | SignedIn
  | { status: 'second step'; user: User; step: SecondFactorChallenge }
  | { status: 'wrong'; userId: number | null };

const tooLate = ({ email }: User) =>
  `This password was made for the first sign-in, within ${generatedPasswordDays} days. On the server, ‘prangon account reset ${email}’ makes a new one.`;

/**
 * Signs in. An unknown address costs the same work as a wrong password; a locked account costs none.
 * @throws {HttpError} 429 after too many attempts, 403 for a generated password that has expired
 */
async function startSession(
  { database, settings }: AppContext,
  request: FastifyRequest,
  { email, password, remember, devices }: SignInAttempt,
): Promise<SignInResult> {
  const user = await findUserByEmail(database, email);
  const device = devices.find((known) => known.user === user?.id)?.device;
  const isKnown = device !== undefined;
  const failures = isKnown ? limitKey(settings, 'sign-in-device', device) : failuresOfAddress(settings, email);
  const tooMany = isKnown
    ? await countUse(database, failures, attempts)
    : await countNetworks(database, settings, 'sign-in-network', networksAround(request.ip), attempts);
  assertNotLimited(request, isKnown ? 'device' : 'network', tooMany);
  assertNotLimited(request, 'account', await secondsToWait(database, failures));
  return hashes.run(isKnown ? 'known' : 'stranger', failures, async () => {
    assertNotLimited(request, 'account', await beginAttempt(database, failures));
    const right = await verifyPassword(user?.passwordHash ?? null, password);
    if (!right || !user) return { status: 'wrong', userId: user?.id ?? null };
    if (user.madePasswordEndsAt && new Date(user.madePasswordEndsAt) <= (await databaseNow(database))) {
      logSecurity(request, 'login_failed', { user: user.id, reason: 'made password too old' });
      throw new HttpError(403, tooLate(user));
    }
    const result = await database.transaction().execute(async (transaction): Promise<SignInResult | null> => {
      if (user.secondFactorSince === null) {
        const session = await openSession(transaction, request, user, { remember, isNew: !isKnown });
        if (session) await clearFailures(transaction, failures);
        return session;
      }
      if (!(await lockVerifiedUser(transaction, user))) return null;
      await clearFailures(transaction, failures);
      return { status: 'second step', user, step: await openSecondStep(transaction, settings, user, remember) };
    });
    return result ?? { status: 'wrong', userId: user.id };
  });
}

/** The counter key of this address. A password reset clears it, as that proves the owner. */
export function failuresOfAddress(keys: Keys, email: string): string {
  return limitKey(keys, 'sign-in-address', email);
}

/**
 * Opens a session after verification. Returns null if the account changed meanwhile. `isNew`: the first sign-in to this
 * account from this browser.
 */
export async function openSession(
  transaction: Database,
  request: FastifyRequest,
  user: User,
  { remember, isNew }: { remember: boolean; isNew: boolean },
): Promise<SignedIn | null> {
  const sender = senderOf(request);
  const oldToken = bearerOf(request);
  const isFirst = !(await hasSignIns(transaction));
  if (!(await recordSignIn(transaction, user))) return null;
  if (isNew && !isFirst) await notifyOwner(transaction, user, 'new browser', sender);
  if (oldToken) await endSessionOfToken(transaction, oldToken);
  const { id, token, ended } = await createSession(transaction, { ...sender, userId: user.id, remember });
  return { status: 'signed in', user, token, sessionId: id, ended };
}

export function signedInUserOf({
  id,
  name,
  email,
  picture,
  role,
  language,
  madePasswordEndsAt,
}: User): z.infer<typeof signedInUser> {
  const { image } = toPictureFields(picture);
  return {
    id,
    name,
    email,
    image,
    role,
    language: language ?? 'en',
    ...(madePasswordEndsAt && { must_change_password: true }),
  };
}

/**
 * Responds to a successful sign-in of any kind and marks the browser as known. Who has no language yet gets the one that
 * was chosen on the sign-in page.
 */
export async function answerSignedIn(
  database: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, token, sessionId, ended }: SignedIn,
  devices: KnownDevices,
): Promise<z.infer<typeof signedInSchema>> {
  const { id } = user;
  const language = user.language ?? languageInCookie(request);
  if (language !== user.language) await database.updateTable('users').set({ language }).where('id', '=', id).execute();
  logSecurity(request, 'login_ok', { user: id, session: sessionId });
  if (ended.length > 0) logSecurity(request, 'sessions_ended', { user: id, sessions: ended, reason: 'too many' });
  devices.remember(request, reply, id);
  return { token, user: signedInUserOf({ ...user, language }) };
}

const knownDevice = z.object({ user: z.int(), device: z.string() });
/** A browser in which this account has signed in before. */
export type KnownDevice = z.infer<typeof knownDevice>;

/** Older cookies hold a single account. */
const knownDevices = z.union([z.array(knownDevice), knownDevice.transform((one) => [one])]);

/** Accounts per browser, as colleagues may share a computer. */
const maxAccounts = 5;

/** The longest lifetime that browsers allow for a cookie, in seconds. */
const cookieMaxAge = 400 * 86_400;

/**
 * An encrypted cookie that marks a browser in which an account has signed in before. It grants nothing; its failed
 * attempts are counted apart, so that an attacker elsewhere can't lock the owner out.
 */
export class KnownDevices {
  readonly #encrypter: Encrypter;
  readonly #name: string;
  readonly #attributes: string;

  constructor(settings: { secret: string; publicUrl: string }) {
    const secure = settings.publicUrl.startsWith('https:');
    this.#encrypter = new Encrypter(settings.secret, 'known device');
    this.#name = secure ? '__Host-device' : 'device';
    this.#attributes = `Path=/; Max-Age=${cookieMaxAge}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  }

  /** The accounts that the request's browser is known for, if it has exactly one such cookie. */
  of(request: FastifyRequest): KnownDevice[] {
    const cookies = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    const [cookie, ...more] = cookies.filter((pair) => pair.startsWith(`${this.#name}=`));
    if (cookie === undefined || more.length > 0) return [];
    return knownDevices.safeParse(this.#encrypter.decrypt(cookie.slice(this.#name.length + 1))).data ?? [];
  }

  remember(request: FastifyRequest, reply: FastifyReply, user: number): void {
    const known = this.of(request);
    const own = known.find((each) => each.user === user) ?? { user, device: randomBytes(12).toString('base64url') };
    const all = [own, ...known.filter((each) => each.user !== user)].slice(0, maxAccounts);
    reply.header('set-cookie', `${this.#name}=${this.#encrypter.encrypt(all)}; ${this.#attributes}`);
  }
}
