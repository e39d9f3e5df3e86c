import { leadPage } from '#paths.ts';
import { announceChange } from '#server/cache/changes.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { countUse } from '#server/limits.server.ts';
import { isOneAddress } from '#server/mail/one-address.server.ts';
import { type Mail, queueMail } from '#server/mail/outbox.server.ts';
import { countSent } from '../funnel/data.server.ts';
import { addNotification, notificationsKind } from './data.server.ts';
import { notificationSettings } from './settings.server.ts';
import { afterQuietHours, mailFrame } from './staff-mail.server.ts';

/** Mails about requests in an hour; beyond it a flood would only fill mail boxes, and the bell and the digest tell all. */
const mailsOfHour = { most: 60, seconds: 3_600 };

interface Announced {
  id: number;
  name: string;
  institute_name: string;
  number: string;
  email: string;
  spam: 0 | 1;
}

/**
 * Tells staff of a new request, in the transaction that stores it or takes it for no spam after all: the bell of the
 * back office, a mail to the sales group, and the funnel. A request is told of once; spam is not told of.
 */
export async function announceRequest(
  transaction: Database,
  { id }: { id: number },
  publicUrl: string,
  now = new Date(),
): Promise<void> {
  const request = await transaction
    .selectFrom('demo_requests')
    .select(['id', 'name', 'institute_name', 'number', 'email', 'spam'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (request.spam === 1 || !(await addNotification(transaction, id, now))) return;
  await countSent(transaction, id, publicUrl, now);
  await mailSalesGroup(transaction, request, publicUrl, now);
  // Last: on PostgreSQL it holds a lock until the commit.
  await announceChange(transaction, [notificationsKind]);
}

async function mailSalesGroup(transaction: Database, request: Announced, publicUrl: string, now: Date): Promise<void> {
  const settings = await notificationSettings(transaction);
  if (!settings.mailRequests || settings.salesAddresses.length === 0) return;
  if ((await countUse(transaction, 'sales-mails', mailsOfHour)) > 0) return;
  const notBefore = afterQuietHours(now, settings);
  for (const to of settings.salesAddresses)
    await queueMail(transaction, { ...requestMail(to, request, publicUrl), ...(notBefore > now && { notBefore }) });
}

/** The visitor's address is where an answer goes, and never who the mail is from. */
function requestMail(to: string, request: Announced, publicUrl: string): Mail {
  const { id, name, institute_name: institute, number, email } = request;
  return {
    to,
    subject: `New demo request: ${cut(institute)}`,
    kind: 'new_request',
    reference: { kind: 'demo_request', id },
    ...(isOneAddress(email) && { replyTo: email }),
    ...mailFrame(
      [
        { heading: 'New demo request', lines: [{ text: name }, { text: institute }] },
        {
          lines: [{ text: number, link: `tel:${number}` }, { text: email }],
        },
        {
          lines: [{ text: 'Open it in the back office', link: publicUrl + leadPage(id) }],
        },
      ],
      'You get this mail because your address is in the sales group of the back office.',
    ),
  };
}

function cut(text: string): string {
  const letters = [...text];
  return letters.length > 100 ? `${letters.slice(0, 99).join('')}…` : text;
}
