import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { latinDigits } from '#api/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countNetworks, type Limit, limitKey } from '#platform/http/limits.server.ts';
import { beginAttempt, clearFailures } from '#platform/session/failed-attempts.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { findUser, lockUser, type User } from '../data.server.ts';
import { notifyOwner } from '../notice-mail.server.ts';
import type { KnownDevice } from '../sign-in/known-device.server.ts';
import { openSession, type SignedIn, type SignInRequest } from '../sign-in/sign-in.server.ts';
import { acceptCode } from './code-app.server.ts';
import { findPasskey, updatePasskeyCounter, verifyAssertion } from './passkeys.server.ts';
import { spendRecoveryCode } from './recovery-codes.server.ts';
import { countAttempt, endTicket, findTicket, lockTicket, passwordMark, type Ticket } from './tickets.server.ts';

export interface SecondStepAttempt extends Omit<SignInRequest, 'remember' | 'isNew'> {
  ticket: string;
  code: string;
  /** Instead of a code. */
  passkey: AuthenticationResponseJSON | null | undefined;
  /** Only for a passkey alone; the ticket of a password has its own. */
  remember: boolean;
  devices: KnownDevice[];
}

export type SecondStepResult =
  | SignedIn
  | { is: 'wrong'; userId: number | null; counter?: true }
  | { is: 'ended' }
  | { is: 'limited'; limit: 'network' | 'account'; seconds: number };

/** Attempts per network, right or wrong. */
const attempts: Limit = { most: 10, seconds: 60 };

interface SignInContext {
  database: Database;
  settings: Pick<Settings, 'secret' | 'publicUrl'>;
}

/** Signs in with a ticket and its proof: a code or passkey after the password, or a passkey alone. */
export async function verifySecondFactor(
  context: SignInContext,
  attempt: SecondStepAttempt,
): Promise<SecondStepResult> {
  const { database, settings } = context;
  const seconds = await countNetworks(database, settings, 'second-step-network', attempt.networks, attempts);
  if (seconds > 0) return { is: 'limited', limit: 'network', seconds };
  const ticket = await findTicket(database, attempt.ticket, ['second step', 'passkey alone']);
  if (!ticket) return { is: 'ended' };
  const { passkey } = attempt;
  return passkey ? byPasskey(context, attempt, ticket, passkey) : byCode(context, attempt, ticket);
}

/** Codes can be guessed, so failures count for the ticket and for the account, across all networks. */
async function byCode(
  { database, settings }: SignInContext,
  attempt: SecondStepAttempt,
  ticket: Ticket,
): Promise<SecondStepResult> {
  const { user_id: userId } = ticket;
  if (userId === null) return { is: 'wrong', userId: null };
  const device = attempt.devices.find((known) => known.user === userId)?.device;
  const failures =
    device === undefined
      ? limitKey(settings, 'second-step', String(userId))
      : limitKey(settings, 'second-step-device', device);
  const seconds = await beginAttempt(database, failures);
  if (seconds > 0) return { is: 'limited', limit: 'account', seconds };
  const left = await countAttempt(database, ticket.id);
  if (left === null) return { is: 'ended' };
  return enter(database, ticket, userId, attempt, async (transaction, user) => {
    if (await isRight(transaction, user)) {
      await clearFailures(transaction, failures);
      return null;
    }
    if (left === 0) await notifyOwner(transaction, user, 'second step failed', attempt);
    return { is: 'wrong', userId };
  });

  /** Six digits, also Bengali or with spaces, are a code of the app; anything else is a recovery code. */
  async function isRight(transaction: Database, user: User): Promise<boolean> {
    const { code } = attempt;
    const digits = latinDigits(code).replace(/[\s-]/g, '');
    if (/^\d{6}$/.test(digits)) return acceptCode(transaction, settings, user.id, digits);
    if (!(await spendRecoveryCode(transaction, user.id, code))) return false;
    await notifyOwner(transaction, user, 'recovery code used', attempt);
    return true;
  }
}

/** A signature can't be guessed, so failures do not lock the account. */
async function byPasskey(
  { database, settings }: SignInContext,
  attempt: SecondStepAttempt,
  ticket: Ticket,
  response: AuthenticationResponseJSON,
): Promise<SecondStepResult> {
  if ((await countAttempt(database, ticket.id)) === null) return { is: 'ended' };
  const passkey = await findPasskey(database, response.id);
  const isOwn = passkey && (ticket.user_id ?? passkey.user_id) === passkey.user_id;
  const counter = isOwn ? await verifyAssertion(settings, ticket, passkey, response) : null;
  if (!passkey || counter === null) return { is: 'wrong', userId: ticket.user_id };
  return enter(database, ticket, passkey.user_id, attempt, async (transaction) =>
    (await updatePasskeyCounter(transaction, passkey.id, counter))
      ? null
      : { is: 'wrong', userId: passkey.user_id, counter: true },
  );
}

/** Consumes the ticket and opens the session if `prove` succeeds. */
function enter(
  database: Database,
  ticket: Ticket,
  userId: number,
  attempt: SecondStepAttempt,
  prove: (transaction: Database, user: User) => Promise<SecondStepResult | null>,
): Promise<SecondStepResult> {
  return database.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    const user = await findUser(transaction, userId);
    if (!user || (ticket.password_mark !== null && ticket.password_mark !== passwordMark(user))) return { is: 'ended' };
    if (!(await lockTicket(transaction, ticket.id))) return { is: 'ended' };
    const objection = await prove(transaction, user);
    if (objection) return objection;
    await endTicket(transaction, ticket.id);
    const remember = ticket.user_id === null ? attempt.remember : ticket.remember === 1;
    const isNew = !attempt.devices.some((known) => known.user === userId);
    return (await openSession(transaction, user, { ...attempt, remember, isNew })) ?? { is: 'ended' };
  });
}
