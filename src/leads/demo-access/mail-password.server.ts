import { escapeHtml } from '#api/text.ts';
import { t } from '#i18n/text.ts';
import type { FillMail } from '#mail/queue.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';
import { wholeAccess } from './demo-access.server.ts';

/** Stands for the password in a mail as it is kept, so that no copy of the database or of a backup tells it. */
export const hiddenPassword = '••••••••';

/** Puts the password into the mails that promise it, when they are sent. */
export function passwordFiller({ database, settings }: { database: Database; settings: Keys }): FillMail {
  return async (mail) => {
    if (!mail.kind.startsWith('demo_access') || !mail.text.includes(hiddenPassword)) return mail;
    const password = (await wholeAccess(database, settings))?.password;
    if (password === undefined) throw new Error(t('The demo password can’t be read. Save it again on its screen.'));
    return {
      subject: mail.subject.replaceAll(hiddenPassword, () => password),
      text: mail.text.replaceAll(hiddenPassword, () => password),
      html: mail.html.replaceAll(hiddenPassword, () => escapeHtml(password)),
    };
  };
}
