import { t } from '#i18n/text.ts';
import { pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { Keys, Settings } from '#platform/settings/settings.server.ts';
import { mailStaff, type StaffMail } from '../staff-mail.server.ts';
import { linkMinutes } from './data.server.ts';

interface LinkMail extends Omit<StaffMail, 'parts'> {
  what: string;
  button: { text: string; link: string };
  until: string;
  otherwise: string;
}

/** Mails a link that is for its receiver alone. The mail is emptied when the link ends. */
export async function mailLink(
  transaction: Database,
  linkId: number,
  to: { id: number; name: string; email: string },
  compose: (brand: string) => LinkMail,
): Promise<void> {
  const mail_id = await mailStaff(transaction, to, (brand) => {
    const { what, button, until, otherwise, ...mail } = compose(brand);
    const parts = [
      { lines: [{ text: t`Assalamu alaikum, ${to.name}.` }] },
      { lines: [{ text: what }], button },
      { lines: [{ text: until }, { text: otherwise }] },
    ];
    return { ...mail, parts };
  });
  await transaction.updateTable('password_resets').set({ mail_id }).where('id', '=', linkId).execute();
}

export function resetMail(link: string, secret: Keys): LinkMail {
  return {
    subject: t('Link to set a new password'),
    what: t('Somebody asked for a new password for your account. Set it behind this link:'),
    button: { text: t('Set a new password'), link },
    until: t`The link works for ${linkMinutes} minutes, and once.`,
    otherwise: t('If it was not you, there is nothing to do: your password stays as it is.'),
    kind: 'password_reset',
    usefulSeconds: linkMinutes * 60,
    secret,
  };
}

export function resetLink(to: { email: string }, token: string, { publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return `${publicUrl}${pages.resetPassword}?${new URLSearchParams({ token, email: to.email })}`;
}
