import { sql } from 'kysely';
import type { Database } from '#platform/database/open.server.ts';
import { dayAfter, dayInDhaka } from '#platform/dhaka.server.ts';
import { allLeads, countLeads, type LeadFilter, matchesFilter, selectLeads } from '../inbox/list.server.ts';
import { dueUpTo } from '../lead/data.server.ts';
import { funnelEvents } from '../lead/funnel.server.ts';
import { openStages } from '../lead/schema.ts';
import type { Stage } from '../lead/strings.ts';
import { leadSource } from '../lead/table.server.ts';
import type { Figures, FunnelRow, Overview, Period, WeekCounts, Weeks } from './schema.ts';

/** Days of the overview, including today. */
const overviewDays = 30;

/** Rows per list of the overview. */
const most = { followUps: 8, sources: 8, reasons: 5, waiting: 3 };

export async function readOverview(database: Database, now: Date): Promise<Overview> {
  const today = dayInDhaka(now);
  const period = daysUpTo(today, overviewDays);
  const [figures, days, weeks, followUps, sources, routes] = await Promise.all([
    currentFigures(database, today),
    cameByDay(database, period),
    readWeeks(database, today),
    dueUpTo(database, today, most.followUps),
    funnelBy(database, 'source', period),
    funnelBy(database, 'route', period),
  ]);
  const rest = sources.slice(most.sources);
  return {
    figures,
    days,
    weeks,
    follow_ups: followUps,
    funnel: {
      total: sumSteps(sources),
      sources: [...sources.slice(0, most.sources), ...(rest.length > 0 ? [{ label: 'other', ...sumSteps(rest) }] : [])],
      routes,
    },
  };
}

export function daysUpTo(last: string, count: number): Period {
  return { first: dayAfter(last, 1 - count), last };
}

const isWaiting = { status: 'new', origin: 'not_imported' } as const;

/** Each figure is counted with the same filter as the list that its link opens; all in one scan. */
async function currentFigures(database: Database, today: string): Promise<Overview['figures']> {
  const filters: Record<Exclude<keyof Overview['figures'], 'waiting_since'>, Partial<LeadFilter>> = {
    new_today: { origin: 'not_imported', date_from: today },
    waiting: isWaiting,
    imported_new: { status: 'new', origin: 'imported' },
    overdue: { status: 'open', next_to: dayAfter(today, -1) },
    due_today: { status: 'open', next_from: today, next_to: today },
    won_this_month: { status: 'won', since_from: `${today.slice(0, 7)}-01` },
  };
  return database
    .selectFrom('demo_requests')
    .select((eb) => [
      ...(Object.keys(filters) as (keyof typeof filters)[]).map((name) =>
        eb.fn
          .countAll<number>()
          .filterWhere(matchesFilter(eb, { ...allLeads, ...filters[name] }))
          .as(name),
      ),
      eb.fn
        .min('created_at')
        .filterWhere(matchesFilter(eb, { ...allLeads, ...isWaiting }))
        .as('waiting_since'),
    ])
    .executeTakeFirstOrThrow();
}

