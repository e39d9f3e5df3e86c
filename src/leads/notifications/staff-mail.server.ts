import { type Mail, queueMail } from '#mail/queue.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { dayAfter, dayInDhaka, hourInDhaka, momentInDhaka } from '#server/dhaka.server.ts';
import { siteSettings } from '#site-settings/data.server.ts';

/** What stands over a mail. */
export async function nameOfSite(database: Database): Promise<string> {
  return (await siteSettings(database)).name;
}

interface QuietHours {
  /** Hours in Dhaka, 0 to 23; equal ones mean that no hour is quiet. */
  quiet_from: number;
  quiet_until: number;
}

/** When a mail of this moment may be sent: at once, or when the quiet hours have passed. */
export function afterQuietHours(now: Date, { quiet_from, quiet_until }: QuietHours): Date {
  const hour = hourInDhaka(now);
  const overNight = quiet_from > quiet_until;
  const quiet = overNight ? hour >= quiet_from || hour < quiet_until : hour >= quiet_from && hour < quiet_until;
  if (!quiet) return now;
  const today = dayInDhaka(now);
  return momentInDhaka(hour < quiet_until ? today : dayAfter(today, 1), quiet_until);
}

type SalesGroup = QuietHours & { sales_addresses: string[] };

/** Mails everyone of the sales group once the quiet hours have passed. Answers how many. */
export async function mailSalesGroup(
  transaction: Database,
  group: SalesGroup,
  mail: Omit<Mail, 'to'>,
  now: Date,
): Promise<number> {
  const notBefore = afterQuietHours(now, group);
  for (const to of group.sales_addresses)
    await queueMail(transaction, { ...mail, to, ...(notBefore > now && { notBefore }) });
  return group.sales_addresses.length;
}
