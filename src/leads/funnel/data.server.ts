import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import { foldSource, type Visit } from './visit.server.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    funnel_counts: FunnelCountsTable;
    funnel_requests: FunnelRequestsTable;
  }
}

/** The way from a look to a contract. */
export const funnelEvents = ['view', 'opened', 'sent', 'contacted', 'won'] as const;
export type FunnelEvent = (typeof funnelEvents)[number];

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
      await bump(transaction, each);
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
export async function bump(transaction: Database, { count, ...key }: Counted): Promise<void> {
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
