import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/open.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';
import { dayAfter, dayInDhaka, momentInDhaka } from '#platform/dhaka.server.ts';
import { type Stage, stages } from './strings.ts';
import { selectLiveLeads } from './table.server.ts';

/** Days in the chart and the pipeline, including today. */
export const chartDays = 30;

/** Imported leads are no requests. */
function requests(database: Database) {
  return selectLiveLeads(database).where('origin', '<>', 'imported');
}

function isOpen(eb: ExpressionBuilder<Tables, 'demo_requests'>) {
  return eb('stage', 'not in', ['won', 'lost']);
}

/** Imported leads don't wait for a call. */
function isWaiting(eb: ExpressionBuilder<Tables, 'demo_requests'>) {
  return eb.and([eb('stage', '=', 'new'), eb('origin', '<>', 'imported')]);
}

export async function leadFigures(database: Database, now: Date) {
  const today = dayInDhaka(now);
  const startOfDay = momentInDhaka(today).toISOString();
  const startOfMonth = momentInDhaka(`${today.slice(0, 7)}-01`).toISOString();
  return selectLiveLeads(database)
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere('created_at', '>=', startOfDay)
        .filterWhere('origin', '<>', 'imported')
        .as('new_today'),
      eb.fn.countAll<number>().filterWhere(isWaiting(eb)).as('waiting'),
      eb.fn.min('created_at').filterWhere(isWaiting(eb)).as('waiting_since'),
      eb.fn
        .countAll<number>()
        .filterWhere('stage', '=', 'new')
        .filterWhere('origin', '=', 'imported')
        .as('imported_new'),
      eb.fn.countAll<number>().filterWhere(isOpen(eb)).filterWhere('next_step_on', '<', today).as('overdue'),
      eb.fn.countAll<number>().filterWhere(isOpen(eb)).filterWhere('next_step_on', '=', today).as('due_today'),
      eb.fn
        .countAll<number>()
        .filterWhere('stage', '=', 'won')
        .filterWhere('stage_since', '>=', startOfMonth)
        // An imported lead may have been won long ago.
        .filterWhere(eb.or([eb('origin', '<>', 'imported'), eb('stage_since', '<>', eb.ref('created_at'))]))
        .as('won_this_month'),
    ])
    .executeTakeFirstOrThrow();
}

/** Requests per day, oldest first, and their number in the same period before. */
export async function requestsByDay(database: Database, now: Date) {
  const today = dayInDhaka(now);
  const first = dayAfter(today, 1 - chartDays);
  const before = dayAfter(first, -chartDays);
  // Dhaka's UTC offset is a whole number of hours, so counts per UTC hour add up to its days.
  const hour = sql<string>`substr(created_at, 1, 13)`;
  const rows = await requests(database)
    .select([hour.as('hour'), ({ fn }) => fn.countAll<number>().as('count')])
    .where('created_at', '>=', momentInDhaka(before).toISOString())
    .groupBy(hour)
    .execute();
  const counts = new Map<string, number>();
  for (const { hour, count } of rows) {
    const day = dayInDhaka(new Date(`${hour}:00:00Z`));
    counts.set(day, (counts.get(day) ?? 0) + count);
  }
  const days = (from: string) =>
    Array.from({ length: chartDays }, (_, index) => dayAfter(from, index)).map((day) => ({
      day,
      count: counts.get(day) ?? 0,
    }));
  return { days: days(first), before: days(before).reduce((sum, { count }) => sum + count, 0) };
}

export async function pipelineOf(database: Database, now: Date): Promise<{ stage: Stage; count: number }[]> {
  const first = momentInDhaka(dayAfter(dayInDhaka(now), 1 - chartDays)).toISOString();
  const rows = await requests(database)
    .select(['stage', ({ fn }) => fn.countAll<number>().as('count')])
    .where('created_at', '>=', first)
    .groupBy('stage')
    .execute();
  return stages.map((stage) => ({ stage, count: rows.find((row) => row.stage === stage)?.count ?? 0 }));
}

export function latestRequests(database: Database, most: number) {
  return requests(database)
    .select(['id', 'name', 'institute_name', 'number', 'stage', 'created_at'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

export function dueUpTo(database: Database, day: string, most: number) {
  return selectLiveLeads(database)
    .leftJoin('users', 'users.id', 'demo_requests.owner_id')
    .select(['demo_requests.id', 'demo_requests.name', 'institute_name', 'number', 'next_step', 'next_step_on'])
    .select('users.name as owner')
    .where('stage', 'not in', ['won', 'lost'])
    .where('next_step_on', '<=', day)
    .orderBy('next_step_on')
    .orderBy('demo_requests.id')
    .limit(most)
    .execute();
}

export function newSince(database: Database, moment: Date, most: number) {
  return requests(database)
    .select(['id', 'name', 'institute_name', 'number'])
    .where('stage', '=', 'new')
    .where('created_at', '>=', moment.toISOString())
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}
