import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { AppContext } from '#cms/context.server.ts';
import { calls } from '#paths.ts';
import { HttpError, invalid, notFound } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { limitKey } from '#platform/http/limits/rate-limits.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import { beginAttempt, clearFailures } from '#platform/session/failed-attempts.server.ts';
import { assertConfirmed, assertPerson } from '#platform/session/guard.server.ts';
import { bearerOf, confirmSession, renewSession, type StaffRequest } from '#platform/session/sessions.server.ts';
import { findUser, lockUser, senderOf } from './data.server.ts';
import { confirmation } from './fields.server.ts';
import { hashes, verifyPassword } from './passwords.server.ts';
import { assertNotLimited } from './rate-limit.server.ts';
import { passkeySignInSchema } from './schema.ts';
import { acceptFactorCode } from './second-factor/factors.server.ts';
import {
  authenticationResponse,
  passkeysOf,
  requestOptions,
  ticketField,
  updatePasskeyCounter,
  verifyAssertion,
} from './second-factor/passkeys.server.ts';
import { createTicket, endTicket, findTicket } from './second-factor/tickets.server.ts';

export const proofBody = z.object({
  current_password: confirmation,
  code: z.string({ error: 'Enter the code.' }).max(100).nullish(),
  ticket: ticketField.nullish(),
  passkey: authenticationResponse.nullish(),
});

const confirmedSchema = z.object({ message: z.string(), token: z.string().optional() });

/** Confirms the session for ten minutes. With a second factor its token changes, so that a stolen copy ends. */
export function confirmApi(context: AppContext, scope: StaffScope): void {
  const { database, settings } = context;
  scope.post(
    calls.accountConfirm,
    { schema: { summary: 'Confirm own session', body: proofBody, response: { 200: confirmedSchema } } },
    async (request) => {
      await verifyProof(context, request, request.body);
      const message = 'Confirmed for ten minutes';
      if (!request.staff.hasSecondFactor) return { message };
      const token = await renewSession(database, bearerOf(request) ?? '');
      if (token === null) throw new HttpError(401, 'Unauthenticated.');
      return { message, token };
    },
  );

  scope.post(
    calls.accountConfirmPasskey,
    { schema: { summary: 'Begin confirming with a passkey', response: { 200: passkeySignInSchema } } },
    async ({ staff }) => {
      const user = await findUser(database, staff.user.id);
      const passkeys = await passkeysOf(database, staff.user.id);
      if (!user || passkeys.length === 0) throw notFound('Your account has no passkey. Enter your password.');
      const passkey = requestOptions(settings, passkeys, true);
      const { challenge } = passkey;
      const ticket = await createTicket(database, { purpose: 'confirm', user, challenge });
      return { data: { ticket, passkey } };
    },
  );
}

/**
 * Verifies that a signed-in user is still the same person: by the second factor where the account has one, as its
 * password may be stolen together with the token.
 * @throws {HttpError} 422 under the proof that is missing or wrong, 429 after several wrong ones
 */
export async function verifyProof(
  context: AppContext,
  request: StaffRequest,
  { current_password, code, ticket, passkey }: z.infer<typeof proofBody>,
): Promise<void> {
  if (ticket && passkey) await verifyPasskey(context, request, ticket, passkey);
  else if (request.staff.hasSecondFactor) await verifyCode(context, request, code);
  else if (current_password === null) throw invalid({ current_password: ['Enter your password.'] });
  else await confirmPassword(context, request, current_password);
}

async function verifyCode(
  { database, settings }: AppContext,
  request: StaffRequest,
  code: string | null | undefined,
): Promise<void> {
  if (!code) throw invalid({ code: ['Enter the code of your app, or a recovery code.'] });
  const { user, sessionId } = request.staff;
  const failures = limitKey(settings, 'confirm', String(sessionId));
  assertNotLimited(request, 'code', await beginAttempt(database, failures));
  const isRight = await database.transaction().execute(async (transaction) => {
    await lockUser(transaction, user.id);
    return acceptFactorCode(transaction, settings, user, code, senderOf(request));
  });
  if (!isRight) {
    logSecurity(request, 'second_step_failed', { user: user.id, proof: 'code' });
    throw invalid({ code: ['This code is not right, or was used before.'] });
  }
  await clearFailures(database, failures);
}

async function verifyPasskey(
  { database, settings }: AppContext,
  request: StaffRequest,
  token: string,
  response: AuthenticationResponseJSON,
): Promise<void> {
  const { id } = request.staff.user;
  const ticket = await findTicket(database, token, ['confirm']);
  if (ticket?.user_id !== id) throw new HttpError(410, 'This took too long. Begin again.');
  await endTicket(database, ticket.id);
  const passkey = (await passkeysOf(database, id)).find(({ credential_id }) => credential_id === response.id);
  const counter = passkey ? await verifyAssertion(settings, ticket, passkey, response) : null;
  if (!passkey || counter === null || !(await updatePasskeyCounter(database, passkey.id, counter))) {
    logSecurity(request, 'passkey_refused', { user: id });
    throw invalid({ passkey: ['This passkey could not confirm it. Try again, or enter a code.'] });
  }
}

/**
 * Asks a signed-in user for the password again, as an unattended window alone must not be enough. Confirms the session
 * too, where no second factor is needed for that, and returns the verified hash.
 * @throws {HttpError} 422 under `current_password` for a wrong password, 429 after several wrong ones in this session, 403
 * with a second factor unless the session was confirmed by it
 */
export async function confirmPassword(
  { database, settings }: Pick<AppContext, 'database' | 'settings'>,
  request: StaffRequest,
  password: string,
): Promise<string> {
  assertPerson(request);
  const { user, sessionId, hasSecondFactor } = request.staff;
  const failures = limitKey(settings, 'confirm', String(sessionId));
  const confirmed = await hashes.run('known', failures, async () => {
    assertNotLimited(request, 'current password', await beginAttempt(database, failures));
    const verifiedHash = (await findUser(database, user.id))?.passwordHash ?? null;
    if (!(await verifyPassword(verifiedHash, password))) return null;
    await clearFailures(database, failures);
    if (!hasSecondFactor) await confirmSession(database, sessionId);
    return verifiedHash;
  });
  if (confirmed === null) return refusePassword(request);
  if (hasSecondFactor) await assertConfirmed(database, request);
  return confirmed;
}

export function refusePassword(request: StaffRequest): never {
  logSecurity(request, 'password_refused', { user: request.staff.user.id });
  throw invalid({ current_password: ['This is not your current password.'] });
}
