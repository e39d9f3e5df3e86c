import { type Selectable, sql } from 'kysely';
import { staffToNotify } from '#auth/data.server.ts';
import { mailStaff, type StaffMail } from '#auth/notice-mail.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { inDigits, t } from '#i18n/text.ts';
import { queueWebhookEvent } from '#integrations/deliveries.server.ts';
import type { MailLine, MailPart } from '#mail/mail-document.server.tsx';
import { leadPage } from '#paths.ts';
import { announceChange } from '#platform/cache/changes.server.ts';
import { databaseNow } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';
import { dayInDhaka, hourInDhaka } from '#platform/dhaka.server.ts';
import { countUses, isUsedUp, type Limit } from '#platform/http/limits/rate-limits.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import { dueUpTo } from '../lead/data.server.ts';
import { countSent, foldVisit } from '../lead/funnel.server.ts';
import { testInstitute } from '../lead/strings.ts';
import { addEvent, selectLiveLeads } from '../lead/table.server.ts';
import { addMailFailure, addNotification, notificationsKind } from './data.server.ts';
import { queuePushes } from './push.server.ts';
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
  await assignByRule(transaction, id);
  await queuePushes(transaction, id);
  await queueWebhookEvent(transaction, 'lead.created', id);
  const recipients = await recipientsOf(transaction, 'request');
  const isMailed = recipients.length > 0 && !(await isUsedUp(transaction, 'sales-mails', hourlyMailLimit));
  if (isMailed) await mailAll(transaction, recipients, () => requestMail(request, publicUrl));
  // Last, because on PostgreSQL others wait for these rows, and for the lock of the change, until the commit.
  await countUses(transaction, isMailed ? new Map([...limits, ['sales-mails', hourlyMailLimit]]) : limits);
  if (request.institute_name !== testInstitute) await countSent(transaction, id, foldVisit(request, [publicUrl]), now);
  await announceChange(transaction, [notificationsKind]);
}

/** Where leads go in turn, to the next active salesperson. Leads that come at once wait for each other at the row. */
async function assignByRule(transaction: Database, id: number): Promise<void> {
  const rule = transaction.selectFrom('notification_settings').select('last_owner_id').where('assign', '=', 'in_turn');
  const last = await rule.forNoKeyUpdate().executeTakeFirst();
  if (!last) return;
  const owner = await transaction
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', '=', 'sales')
    .where('status', '=', 1)
    // Whoever is only invited works on nothing yet.
    .where('password_hash', '<>', '')
    .orderBy(sql`id <= ${last.last_owner_id}`)
    .orderBy('id')
    .executeTakeFirst();
  const free = transaction.updateTable('demo_requests').where('id', '=', id).where('owner_id', 'is', null);
  if (!owner || !(await hasRow(free.set({ owner_id: owner.id }).returning('id')))) return;
  await transaction.updateTable('notification_settings').set({ last_owner_id: owner.id }).execute();
  await addEvent(transaction, id, 'owner_changed', null, { to: owner.name });
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
      { lines: [{ text: number, link: `tel:${number}` }, { text: email }].filter(({ text }) => text) },
      { button: { text: t('Open it in the back office'), link: publicUrl + leadPage(id) } },
    ],
  };
}

/** The same text for staff and for addresses outside. */
const mailReason = t(
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

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    digests: DigestsTable;
  }
}

/** One row per day and one per week, so that instances send each digest once. */
interface DigestsTable {
  /** In Dhaka, YYYY-MM-DD; with ` week` behind it for the mail of the week. */
  day: string;
  /** Number of mails; 0 if nothing was due. */
  mails: number;
  created_at: string;
}

/** Hours after which a missed digest is not sent any more. */
const maxDelayHours = 4;

const maxRows = 50;

const dayLong = 86_400_000;

/** Sends the digest once a day at the configured hour. Returns the number of queued mails. */
export async function sendDigest(database: Database, now: Date, publicUrl: string): Promise<number> {
  const day = dayInDhaka(now);
  const late = hourInDhaka(now) - (await notificationSettings(database)).digest_hour;
  if (late < 0 || late >= maxDelayHours) return 0;
  return mailOnce(database, now, day, async (transaction) => [
    await recipientsOf(transaction, 'digest'),
    await digestMail(transaction, now, publicUrl),
  ]);
}

