import { staffToNotify } from '#auth/data.server.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { type Mail, queueMail } from '#mail/queue.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import { notificationSettings } from './settings.server.ts';

export async function readSiteName(database: Database): Promise<string> {
  return (await siteSettings(database)).name;
}

/** The same text for staff and for addresses outside. */
export const mailReason =
  'Staff choose in their profile how often they get these mails; other addresses are listed in Notifications.';

export async function recipientsOf(transaction: Database, mail: 'request' | 'digest'): Promise<string[]> {
  const settings = await notificationSettings(transaction);
  const isOutside = mail === 'request' ? settings.mail_requests : settings.mail_digest;
  const staff = await staffToNotify(transaction, mail === 'request' ? ['at_once'] : ['at_once', 'daily']);
  // An account may have an address that can't receive mail.
  return [...new Set([...staff.filter(isOneAddress), ...(isOutside ? settings.sales_addresses : [])])];
}

export async function mailStaff(transaction: Database, recipients: string[], mail: Omit<Mail, 'to'>): Promise<void> {
  for (const to of recipients) await queueMail(transaction, { ...mail, to });
}
