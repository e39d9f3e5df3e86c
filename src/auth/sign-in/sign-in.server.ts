import type { Database } from '#platform/database/open.server.ts';
import { databaseNow } from '#platform/database/time.server.ts';
import { countNetworks, countUse, type Limit, limitKey } from '#platform/http/limits.server.ts';
import type { Network } from '#platform/networks.server.ts';
import { beginAttempt, clearFailures, secondsToWait } from '#platform/session/failed-attempts.server.ts';
import { createSession, endSessionOfToken, type NewSession } from '#platform/session/sessions.server.ts';
import type { Keys, Settings } from '#platform/settings/settings.server.ts';
import { findUserByEmail, hasSignIns, lockVerifiedUser, recordSignIn, type User } from '../data.server.ts';
import { notifyOwner } from '../notice-mail.server.ts';
import { hashes, verifyPassword } from '../passwords.server.ts';
import { openSecondStep, type SecondFactorChallenge } from '../second-factor/factors.server.ts';
import type { KnownDevice } from './known-device.server.ts';

/** What a session begins with, however it is begun. */
export interface SignInRequest extends Omit<NewSession, 'userId'> {
  /** The previous token of the browser, which a new sign-in ends. */
  oldToken: string | null;
  /** The networks around the client's IP address. */
  networks: Network[];
  /** The first sign-in to this account from this browser. */
  isNew: boolean;
}

export interface SignInAttempt extends Omit<SignInRequest, 'isNew'> {
  email: string;
  password: string;
  devices: KnownDevice[];
}

export interface SignedIn {
  is: 'signed in';
  user: User;
  token: string;
  sessionId: number;
  ended: number[];
}

export type SignInResult =
  | SignedIn
  | { is: 'second step'; user: User; step: SecondFactorChallenge }
  | { is: 'wrong'; userId: number | null }
  /** The password is right, but it was generated and has expired. */
  | { is: 'too late'; user: User }
  | { is: 'limited'; limit: 'network' | 'device' | 'account'; seconds: number };

/** Attempts per network or per known browser, right or wrong. */
const attempts: Limit = { most: 10, seconds: 60 };

/**
 * Signs in, or returns why not. An unknown address costs the same work as a wrong password; a locked account costs
 * none.
 */
export async function startSession(
  { database, settings }: { database: Database; settings: Keys & Pick<Settings, 'publicUrl'> },
  attempt: SignInAttempt,
): Promise<SignInResult> {
  const user = await findUserByEmail(database, attempt.email);
  const device = attempt.devices.find((known) => known.user === user?.id)?.device ?? null;
  const tooMany =
    device === null
      ? await countNetworks(database, settings, 'sign-in-network', attempt.networks, attempts)
      : await countUse(database, limitKey(settings, 'sign-in-device', device), attempts);
  if (tooMany > 0) return { is: 'limited', limit: device === null ? 'network' : 'device', seconds: tooMany };
  const failures =
    device === null ? failuresOfAddress(settings, attempt.email) : limitKey(settings, 'sign-in-device', device);
  const wait = await secondsToWait(database, failures);
  if (wait > 0) return { is: 'limited', limit: 'account', seconds: wait };
  return hashes.run(device === null ? 'stranger' : 'known', failures, async () => {
    const seconds = await beginAttempt(database, failures);
    if (seconds > 0) return { is: 'limited', limit: 'account', seconds };
    const right = await verifyPassword(user?.passwordHash ?? null, attempt.password);
    if (!right || !user) return { is: 'wrong', userId: user?.id ?? null };
    if (user.madePasswordEndsAt && new Date(user.madePasswordEndsAt) <= (await databaseNow(database)))
      return { is: 'too late', user };
    const result = await database.transaction().execute(async (transaction): Promise<SignInResult | null> => {
      if (user.secondFactorSince === null) {
        const session = await openSession(transaction, user, { ...attempt, isNew: device === null });
        if (session) await clearFailures(transaction, failures);
        return session;
      }
      if (!(await lockVerifiedUser(transaction, user))) return null;
      await clearFailures(transaction, failures);
      return { is: 'second step', user, step: await openSecondStep(transaction, settings, user, attempt.remember) };
    });
    return result ?? { is: 'wrong', userId: user.id };
  });
}

/** The counter key of this address. A password reset clears it, as that proves the owner. */
export function failuresOfAddress(keys: Keys, email: string): string {
  return limitKey(keys, 'sign-in-address', email);
}

/** Opens a session after verification. Returns null if the account changed meanwhile. */
export async function openSession(transaction: Database, user: User, entry: SignInRequest): Promise<SignedIn | null> {
  const isFirst = !(await hasSignIns(transaction));
  if (!(await recordSignIn(transaction, user))) return null;
  if (entry.isNew && !isFirst) await notifyOwner(transaction, user, 'new browser', entry);
  if (entry.oldToken) await endSessionOfToken(transaction, entry.oldToken);
  const { id, token, ended } = await createSession(transaction, { ...entry, userId: user.id });
  return { is: 'signed in', user, token, sessionId: id, ended };
}
