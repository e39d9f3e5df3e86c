import type { Selectable } from 'kysely';
import type { Mail } from '#mail/queue.server.ts';
import { leadPage } from '#paths.ts';
import { announceChange } from '#server/cache/changes.server.ts';
import type { Database } from '#server/database/open.server.ts';
import type { Tables } from '#server/database/tables.server.ts';
import { countUse } from '#server/limits.server.ts';
import { isOneAddress } from '#server/mail-settings.server.ts';
import { countSent } from '../funnel/data.server.ts';
import { addNotification, notificationsKind } from './data.server.ts';
import { notificationSettings } from './settings.server.ts';
import { mailFrame, mailSalesGroup } from './staff-mail.server.ts';

/** Mails about requests in an hour; beyond it a flood would only fill mail boxes, and the bell and the digest tell all. */
const mailsOfHour = { most: 60, seconds: 3_600 };

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
  const settings = await notificationSettings(transaction);
  const isMailed = settings.mail_requests && settings.sales_addresses.length > 0;
  if (isMailed && (await countUse(transaction, 'sales-mails', mailsOfHour)) === 0)
    await mailSalesGroup(transaction, settings, requestMail(request, publicUrl), now);
  // Last: on PostgreSQL it holds a lock until the commit.
  await announceChange(transaction, [notificationsKind]);
}

type Announced = Pick<Selectable<Tables['demo_requests']>, 'id' | 'name' | 'institute_name' | 'number' | 'email'>;

/** The visitor's address is where an answer goes, and never who the mail is from. */
function requestMail(request: Announced, publicUrl: string): Omit<Mail, 'to'> {
  const { id, name, institute_name: institute, number, email } = request;
  return {
    // Not in a visitor's words: these stand in the mail.
    subject: `New demo request no. ${id}`,
    kind: 'new_request',
    reference: { kind: 'demo_request', id },
    ...(isOneAddress(email) && { replyTo: email }),
    ...mailFrame(
      [
        { heading: 'New demo request', lines: [{ text: name }, { text: institute }] },
        { lines: [{ text: number, link: `tel:${number}` }, { text: email }] },
        { lines: [{ text: 'Open it in the back office', link: publicUrl + leadPage(id) }] },
      ],
      'You get this mail because your address is in the sales group of the back office.',
    ),
  };
}
