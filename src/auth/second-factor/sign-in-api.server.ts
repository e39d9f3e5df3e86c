import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { latinDigits } from '#api/text.ts';
import type { AppContext } from '#cms/context.server.ts';
import { calls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError } from '#platform/errors.server.ts';
import { countNetworks, type Limit, limitKey } from '#platform/http/limits.server.ts';
import { logSecurity } from '#platform/metrics/security-log.server.ts';
import { networksAround } from '#platform/networks.server.ts';
import { beginAttempt, clearFailures } from '#platform/session/failed-attempts.server.ts';
import { refuseForeignPages } from '#platform/session/foreign-pages.server.ts';
import { bearerOf } from '#platform/session/token.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { findUser, lockUser, type User } from '../data.server.ts';
import { senderOf } from '../device.server.ts';
import { notifyOwner } from '../notice-mail.server.ts';
import { limitNetwork, refuseLimited } from '../rate-limit.server.ts';
import { signedInSchema } from '../schema.ts';
import { type KnownDevice, KnownDevices } from '../sign-in/known-device.server.ts';
import { openSession, type SignedIn, type SignInRequest } from '../sign-in/sign-in.server.ts';
import { answerSignedIn } from '../sign-in/signed-in.server.ts';
import { acceptCode } from './code-app.server.ts';
import { findPasskey, requestOptions, updatePasskeyCounter, verifyAssertion } from './passkeys.server.ts';
import { spendRecoveryCode } from './recovery-codes.server.ts';
import { passkeySignInSchema } from './schema.ts';
import {
  countAttempt,
  createTicket,
  endTicket,
  findTicket,
  lockTicket,
  passwordMark,
  type Ticket,
} from './tickets.server.ts';
import { authenticationResponse, ticketField } from './webauthn-schemas.server.ts';

/** Attempts per network, right or wrong. */
const attempts: Limit = { most: 10, seconds: 60 };

const body = z
  .object({
    ticket: ticketField,
    /** A code of the app, or a recovery code. */
    code: z.string({ error: 'Enter the code.' }).max(100).nullish(),
    passkey: authenticationResponse.nullish(),
    /** Only for a passkey without a password. */
    remember: z.boolean({ error: 'Send true or false.' }).nullish(),
  })
  .refine(({ code, passkey }) => Boolean(code) !== Boolean(passkey), { path: ['code'], error: 'Enter the code.' });

/** Passkey challenges per network. */
const challengeLimit: Limit = { most: 20, seconds: 60 };

export function secondStepApi(context: AppContext): void {
  const { database, settings, http } = context;
  const onRequest = refuseForeignPages(context);
  const devices = new KnownDevices(settings);

  http.post(
    calls.loginPasskey,
    { schema: { summary: 'Begin signing in with a passkey', response: { 200: passkeySignInSchema } }, onRequest },
    async (request) => {
      await limitNetwork(context, request, 'passkey-challenge', challengeLimit);
      const passkey = requestOptions(settings, null);
      const { challenge } = passkey;
      const ticket = await createTicket(database, { purpose: 'passkey alone', user: null, challenge });
      return { data: { ticket, passkey } };
    },
  );

  http.post(
    calls.loginSecondStep,
    { schema: { summary: 'Finish signing in', body, response: { 200: signedInSchema } }, onRequest },
    async (request, reply) => {
      const { ticket, code, passkey, remember } = request.body;
      const knownDevices = devices.of(request);
      const result = await verifySecondFactor(
        { database, settings },
        {
          ...senderOf(request),
          networks: networksAround(request.ip),
          oldToken: bearerOf(request),
          devices: knownDevices,
          ticket,
          code: code ?? '',
          passkey,
          remember: remember ?? false,
        },
      );
      if (result.is === 'limited') refuseLimited(request, `second step of ${result.limit}`, result.seconds);
      if (result.is === 'ended') throw new HttpError(410, 'This took too long, or too many attempts. Sign in again.');
      if (result.is === 'wrong') return refuseWrong(request, reply, result, passkey ? 'passkey' : 'code');
      return answerSignedIn(database, request, reply, result, { devices, known: knownDevices });
    },
  );
}

const wrong = {
  code: 'This code is not right, or was used before.',
  passkey: 'This passkey does not belong to an account here.',
};

/** Like a wrong password: the message is a list of one. */
function refuseWrong(
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, counter }: { userId: number | null; counter?: true },
  proof: keyof typeof wrong,
): FastifyReply {
  if (counter) logSecurity(request, 'passkey_refused', { user: userId, reason: 'its count went back' });
  logSecurity(request, 'second_step_failed', { user: userId, proof });
  return reply
    .code(401)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ message: [wrong[proof]] }));
}

interface SecondStepAttempt extends Omit<SignInRequest, 'remember' | 'isNew'> {
  ticket: string;
  code: string;
  /** Instead of a code. */
  passkey: AuthenticationResponseJSON | null | undefined;
  /** Only for a passkey alone; the ticket of a password has its own. */
  remember: boolean;
  devices: KnownDevice[];
}

type SecondStepResult =
  | SignedIn
  | { is: 'wrong'; userId: number | null; counter?: true }
  | { is: 'ended' }
  | { is: 'limited'; limit: 'network' | 'account'; seconds: number };

interface SignInContext {
  database: Database;
  settings: Pick<Settings, 'secret' | 'publicUrl'>;
}

/** Signs in with a ticket and its proof: a code or passkey after the password, or a passkey alone. */
async function verifySecondFactor(context: SignInContext, attempt: SecondStepAttempt): Promise<SecondStepResult> {
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
