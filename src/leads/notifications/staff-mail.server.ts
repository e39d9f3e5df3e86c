import { type Mail, queueMail } from '#mail/queue.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { dayAfter, dayInDhaka, hourInDhaka, momentInDhaka } from '#server/dhaka.server.ts';

/** A part of a mail to staff: a heading, and lines under it. */
export interface MailPart {
  heading?: string;
  lines: MailLine[];
}

/** A line may lead somewhere. User text comes in here as it is; it is escaped below. */
export interface MailLine {
  text: string;
  link?: string;
}

/** A mail to staff as plain text and as HTML that every client can show. */
export function mailFrame(parts: readonly MailPart[], why: string): { text: string; html: string } {
  const all: MailPart[] = [...parts, { lines: [{ text: why }] }];
  return {
    text: `${all.map(partAsText).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>\n${all.map(partAsHtml).join('\n')}\n</body></html>`,
  };
}

function partAsText({ heading, lines }: MailPart): string {
  return [heading, ...lines.map(({ text, link }) => (link ? `${text}\n  ${link}` : text))].filter(Boolean).join('\n');
}

function partAsHtml({ heading, lines }: MailPart): string {
  const rows = lines.map(({ text, link }) =>
    link ? `<a href="${escaped(link)}">${escaped(text)}</a>` : escaped(text),
  );
  return `${heading ? `<h2>${escaped(heading)}</h2>\n` : ''}<p>${rows.join('<br>\n')}</p>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char);
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
