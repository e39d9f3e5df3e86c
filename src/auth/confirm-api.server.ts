import { z } from 'zod';
import type { AppContext } from '#cms/context.server.ts';
import { calls } from '#paths.ts';
import { HttpError, notFound } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { renewSession } from '#platform/session/sessions.server.ts';
import { bearerOf } from '#platform/session/token.server.ts';
import { findUser } from './data.server.ts';
import { proofBody, verifyProof } from './proof.server.ts';
import { passkeysOf, requestOptions } from './second-factor/passkeys.server.ts';
import { passkeySignInSchema } from './second-factor/schema.ts';
import { createTicket } from './second-factor/tickets.server.ts';

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
