import { siteSettings } from '#content/settings/data.server.ts';
import { inLanguage } from '#i18n/locale.server.ts';
import { type MailPart, renderMailParts } from '#mail/mail-document.server.tsx';
import { type Mail, queueMail } from '#mail/queue.server.ts';
import type { Database } from '#platform/database/open.server.ts';

export interface StaffMail extends Omit<Mail, 'to' | 'text' | 'html'> {
  /** Why the recipient gets it. */
  reason?: string;
  parts: MailPart[];
}

/**
 * Queues a mail in the language of its reader's office, which is English until another is chosen; also for addresses
 * without an account. The id finds an account that has another address by now. Returns the id of the mail.
 */
export async function mailStaff(
  transaction: Database,
  { id = 0, email }: { id?: number; email: string },
  compose: (brand: string) => StaffMail,
): Promise<number> {
  const { name: brand } = await siteSettings(transaction);
  const user = transaction
    .selectFrom('users')
    .select('language')
    .where(({ eb, or }) => or([eb('id', '=', id), eb('email', '=', email)]));
  const lang = (await user.executeTakeFirst())?.language ?? 'en';
  const { reason, parts, ...mail } = inLanguage(lang, () => compose(brand));
  return queueMail(transaction, { ...mail, ...renderMailParts({ lang, brand, reason }, parts), to: email });
}
