import type { AppContext } from '#cms/context.server.ts';
import { inDigits, t } from '#i18n/text.ts';
import type { MailLine, MailPart } from '#mail/mail-document.server.tsx';
import { leadPage } from '#paths.ts';
import { databaseNow } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';
import { dayInDhaka, hourInDhaka } from '#platform/dhaka.server.ts';
import { dueUpTo } from '../lead/data.server.ts';
import { selectLiveLeads } from '../lead/table.server.ts';
import { mailAll, mailReason, recipientsOf } from './announce.server.ts';
import { notificationSettings } from './settings.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    digests: DigestsTable;
  }
}

/** One row per day, so that instances send each digest once. */
interface DigestsTable {
  /** In Dhaka, YYYY-MM-DD. */
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
  const sent = database.selectFrom('digests').select('day').where('day', '=', day);
  if (late < 0 || late >= maxDelayHours || (await hasRow(sent))) return 0;
  return database.transaction().execute(async (transaction) => {
    const recipients = await recipientsOf(transaction, 'digest');
    if (recipients.length === 0) return 0;
    const claim = transaction
      .insertInto('digests')
      .values({ day, mails: 0, created_at: now.toISOString() })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .returning('day');
    if (!(await hasRow(claim))) return 0;
    const compose = await digestMail(transaction, now, publicUrl);
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
      part(t('Overdue'), due.filter((row) => (row.next_step_on ?? '') < today).map(dueLine)),
      part(t('Due today'), due.filter((row) => row.next_step_on === today).map(dueLine)),
      part(
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

function part(name: string, lines: MailLine[]): MailPart | null {
  if (lines.length === 0) return null;
  const shown = lines.slice(0, maxRows);
  const count = lines.length > maxRows ? t`more than ${maxRows}` : inDigits(lines.length);
  return { heading: `${name}: ${count}`, lines: shown };
}

/** Interval in milliseconds. */
const pollInterval = 60_000;

/** Uses the database's clock, so that all instances agree. */
export function startDigestClock({ http, database, settings, log }: AppContext): void {
  const timer = setInterval(() => {
    poll().catch((error: Error) => log.warn({ event: 'digest_failed', reason: error.message }));
  }, pollInterval).unref();
  http.addHook('onClose', async () => clearInterval(timer));

  async function poll() {
    const mails = await sendDigest(database, await databaseNow(database), settings.publicUrl);
    if (mails > 0) log.info({ event: 'digest_queued', mails });
  }
}
