import { z } from 'zod';
import { recordChange } from '#cms/audit/audit.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { calls, pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, inBothLanguages } from '#platform/errors.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import { refuseForeignPages } from '#platform/session/guard.server.ts';
import { createSession } from '#platform/session/sessions.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { findUser, lockUser, recordSignIn, type Sender, senderOf, setPassword } from './data.server.ts';
import { signInFields } from './fields.server.ts';
import {
  consumeLink,
  createResetLink,
  endResetLinks,
  findResetLink,
  mailLink,
  type ResetLink,
} from './password-reset.server.ts';
import { assertStrongPassword, hashes, hashPassword } from './passwords.server.ts';
import { limitNetwork } from './rate-limit.server.ts';
import { signedInSchema } from './schema.ts';
import { KnownDevices, signedInUserOf } from './sign-in.server.ts';
import { findAnyUser } from './users/data.server.ts';

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

/** Lifetime of the link, long enough for a weekend. */
const invitationHours = 72;

/**
 * Creates the link to set a first password and mails it if a mail server is set; older links stop working.
 * @throws {HttpError} 404, and 409 for a user who needs no link
 */
export async function sendInvitation(
  transaction: Database,
  settings: Pick<Settings, 'publicUrl' | 'secret' | 'mail'>,
  userId: number,
  inviter: string,
) {
  await lockUser(transaction, userId);
  const user = await findAnyUser(transaction, userId);
  if (!user.invited)
    throw new HttpError(409, 'This person has a password. ‘Forgot password?’ on the sign-in page mails a link.');
  if (user.status !== 1) throw new HttpError(409, 'This account is deactivated. Reactivate it first.');
  const minutes = invitationHours * 60;
  const { id, token } = await createResetLink(transaction, userId, { purpose: 'invitation', minutes });
  const query = new URLSearchParams({ token, email: user.email });
  const link = `${settings.publicUrl}${pages.acceptInvitation}?${query}`;
  const mailed = settings.mail.server !== null && isOneAddress(user.email);
  if (mailed)
    await mailLink(transaction, id, user, (brand) => ({
      subject: t`Invitation to the website of ${brand}`,
      what: t`${inviter} invites you to work on the website of ${brand}. Choose a password behind this link:`,
      button: { text: t('Choose a password'), link },
      until: t`The link works for ${invitationHours} hours, and once.`,
      otherwise: t('If the invitation is not for you, there is nothing to do.'),
      kind: 'invitation',
      usefulSeconds: invitationHours * 3_600,
      secret: settings,
    }));
  return { userId, link, mailed };
}

/** Sets the first password and signs in. Returns null if the link was used or replaced meanwhile. */
async function acceptInvitation(
  database: Database,
  link: ResetLink,
  { passwordHash, sender, requestId }: { passwordHash: string; sender: Sender; requestId: string },
) {
  return database.transaction().execute(async (transaction) => {
    const { id, email } = link.user;
    await lockUser(transaction, id);
    if (!(await consumeLink(transaction, link.id))) return null;
    await setPassword(transaction, id, passwordHash);
    await endResetLinks(transaction, id);
    const user = await findUser(transaction, id);
    if (!user || !(await recordSignIn(transaction, user))) return null;
    await recordChange(
      transaction,
      { user: { id, email }, network: sender.network, requestId },
      { action: 'accept-invitation', kind: 'accounts', recordId: id },
    );
    const session = await createSession(transaction, { ...sender, userId: id, remember: false });
    return { token: session.token, sessionId: session.id, user };
  });
}
