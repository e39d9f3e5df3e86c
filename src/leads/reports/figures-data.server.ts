import { sql } from 'kysely';
import type { Database } from '#platform/database/open.server.ts';
import { dayAfter, dayInDhaka } from '#platform/dhaka.server.ts';
import { allLeads, type LeadFilter, leadSource, selectLeads } from '../inbox/list.server.ts';
import type { Figures, PersonRow, SourceRow } from './schema.ts';

/** First and last day, in Asia/Dhaka, YYYY-MM-DD. */
export interface Days {
  first: string;
  last: string;
}

/** Each figure is counted with the same filter as the list that its link opens. */
export async function readFigures(database: Database, days: Days): Promise<Figures> {
  const [received, closed, imported, names] = await Promise.all([
    readReceived(database, days),
    readClosed(database, days),
    countOf(database, { ...receivedFilter(days), origin: 'imported' }),
    database.selectFrom('users').select(['id', 'name']).execute(),
  ]);
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const owners = [...new Set([...received, ...closed].map(({ owner_id }) => owner_id))];
  const byPerson = owners.map((id): PersonRow => {
    const ofOwner = ({ owner_id }: { owner_id: number | null }) => owner_id === id;
    return {
      owner: id === null ? null : { id, name: nameOf.get(id) ?? '' },
      ...summarizeReceived(received.filter(ofOwner)),
      ...summarizeClosed(closed.filter(ofOwner)),
    };
  });
  const bySource = [...Map.groupBy(received, ({ source }) => source)].map(([source, rows]): SourceRow => {
    const won = rows.filter(({ stage }) => stage === 'won');
    const { value_open: _, ...sums } = summarizeReceived(rows);
    return {
      source,
      ...sums,
      won: sum(won, 'came'),
      value_won: sum(won, 'value'),
    };
  });
  const all = summarizeReceived(received);
  return {
    ...days,
    total: {
      ...all,
      not_called: all.came - all.called,
      imported,
      ...summarizeClosed(closed),
    },
    people: byPerson.toSorted((a, b) => b.won - a.won || b.came - a.came || (a.owner?.id ?? 0) - (b.owner?.id ?? 0)),
    sources: bySource.toSorted((a, b) => b.came - a.came || a.source.localeCompare(b.source)),
  };
}

export async function cameByDay(database: Database, days: Days): Promise<{ day: string; count: number }[]> {
  // Dhaka's UTC offset is a whole number of hours, so counts per UTC hour add up to its days.
  const hour = sql<string>`substr(created_at, 1, 13)`;
  const rows = await selectLeads(database, receivedFilter(days))
    .select([hour.as('hour'), ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(hour)
    .execute();
  const counts = new Map<string, number>();
  for (const { hour, count } of rows) {
    const day = dayInDhaka(new Date(`${hour}:00:00Z`));
    counts.set(day, (counts.get(day) ?? 0) + count);
  }
  const all: { day: string; count: number }[] = [];
  for (let day = days.first; day <= days.last; day = dayAfter(day, 1)) all.push({ day, count: counts.get(day) ?? 0 });
  return all;
}

function receivedFilter({ first, last }: Days): LeadFilter {
  return { ...allLeads, origin: 'not_imported', date_from: first, date_to: last };
}

async function countOf(database: Database, filter: LeadFilter): Promise<number> {
  const row = await selectLeads(database, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

const summedValue = sql<number>`cast(coalesce(sum(value), 0) as bigint)`.$castTo<number | string>();

/** Aggregated in SQL; the waits of a group come as one comma-separated text, because one row per lead is slower. */
async function readReceived(database: Database, days: Days) {
  const waits = sql<string | null>`string_agg(cast(called_after as text), ',')`;
  const rows = await selectLeads(database, receivedFilter(days))
    .select(['owner_id', 'stage', leadSource.as('source'), summedValue.as('value'), waits.as('waits')])
    .select(({ fn }) => fn.countAll<number>().as('came'))
    .groupBy(['owner_id', 'stage', leadSource])
    .execute();
  return rows.map((row) => ({ ...row, value: Number(row.value), waits: row.waits?.split(',').map(Number) ?? [] }));
}

async function readClosed(database: Database, { first, last }: Days) {
  const rows = await selectLeads(database, { ...allLeads, since_from: first, since_to: last })
    .where('stage', 'in', ['won', 'lost'])
    .select(['owner_id', 'stage', summedValue.as('value'), ({ fn }) => fn.countAll<number>().as('came')])
    .groupBy(['owner_id', 'stage'])
    .execute();
  return rows.map((row) => ({ ...row, value: Number(row.value) }));
}

type ReceivedRow = Awaited<ReturnType<typeof readReceived>>[number];
type ClosedRow = Awaited<ReturnType<typeof readClosed>>[number];

function summarizeReceived(rows: ReceivedRow[]) {
  const open = rows.filter(({ stage }) => stage !== 'won' && stage !== 'lost');
  const waits = rows.flatMap((row) => row.waits).sort((one, other) => one - other);
  return { came: sum(rows, 'came'), called: waits.length, wait: median(waits), value_open: sum(open, 'value') };
}

function summarizeClosed(rows: ClosedRow[]) {
  const won = rows.filter(({ stage }) => stage === 'won');
  return {
    won: sum(won, 'came'),
    lost: sum(
      rows.filter(({ stage }) => stage === 'lost'),
      'came',
    ),
    value_won: sum(won, 'value'),
  };
}

/** The median, because a single lead that was forgotten for a week distorts the average. */
function median(sorted: number[]): number | null {
  const [before, after] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return before === undefined || after === undefined ? null : Math.floor((before + after) / 2);
}

function sum<Name extends string>(rows: { [key in Name]: number }[], name: Name): number {
  return rows.reduce((total, row) => total + row[name], 0);
}
