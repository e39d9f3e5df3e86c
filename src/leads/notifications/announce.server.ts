import type { Selectable } from 'kysely';
import { staffToNotify } from '#auth/data.server.ts';
import { mailStaff, type StaffMail } from '#auth/staff-mail.server.ts';
import { t } from '#i18n/text.ts';
import { tellWebhooks } from '#integrations/deliveries.server.ts';
import { leadPage } from '#paths.ts';
import { announceChange } from '#platform/cache/changes.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';
import { countUses, isUsedUp, type Limit } from '#platform/http/limits/rate-limits.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import { countSent, foldVisit } from '../lead/funnel.server.ts';
import { addMailFailure, addNotification, notificationsKind } from './data.server.ts';
import { notificationSettings } from './settings.server.ts';

/** Mails per hour; beyond it only the bell and the digest report requests, so that a flood does not fill mailboxes. */
const hourlyMailLimit = { most: 60, seconds: 3_600 };

/**
 * Notifies staff of a new request by bell and mail, and counts it in the funnel, in the transaction that stores it or
 * marks it as not spam. Does so once per request, and never for spam. Counts a use of each of the `limits`, too.
 */
export async function notifyNewRequest(
  transaction: Database,
  id: number,
  publicUrl: string,
  limits = new Map<string, Limit>(),
  now = new Date(),
): Promise<void> {
  const request = await transaction
    .selectFrom('demo_requests')
    .select(['id', 'name', 'institute_name', 'number', 'email', 'spam'])
    .select(['page', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (request.spam === 1 || !(await addNotification(transaction, id, now))) return;
  await tellWebhooks(transaction, 'lead.created', id);
  const recipients = await recipientsOf(transaction, 'request');
  const isMailed = recipients.length > 0 && !(await isUsedUp(transaction, 'sales-mails', hourlyMailLimit));
  if (isMailed) await mailAll(transaction, recipients, () => requestMail(request, publicUrl));
  // Last, because on PostgreSQL others wait for these rows, and for the lock of the change, until the commit.
  await countUses(transaction, isMailed ? new Map([...limits, ['sales-mails', hourlyMailLimit]]) : limits);
  await countSent(transaction, id, foldVisit(request, [publicUrl]), now);
  await announceChange(transaction, [notificationsKind]);
}

export async function notifyFailedMails(transaction: Database, mailIds: number[], now = new Date()): Promise<void> {
  const failed = await transaction
    .selectFrom('mails')
    .select(['id', 'reference_id'])
    .where('id', 'in', mailIds)
    .where('kind', '=', 'demo_access')
    .where('reference_kind', '=', 'demo_request')
    // A lead may be erased while its mail is being sent.
    .where('reference_id', 'in', ({ selectFrom }) => selectFrom('demo_requests').select('demo_requests.id'))
    .execute();
  for (const { id, reference_id } of failed) {
    await addMailFailure(transaction, { request_id: reference_id ?? 0, mail_id: id }, now);
  }
  if (failed.length > 0) await announceChange(transaction, [notificationsKind]);
}

type NotifiedRequest = Pick<Selectable<Tables['demo_requests']>, 'id' | 'name' | 'institute_name' | 'number' | 'email'>;

/** The visitor's address is only in Reply-To, never in From. */
function requestMail(request: NotifiedRequest, publicUrl: string): StaffMail {
  const { id, name, institute_name: institute, number, email } = request;
  return {
    // No visitor's text in the subject; it is in the body only.
    subject: t`New demo request no. ${id}`,
    kind: 'new_request',
    reference: { kind: 'demo_request', id },
    ...(isOneAddress(email) && { replyTo: email }),
    reason: t(mailReason),
    parts: [
      { heading: t('New demo request'), lines: [{ text: name }, { text: institute }] },
      { lines: [{ text: number, link: `tel:${number}` }, { text: email }] },
      { button: { text: t('Open it in the back office'), link: publicUrl + leadPage(id) } },
    ],
  };
}

/** The same text for staff and for addresses outside. */
export const mailReason = t(
  'Staff choose in their profile how often they get these mails; other addresses are listed in Notifications.',
);

export async function recipientsOf(transaction: Database, mail: 'request' | 'digest'): Promise<string[]> {
  const settings = await notificationSettings(transaction);
  const isOutside = mail === 'request' ? settings.mail_requests : settings.mail_digest;
  const staff = await staffToNotify(transaction, mail === 'request' ? ['at_once'] : ['at_once', 'daily']);
  // An account may have an address that can't receive mail.
  return [...new Set([...staff.filter(isOneAddress), ...(isOutside ? settings.sales_addresses : [])])];
}

export async function mailAll(transaction: Database, recipients: string[], compose: () => StaffMail): Promise<void> {
  for (const email of recipients) await mailStaff(transaction, { email }, compose);
}
