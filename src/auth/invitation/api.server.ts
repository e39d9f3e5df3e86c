import { z } from 'zod';
import type { AppContext } from '#cms/context.server.ts';
import { calls } from '#paths.ts';
import { HttpError, inBothLanguages } from '#platform/errors.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import { refuseForeignPages } from '#platform/session/guard.server.ts';
import { senderOf } from '../device.server.ts';
import { signInFields } from '../fields.server.ts';
import { findResetLink } from '../password-reset/data.server.ts';
import { hashes, hashPassword } from '../passwords.server.ts';
import { limitNetwork } from '../rate-limit.server.ts';
import { signedInSchema } from '../schema.ts';
import { KnownDevices } from '../sign-in/known-device.server.ts';
import { signedInUserOf } from '../sign-in/signed-in.server.ts';
import { assertStrongPassword } from '../weak-passwords.server.ts';
import { acceptInvitation } from './data.server.ts';

const body = z
  .object({
    token: z.string({ error: 'Open the link of the invitation again.' }),
    email: signInFields.email,
    password: signInFields.newPassword,
    password_confirmation: z.string({
      error: inBothLanguages('পাসওয়ার্ডটি আরেকবার লিখুন।', 'Enter the password once more.'),
    }),
  })
  .refine((sent) => sent.password === sent.password_confirmation, {
    path: ['password_confirmation'],
    error: inBothLanguages('দুইবার একই পাসওয়ার্ড লিখুন।', 'Both passwords have to be the same.'),
  });

/** Accepts an invitation: sets the first password and signs in. */
export function invitationApi(context: AppContext): void {
  const { http, database, settings } = context;
  const devices = new KnownDevices(settings);
  http.post(
    calls.acceptInvitation,
    {
      schema: { summary: 'Accept an invitation', body, response: { 200: signedInSchema } },
      onRequest: refuseForeignPages(context),
    },
    async (request, reply) => {
      await limitNetwork(context, request, 'invitation-use');
      const { token, email, password } = request.body;
      const link = await findResetLink(database, token, 'invitation');
      if (link?.user.email !== email) throw notValid();
      await assertStrongPassword(context, link.user, password, 'bn');
      const accepted = await hashes.run('known', `invitation ${link.user.id}`, async () =>
        acceptInvitation(database, link, {
          passwordHash: await hashPassword(password),
          sender: senderOf(request),
          requestId: request.id,
        }),
      );
      if (!accepted) throw notValid();
      const { id } = accepted.user;
      logSecurity(request, 'invitation_accepted', { user: id, session: accepted.sessionId });
      devices.remember(request, reply, id);
      return { token: accepted.token, user: signedInUserOf(accepted.user) };
    },
  );
}

/** The same response for a wrong, used, replaced or expired link, so that it reveals nothing. */
function notValid(): HttpError {
  return new HttpError(400, 'This invitation does not work any more. Ask who invited you for a new link.');
}
