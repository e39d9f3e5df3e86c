import { may, type Role } from '#api/rights.ts';
import { countByStatus } from '#cms/collections/counts.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';
import {
  chartDays,
  dueUpTo,
  latestRequests,
  leadFigures,
  pipelineOf,
  requestsByDay,
} from '#leads/lead/figures.server.ts';
import { type FunnelRow, funnelBy, funnelEvents } from '#leads/lead/funnel.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { dayAfter, dayInDhaka } from '#platform/dhaka.server.ts';
import { sampleWrittenAt } from '../onboarding/sample.server.ts';
import type { DashboardFigures, LeadFigures } from './schema.ts';

const counted = allKindsOnServer.flatMap((kind) => kind.counted ?? []);

/** Rows per list of the dashboard. */
const most = { latest: 5, followUps: 8, failedMails: 3, sources: 8 };

/** All data of the dashboard that the role may read. */
export async function readDashboard(
  database: Database,
  now: Date,
  { mailServer, sampleContent, role }: { mailServer: boolean; sampleContent: boolean; role: Role },
): Promise<DashboardFigures> {
  const [leads, mails, content] = await Promise.all([
    may(role, 'read', 'leads') ? readLeads(database, now) : {},
    may(role, 'read', 'outbox') ? mailFigures(database, now) : null,
    may(role, 'read', 'content') ? countByStatus(database, counted) : null,
  ]);
  return {
    today: dayInDhaka(now),
    filling: sampleContent && !!content?.every(isEmpty) && (await sampleWrittenAt(database)) === null,
    ...leads,
    ...(mails && { mails: { server: mailServer, ...mails } }),
    ...(content && { content }),
  };
}

async function readLeads(database: Database, now: Date): Promise<LeadFigures> {
  const today = dayInDhaka(now);
  const span = { first: dayAfter(today, 1 - chartDays), last: today };
  const [figures, { days, before }, pipeline, latest, followUps, sources, routes] = await Promise.all([
    leadFigures(database, now),
    requestsByDay(database, now),
    pipelineOf(database, now),
    latestRequests(database, most.latest),
    dueUpTo(database, today, most.followUps),
    funnelBy(database, 'source', span),
    funnelBy(database, 'route', span),
  ]);
  return {
    figures,
    days,
    before,
    pipeline,
    latest,
    follow_ups: followUps,
    funnel: { total: sum(sources), sources: firstOf(sources), routes },
  };
}

function isEmpty({ active, inactive }: { active: number; inactive: number }): boolean {
  return active + inactive === 0;
}

/** Mails of the last 30 days that failed and were not sent again, and those that wait. */
async function mailFigures(database: Database, now: Date) {
  const since = new Date(now.getTime() - chartDays * 86_400_000).toISOString();
  const failed = database
    .selectFrom('mails')
    .where('replaced_by', 'is', null)
    .where('state', 'in', ['bounced', 'dead'])
    .where('updated_at', '>=', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mails as copies')
            .select('copies.id')
            // A copy has the same reference, which is indexed; rows of mails are wide.
            .whereRef('copies.reference_kind', '=', 'mails.reference_kind')
            .whereRef('copies.reference_id', '=', 'mails.reference_id')
            .whereRef('copies.copy_of', '=', 'mails.id'),
        ),
      ),
    );
  const [count, waiting, latest] = await Promise.all([
    failed.select(({ fn }) => fn.countAll<number>().as('failed')).executeTakeFirstOrThrow(),
    database
      .selectFrom('mails')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow(),
    failed
      .select(['id', 'recipient', 'subject', 'state', 'updated_at'])
      .orderBy('id', 'desc')
      .limit(most.failedMails)
      .execute(),
  ]);
  return { ...count, ...waiting, latest_failed: latest };
}

function firstOf(rows: FunnelRow[]): FunnelRow[] {
  const rest = rows.slice(most.sources);
  return rest.length === 0 ? rows : [...rows.slice(0, most.sources), { label: 'other', ...sum(rest) }];
}

function sum(rows: FunnelRow[]) {
  const total = { view: 0, opened: 0, sent: 0, contacted: 0, won: 0 };
  for (const row of rows) for (const event of funnelEvents) total[event] += row[event];
  return total;
}
