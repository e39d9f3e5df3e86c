import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '#cms/context.server.ts';
import { calls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError } from '#platform/errors.server.ts';
import { countNetworks, type Limit, limitKey } from '#platform/http/limits/rate-limits.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import { networksAround } from '#platform/networks.server.ts';
import { beginAttempt, clearFailures } from '#platform/session/failed-attempts.server.ts';
import { refuseForeignPages } from '#platform/session/guard.server.ts';
import { findUser, lockUser, senderOf, type User } from '../data.server.ts';
import { notifyOwner } from '../notice-mail.server.ts';
import { assertNotLimited, attempts, limitNetwork } from '../rate-limit.server.ts';
import { passkeySignInSchema, signedInSchema } from '../schema.ts';
import { answerSignedIn, type KnownDevice, KnownDevices, openSession, type SignedIn } from '../sign-in.server.ts';
import { acceptFactorCode } from './factors.server.ts';
import {
  authenticationResponse,
  findPasskey,
  requestOptions,
  ticketField,
  updatePasskeyCounter,
  verifyAssertion,
} from './passkeys.server.ts';
import {
  countAttempt,
  createTicket,
  endTicket,
  findTicket,
  lockTicket,
  passwordMark,
  type Ticket,
} from './tickets.server.ts';

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
      const { code, passkey, remember } = request.body;
      const seconds = await countNetworks(
        database,
        settings,
        'second-step-network',
        networksAround(request.ip),
        attempts,
      );
      assertNotLimited(request, 'second step of network', seconds);
      const ticket = await findTicket(database, request.body.ticket, ['second step', 'passkey alone']);
      if (!ticket) throw ended();
      const step = { context, request, ticket, devices: devices.of(request), remember: remember ?? false };
      const result = await (passkey ? byPasskey(step, passkey) : byCode(step, code ?? ''));
      if (result.status === 'wrong') return refuseWrong(request, reply, result, passkey ? 'passkey' : 'code');
      return answerSignedIn(database, request, reply, result, devices);
    },
  );
}

const ended = () => new HttpError(410, 'This took too long, or too many attempts. Sign in again.');

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

/** A ticket that comes back with its proof: a code or passkey after the password, or a passkey alone. */
interface SecondStep {
  context: AppContext;
  request: FastifyRequest;
  ticket: Ticket;
  devices: KnownDevice[];
  /** Only for a passkey alone; the ticket of a password has its own. */
  remember: boolean;
}

type SecondStepResult = SignedIn | { status: 'wrong'; userId: number | null; counter?: true };

/** Codes can be guessed, so failures count for the ticket and for the account, across all networks. */
async function byCode(step: SecondStep, code: string): Promise<SecondStepResult> {
  const { request, ticket, devices } = step;
  const { database, settings } = step.context;
  const { user_id: userId } = ticket;
  if (userId === null) return { status: 'wrong', userId };
  const sender = senderOf(request);
  const device = devices.find((known) => known.user === userId)?.device;
  const failures =
    device === undefined
      ? limitKey(settings, 'second-step', String(userId))
      : limitKey(settings, 'second-step-device', device);
  assertNotLimited(request, 'second step of account', await beginAttempt(database, failures));
  const left = await countAttempt(database, ticket.id);
  if (left === null) throw ended();
  return enter(step, userId, async (transaction, user) => {
    if (await acceptFactorCode(transaction, settings, user, code, sender)) {
      await clearFailures(transaction, failures);
      return null;
    }
    if (left === 0) await notifyOwner(transaction, user, 'second step failed', sender);
    return { status: 'wrong', userId };
  });
}

/** A signature can't be guessed, so failures do not lock the account. */
async function byPasskey(step: SecondStep, response: AuthenticationResponseJSON): Promise<SecondStepResult> {
  const { ticket } = step;
  const { database, settings } = step.context;
  if ((await countAttempt(database, ticket.id)) === null) throw ended();
  const passkey = await findPasskey(database, response.id);
  const isOwn = passkey && (ticket.user_id ?? passkey.user_id) === passkey.user_id;
  const counter = isOwn ? await verifyAssertion(settings, ticket, passkey, response) : null;
  if (!passkey || counter === null) return { status: 'wrong', userId: ticket.user_id };
  return enter(step, passkey.user_id, async (transaction) =>
    (await updatePasskeyCounter(transaction, passkey.id, counter))
      ? null
      : { status: 'wrong', userId: passkey.user_id, counter: true },
  );
}

/**
 * Consumes the ticket and opens the session if `prove` succeeds.
 * @throws {HttpError} 410 if the ticket was used or the account changed meanwhile
 */
function enter(
  { context, request, ticket, devices, ...step }: SecondStep,
  userId: number,
  prove: (transaction: Database, user: User) => Promise<SecondStepResult | null>,
): Promise<SecondStepResult> {
  return context.database.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    const user = await findUser(transaction, userId);
    if (!user || (ticket.password_mark !== null && ticket.password_mark !== passwordMark(user))) throw ended();
    if (!(await lockTicket(transaction, ticket.id))) throw ended();
    const objection = await prove(transaction, user);
    if (objection) return objection;
    await endTicket(transaction, ticket.id);
    const remember = ticket.user_id === null ? step.remember : ticket.remember === 1;
    const isNew = !devices.some((known) => known.user === userId);
    const session = await openSession(transaction, request, user, { remember, isNew });
    if (!session) throw ended();
    return session;
  });
}