/** `prepare` answers whom to mail, and null where there is nothing to tell. */
export async function mailOnce(
  database: Database,
  now: Date,
  day: string,
  prepare: (transaction: Database) => Promise<[string[], (() => StaffMail) | null]>,
): Promise<number> {
  if (await hasRow(database.selectFrom('digests').select('day').where('day', '=', day))) return 0;
  return database.transaction().execute(async (transaction) => {
    const [recipients, compose] = await prepare(transaction);
    if (recipients.length === 0) return 0;
    const claim = transaction
      .insertInto('digests')
      .values({ day, mails: 0, created_at: now.toISOString() })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .returning('day');
    if (!(await hasRow(claim))) return 0;
    if (!compose) return 0;
    await mailAll(transaction, recipients, compose);
    await transaction.updateTable('digests').set({ mails: recipients.length }).where('day', '=', day).execute();
    return recipients.length;
  });
}

export async function deleteOldDigests(database: Database): Promise<void> {
  const before = dayInDhaka(new Date(Date.now() - 90 * dayLong));
  await database.deleteFrom('digests').where('day', '<', before).execute();
}

async function digestMail(transaction: Database, now: Date, publicUrl: string) {
  const today = dayInDhaka(now);
  const due = await dueUpTo(transaction, today, 2 * maxRows + 1);
  const fresh = await selectLiveLeads(transaction)
    .select(['id', 'name', 'institute_name', 'number'])
    .where('origin', '<>', 'imported')
    .where('stage', '=', 'new')
    .where('created_at', '>=', new Date(now.getTime() - dayLong).toISOString())
    .orderBy('id', 'desc')
    .limit(maxRows + 1)
    .execute();
  const link = (id: number) => publicUrl + leadPage(id);
  const dueLine = (row: (typeof due)[number]): MailLine => ({
    text: [row.institute_name, row.name, row.number, row.next_step, row.next_step_on, row.owner]
      .filter(Boolean)
      .join(' · '),
    link: link(row.id),
  });
  if (due.length + fresh.length === 0) return null;
  return () => {
    const parts = [
      countedPart(t('Overdue'), due.filter((row) => (row.next_step_on ?? '') < today).map(dueLine)),
      countedPart(t('Due today'), due.filter((row) => row.next_step_on === today).map(dueLine)),
      countedPart(
        t('New since yesterday'),
        fresh.map((row) => ({ text: `${row.institute_name} · ${row.name} · ${row.number}`, link: link(row.id) })),
      ),
    ].filter((each) => each !== null);
    const counts = parts.map(({ heading }) => heading?.toLowerCase()).join(', ');
    return {
      subject: t`Demo requests for today: ${counts}`,
      kind: 'digest',
      // The next digest replaces it.
      usefulSeconds: 86_400,
      reason: t(mailReason),
      parts,
    };
  };
}

export function countedPart(name: string, lines: MailLine[]): MailPart | null {
  if (lines.length === 0) return null;
  const shown = lines.slice(0, maxRows);
  const count = lines.length > maxRows ? t`more than ${maxRows}` : inDigits(lines.length);
  return { heading: `${name}: ${count}`, lines: shown };
}

/** Interval in milliseconds. */
const pollInterval = 60_000;

/** Uses the database's clock, so that all instances agree. */
export function startMailClock(
  { http, database, settings, log }: AppContext,
  name: 'digest' | 'week',
  send: typeof sendDigest,
): void {
  const timer = setInterval(() => {
    poll().catch((error: Error) => log.warn({ event: `${name}_failed`, reason: error.message }));
  }, pollInterval).unref();
  http.addHook('onClose', async () => clearInterval(timer));

  async function poll() {
    const mails = await send(database, await databaseNow(database), settings.publicUrl);
    if (mails > 0) log.info({ event: `${name}_queued`, mails });
  }
}
