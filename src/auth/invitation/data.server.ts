import { recordChange } from '#cms/audit/audit.server.ts';
import { t } from '#i18n/text.ts';
import { pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError } from '#platform/errors.server.ts';
import { createSession } from '#platform/session/sessions.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { findUser, lockUser, recordSignIn, setPassword, type User } from '../data.server.ts';
import type { Sender } from '../device.server.ts';
import { consumeLink, createResetLink, endResetLinks, type ResetLink } from '../password-reset/data.server.ts';
import { mailLink } from '../password-reset/mail.server.ts';
import { findAnyUser } from '../users/data.server.ts';

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
): Promise<{ userId: number; link: string; mailed: boolean }> {
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
export async function acceptInvitation(
  database: Database,
  link: ResetLink,
  { passwordHash, sender, requestId }: { passwordHash: string; sender: Sender; requestId: string },
): Promise<{ token: string; sessionId: number; user: User } | null> {
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
