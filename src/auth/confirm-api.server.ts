import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { messageSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { calls } from '#paths.ts';
import { HttpError, invalid, notFound } from '#platform/errors.server.ts';
import type { Http } from '#platform/http/create.server.ts';
import { logSecurity } from '#platform/metrics/security-log.server.ts';
import { confirmSession } from '#platform/session/sessions.server.ts';
import { confirmPassword } from './confirm-password.server.ts';
import { findUser } from './data.server.ts';
import { confirmation } from './fields.server.ts';
import { passkeysOf, requestOptions, updatePasskeyCounter, verifyAssertion } from './second-factor/passkeys.server.ts';
import { passkeySignInSchema } from './second-factor/schema.ts';
import { createTicket, endTicket, findTicket } from './second-factor/tickets.server.ts';
import { authenticationResponse, ticketField } from './second-factor/webauthn-schemas.server.ts';

const body = z.object({
  current_password: confirmation,
  ticket: ticketField.nullish(),
  passkey: authenticationResponse.nullish(),
});

/** Confirms the session for ten minutes, by the current password or a passkey. */
export function confirmApi(context: AppContext, scope: Http): void {
  const { database, settings } = context;
  scope.post(
    calls.accountConfirm,
    { schema: { summary: 'Confirm own session', body, response: { 200: messageSchema } } },
    async (request) => {
      const { current_password, ticket, passkey } = request.body;
      if (ticket && passkey) await confirmPasskey(context, request, ticket, passkey);
      else if (current_password === null) throw invalid({ current_password: ['Enter your password.'] });
      else await confirmPassword(context, request, current_password);
      return { message: 'Confirmed for ten minutes' };
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

async function confirmPasskey(
  { database, settings }: AppContext,
  request: FastifyRequest,
  token: string,
  response: AuthenticationResponseJSON,
): Promise<void> {
  const { user, sessionId } = request.staff;
  const ticket = await findTicket(database, token, ['confirm']);
  if (ticket?.user_id !== user.id) throw new HttpError(410, 'This took too long. Begin again.');
  await endTicket(database, ticket.id);
  const passkey = (await passkeysOf(database, user.id)).find(({ credential_id }) => credential_id === response.id);
  const counter = passkey ? await verifyAssertion(settings, ticket, passkey, response) : null;
  if (!passkey || counter === null || !(await updatePasskeyCounter(database, passkey.id, counter))) {
    logSecurity(request, 'passkey_refused', { user: user.id });
    throw invalid({ passkey: ['This passkey could not confirm it. Try again, or enter your password.'] });
  }
  await confirmSession(database, sessionId);
}