export async function readWeeks(database: Database, today: string): Promise<Weeks> {
  const period = daysUpTo(today, 7);
  const [now, before, reasons, waiting] = await Promise.all([
    countWeek(database, period),
    countWeek(database, daysUpTo(dayAfter(today, -7), 7)),
    selectLeads(database, { ...allLeads, status: 'lost', ...closedIn(period) })
      .select([sql<string>`coalesce(lost_reason, '')`.as('reason'), ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('lost_reason')
      .orderBy('count', 'desc')
      .orderBy('lost_reason')
      .limit(most.reasons)
      .execute(),
    selectLeads(database, { ...allLeads, ...isWaiting })
      .select(['id', 'institute_name', 'created_at'])
      .select(({ selectFrom }) =>
        selectFrom('users').select('users.name').whereRef('users.id', '=', 'owner_id').as('owner'),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(most.waiting)
      .execute(),
  ]);
  return { now, before, reasons, waiting };
}

async function countWeek(database: Database, period: Period): Promise<WeekCounts> {
  const [received, closed] = await Promise.all([readReceived(database, period), readClosed(database, period)]);
  const { came, won, lost } = summarize(received, closed);
  const called_in_a_day = received.flatMap(({ waits }) => waits).filter((minutes) => minutes <= 24 * 60).length;
  return { ...period, came, called_in_a_day, won, lost };
}

/** Most viewed first. The source is the UTM tag, else the referring site, else ''. */
export async function funnelBy(database: Database, by: 'source' | 'route', period: Period): Promise<FunnelRow[]> {
  const label = by === 'route' ? sql<string>`route` : sql<string>`case when source <> '' then source else referrer end`;
  return selectFunnel(database, period)
    .select(label.as('label'))
    .groupBy(label)
    .orderBy('sent', 'desc')
    .orderBy('label')
    .execute();
}

export function funnelOfDay(database: Database, day: string) {
  const columns = ['route', 'source', 'medium', 'campaign', 'referrer'] as const;
  return selectFunnel(database, { first: day, last: day })
    .select(columns)
    .groupBy(columns)
    .orderBy('route')
    .orderBy('source')
    .orderBy('referrer')
    .execute();
}

function selectFunnel(database: Database, { first, last }: Period) {
  return database
    .selectFrom('funnel_counts')
    .select(
      funnelEvents.map((event) =>
        sql<number>`cast(sum(case when event = ${event} then count else 0 end) as integer)`.as(event),
      ),
    )
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('view', 'desc');
}

function sumSteps(rows: FunnelRow[]): Overview['funnel']['total'] {
  const total = { view: 0, opened: 0, sent: 0, contacted: 0, won: 0 };
  for (const event of funnelEvents) total[event] = sum(rows, event);
  return total;
}

/** Each figure is counted with the same filter as the list that its link opens. */
export async function readFigures(database: Database, period: Period): Promise<Figures> {
  const [received, closed, imported, users] = await Promise.all([
    readReceived(database, period),
    readClosed(database, period),
    countLeads(database, { ...receivedFilter(period), origin: 'imported' }),
    database.selectFrom('users').select(['id', 'name']).execute(),
  ]);
  const owners = [...new Set([...received, ...closed].map(({ owner_id }) => owner_id))];
  const people = owners.map((id) => {
    const isTheirs = ({ owner_id }: { owner_id: number | null }) => owner_id === id;
    return {
      owner: users.find((user) => user.id === id) ?? null,
      ...summarize(received.filter(isTheirs), closed.filter(isTheirs)),
    };
  });
  const sources = [...Map.groupBy(received, ({ source }) => source)].map(([source, rows]) => {
    const won = ofStages(rows, ['won']);
    return { source, ...summarizeReceived(rows), won: sum(won, 'came'), value_won: sum(won, 'value') };
  });
  const total = summarize(received, closed);
  return {
    ...period,
    total: { ...total, not_called: total.came - total.called, imported },
    people: people.sort((a, b) => b.won - a.won || b.came - a.came || (a.owner?.id ?? 0) - (b.owner?.id ?? 0)),
    sources: sources.sort((a, b) => b.came - a.came || a.source.localeCompare(b.source)),
  };
}

export async function cameByDay(database: Database, period: Period): Promise<{ day: string; count: number }[]> {
  // Dhaka's UTC offset is a whole number of hours, so counts per UTC hour add up to its days.
  const hour = sql<string>`substr(created_at, 1, 13)`;
  const rows = await selectLeads(database, receivedFilter(period))
    .select([hour.as('hour'), ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(hour)
    .execute();
  const byDay = Map.groupBy(rows, ({ hour }) => dayInDhaka(new Date(`${hour}:00:00Z`)));
  const days: { day: string; count: number }[] = [];
  for (let day = period.first; day <= period.last; day = dayAfter(day, 1))
    days.push({ day, count: sum(byDay.get(day) ?? [], 'count') });
  return days;
}

function receivedFilter({ first, last }: Period): LeadFilter {
  return { ...allLeads, origin: 'not_imported', date_from: first, date_to: last };
}

const summedValue = sql<number>`cast(coalesce(sum(value), 0) as bigint)`.$castTo<number | string>();

/** Aggregated in SQL; the waits of a group come as one comma-separated text, because one row per lead is slower. */
async function readReceived(database: Database, period: Period) {
  const waits = sql<string | null>`string_agg(cast(called_after as text), ',')`;
  const rows = await selectLeads(database, receivedFilter(period))
    .select(['owner_id', 'stage', leadSource.as('source'), summedValue.as('value'), waits.as('waits')])
    .select(({ fn }) => fn.countAll<number>().as('came'))
    .groupBy(['owner_id', 'stage', leadSource])
    .execute();
  return rows.map((row) => ({ ...row, value: Number(row.value), waits: row.waits?.split(',').map(Number) ?? [] }));
}

function closedIn({ first, last }: Period) {
  return { since_from: first, since_to: last };
}

async function readClosed(database: Database, period: Period) {
  const rows = await selectLeads(database, { ...allLeads, ...closedIn(period) })
    .where('stage', 'in', ['won', 'lost'])
    .select(['owner_id', 'stage', summedValue.as('value'), ({ fn }) => fn.countAll<number>().as('came')])
    .groupBy(['owner_id', 'stage'])
    .execute();
  return rows.map((row) => ({ ...row, value: Number(row.value) }));
}

type ReceivedRow = Awaited<ReturnType<typeof readReceived>>[number];
type ClosedRow = Awaited<ReturnType<typeof readClosed>>[number];

function summarize(received: ReceivedRow[], closed: ClosedRow[]) {
  const won = ofStages(closed, ['won']);
  return {
    ...summarizeReceived(received),
    won: sum(won, 'came'),
    lost: sum(ofStages(closed, ['lost']), 'came'),
    value_won: sum(won, 'value'),
    value_open: sum(ofStages(received, openStages), 'value'),
  };
}

function summarizeReceived(rows: ReceivedRow[]) {
  const waits = rows.flatMap((row) => row.waits).sort((one, other) => one - other);
  return { came: sum(rows, 'came'), called: waits.length, wait: median(waits) };
}

function ofStages<Row extends { stage: Stage }>(rows: Row[], some: readonly Stage[]): Row[] {
  return rows.filter(({ stage }) => some.includes(stage));
}

/** The median, because a single lead that was forgotten for a week distorts the average. */
function median(sorted: number[]): number | null {
  const [before, after] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return before === undefined || after === undefined ? null : Math.floor((before + after) / 2);
}

function sum<Name extends string>(rows: { [key in Name]: number }[], name: Name): number {
  return rows.reduce((total, row) => total + row[name], 0);
}
