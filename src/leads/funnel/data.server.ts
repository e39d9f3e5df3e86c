import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import { dayInDhaka } from '#server/dhaka.server.ts';
import type { Stage } from '../lead/words.ts';
import { foldSource, foldVisit, type Visit } from './visit.server.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    funnel_counts: FunnelCountsTable;
    funnel_requests: FunnelRequestsTable;
  }
}

/** The way from a look to a contract. */
export const funnelEvents = ['view', 'opened', 'sent', 'contacted', 'won'] as const;
type FunnelEvent = (typeof funnelEvents)[number];

interface FunnelCountsTable extends Visit {
  /** In Dhaka, YYYY-MM-DD. */
  day: string;
  event: FunnelEvent;
  count: number;
}

/** Where a request came from, and the days on which it was counted: each step once. It goes with the request. */
interface FunnelRequestsTable extends Visit {
  request_id: number;
  sent_on: string | null;
  contacted_on: string | null;
  won_on: string | null;
}

export interface Counted extends Visit {
  day: string;
  event: FunnelEvent;
  count: number;
}

/** More sources than these are counted as 'other', so that made-up ones can't fill the table. */
const mostSourcesOfDay = 200;

/** Adds counts to those that are there. Any number of instances may do so at once. */
export async function addCounts(database: Database, counts: readonly Counted[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const days = Map.groupBy(counts, (each) => each.day);
    const folded: Counted[] = [];
    for (const [day, ofDay] of days) folded.push(...foldMany(ofDay, await sourcesOf(transaction, day)));
    // Always in the same order, so that two instances never wait for each other.
    for (const each of summed(folded).toSorted((a, b) => (countKey(a) < countKey(b) ? -1 : 1)))
      await increment(transaction, each);
  });
}

/** Leaves a day with no more sources than it may have; `known` are those it has. */
function foldMany(counts: readonly Counted[], known: Set<string>): Counted[] {
  return counts.map((each) => {
    const source = sourceKey(each);
    if (!known.has(source) && known.size >= mostSourcesOfDay) return { ...each, ...foldSource(each) };
    known.add(source);
    return each;
  });
}

/** Adds to one count; a negative number takes back what was counted by mistake. */
async function increment(transaction: Database, { count, ...key }: Counted): Promise<void> {
  await transaction
    .insertInto('funnel_counts')
    .values({ ...key, count })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'event', 'route', 'source', 'medium', 'campaign', 'referrer'])
        .doUpdateSet((eb) => ({ count: eb('funnel_counts.count', '+', count) })),
    )
    .execute();
}

async function sourcesOf(transaction: Database, day: string): Promise<Set<string>> {
  const rows = await transaction
    .selectFrom('funnel_counts')
    .select(['source', 'medium', 'campaign', 'referrer'])
    .distinct()
    .where('day', '=', day)
    .execute();
  return new Set(rows.map(sourceKey));
}

function sourceKey({ source, medium, campaign, referrer }: Omit<Visit, 'route'>): string {
  return JSON.stringify([source, medium, campaign, referrer]);
}

export function countKey(counted: Omit<Counted, 'count'>): string {
  return JSON.stringify([counted.day, counted.event, counted.route]) + sourceKey(counted);
}

/** Folding may have made several into one. */
function summed(counts: readonly Counted[]): Counted[] {
  const sums = new Map<string, Counted>();
  for (const each of counts) {
    const key = countKey(each);
    sums.set(key, { ...each, count: (sums.get(key)?.count ?? 0) + each.count });
  }
  return [...sums.values()];
}

/** How many of each step; `label` is the source or the page. */
export type FunnelRow = { label: string } & Record<FunnelEvent, number>;

/** From `first` to `last` day, the most viewed first. `by` a source: as tagged, else the referring site, else ''. */
export async function funnelBy(
  database: Database,
  by: 'source' | 'route',
  { first, last }: { first: string; last: string },
): Promise<FunnelRow[]> {
  const label = by === 'route' ? sql<string>`route` : sql<string>`case when source <> '' then source else referrer end`;
  return counts(database)
    .select([label.as('label'), ...steps()])
    .where('day', '>=', first)
    .where('day', '<=', last)
    .groupBy(label)
    .orderBy('view', 'desc')
    .orderBy('sent', 'desc')
    .orderBy('label')
    .execute();
}

/** All rows of one day, for an export. */
export function funnelOfDay(database: Database, day: string): Promise<(Visit & Record<FunnelEvent, number>)[]> {
  const columns = ['route', 'source', 'medium', 'campaign', 'referrer'] as const;
  return counts(database)
    .select([...columns, ...steps()])
    .where('day', '=', day)
    .groupBy(columns)
    .orderBy('view', 'desc')
    .orderBy('route')
    .orderBy('source')
    .orderBy('referrer')
    .execute();
}

function counts(database: Database) {
  return (database as Kysely<{ funnel_counts: FunnelCountsTable }>).selectFrom('funnel_counts');
}

function steps() {
  return funnelEvents.map((event) =>
    sql<number>`cast(sum(case when event = ${event} then count else 0 end) as integer)`.as(event),
  );
}

/** Counts a request as sent, once, in the transaction that stores it or takes it for no spam after all. */
export async function countSent(transaction: Database, requestId: number, publicUrl: string, now: Date): Promise<void> {
  const request = await transaction
    .selectFrom('demo_requests')
    .select(['page', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign'])
    .where('id', '=', requestId)
    .executeTakeFirst();
  if (!request) return;
  const visit = foldVisit(request, [publicUrl]);
  const day = dayInDhaka(now);
  const first = await transaction
    .insertInto('funnel_requests')
    .values({ request_id: requestId, ...visit, sent_on: day, contacted_on: null, won_on: null })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .returning('request_id')
    .executeTakeFirst();
  if (first) await increment(transaction, { day, event: 'sent', ...visit, count: 1 });
}

/**
 * Counts how far these requests have come, in the transaction that moved them. A step is counted once; one that was
 * taken back is taken from the day it was counted on.
 */
export async function countStages(transaction: Database, ids: readonly number[], now = new Date()): Promise<void> {
  const rows = await transaction
    .selectFrom('funnel_requests')
    .innerJoin('demo_requests', 'demo_requests.id', 'funnel_requests.request_id')
    .selectAll('funnel_requests')
    .select('demo_requests.stage')
    .where('request_id', 'in', [...ids])
    .orderBy('request_id')
    .execute();
  for (const { request_id, stage, sent_on: _, contacted_on, won_on, ...visit } of rows) {
    const contacted = await settle(
      transaction,
      visit,
      'contacted',
      contacted_on,
      isContacted(stage, contacted_on),
      now,
    );
    const won = await settle(transaction, visit, 'won', won_on, stage === 'won', now);
    if (contacted === contacted_on && won === won_on) continue;
    await transaction
      .updateTable('funnel_requests')
      .set({ contacted_on: contacted, won_on: won })
      .where('request_id', '=', request_id)
      .execute();
  }
}

/** A request may be lost before anybody was reached. */
function isContacted(stage: Stage, before: string | null): boolean {
  return stage === 'lost' ? before !== null : stage !== 'new';
}

/** Counts a step that was reached, or takes it back; answers the day on which it now counts. */
async function settle(
  transaction: Database,
  visit: Visit,
  event: FunnelEvent,
  countedOn: string | null,
  reached: boolean,
  now: Date,
): Promise<string | null> {
  if (reached === (countedOn !== null)) return countedOn;
  const day = countedOn ?? dayInDhaka(now);
  await increment(transaction, { day, event, ...visit, count: reached ? 1 : -1 });
  return reached ? day : null;
}
