import type { FastifyRequest } from 'fastify';
import type { AppContext } from '#cms/context.server.ts';
import { databaseNow } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError } from '#platform/errors.server.ts';
import { countNetworks, countUse, limitKey } from '#platform/http/limits/rate-limits.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import { networksAround } from '#platform/networks.server.ts';
import { beginAttempt, clearFailures, secondsToWait } from '#platform/session/failed-attempts.server.ts';
import { bearerOf, createSession, endSessionOfToken } from '#platform/session/sessions.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';
import {
  findUserByEmail,
  generatedPasswordDays,
  hasSignIns,
  lockVerifiedUser,
  recordSignIn,
  type User,
} from '../data.server.ts';
import { senderOf } from '../device.server.ts';
import { notifyOwner } from '../notice-mail.server.ts';
import { hashes, verifyPassword } from '../passwords.server.ts';
import { assertNotLimited, attempts } from '../rate-limit.server.ts';
import { openSecondStep, type SecondFactorChallenge } from '../second-factor/factors.server.ts';
import type { KnownDevice } from './known-device.server.ts';

interface SignInAttempt {
  email: string;
  password: string;
  remember: boolean;
  devices: KnownDevice[];
}

export interface SignedIn {
  is: 'signed in';
  user: User;
  token: string;
  sessionId: number;
  ended: number[];
}

type SignInResult =
  | SignedIn
  | { is: 'second step'; user: User; step: SecondFactorChallenge }
  | { is: 'wrong'; userId: number | null };

const tooLate = ({ email }: User) =>
  `This password was made for the first sign-in, within ${generatedPasswordDays} days. On the server, ‘prangon account reset ${email}’ makes a new one.`;

/**
 * Signs in. An unknown address costs the same work as a wrong password; a locked account costs none.
 * @throws {HttpError} 429 after too many attempts, 403 for a generated password that has expired
 */
export async function startSession(
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
    if (!right || !user) return { is: 'wrong', userId: user?.id ?? null };
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
      return { is: 'second step', user, step: await openSecondStep(transaction, settings, user, remember) };
    });
    return result ?? { is: 'wrong', userId: user.id };
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
  return { is: 'signed in', user, token, sessionId: id, ended };
}
