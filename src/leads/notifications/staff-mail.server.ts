import { staffToNotify } from '#accounts/data.server.ts';
import { type Mail, queueMail } from '#mail/queue.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { isOneAddress } from '#server/mail-settings.server.ts';
import { siteSettings } from '#site-settings/data.server.ts';
import { notificationSettings } from './settings.server.ts';

/** What stands over a mail. */
export async function nameOfSite(database: Database): Promise<string> {
  return (await siteSettings(database)).name;
}

/** The same for staff and for addresses outside: one mail goes to all. */
export const reasonOfMail =
  'Staff choose in their profile how often they get these mails; other addresses are listed in Notifications.';

/** Whom a mail of new requests, or of what is due this morning, goes to: each address once. */
export async function recipientsOf(transaction: Database, mail: 'request' | 'digest'): Promise<string[]> {
  const settings = await notificationSettings(transaction);
  const isOutside = mail === 'request' ? settings.mail_requests : settings.mail_digest;
  const staff = await staffToNotify(transaction, mail === 'request' ? ['at_once'] : ['at_once', 'daily']);
  // An account may have an address that no mail can go to.
  return [...new Set([...staff.filter(isOneAddress), ...(isOutside ? settings.sales_addresses : [])])];
}

export async function mailStaff(transaction: Database, recipients: string[], mail: Omit<Mail, 'to'>): Promise<void> {
  for (const to of recipients) await queueMail(transaction, { ...mail, to });
}
