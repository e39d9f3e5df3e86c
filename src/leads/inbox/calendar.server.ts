import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { todayInDhaka } from '#api/fields/dates.ts';
import { errors } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { leadCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { dayAfter } from '#platform/dhaka.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { type Calendar, calendarSchema, type Planned } from '../lead/schema.ts';
import { filterParameters, type LeadFilter, readLeadFilter, selectLeads } from './list.server.ts';

/** Leads per day in the answer; the list of that day has the others. */
const mostOfDay = 30;

const parameter = z.optional(z.catch(z.string(), ''));
const query = z.looseObject({
  ...Object.fromEntries(filterParameters.map((name) => [name, parameter])),
  month: parameter,
});

export function calendarApi({ database }: AppContext, scope: FastifyInstance): void {
  scope.get<{ Querystring: Record<string, unknown> }>(
    leadCalls.calendar,
    {
      schema: {
        summary: 'Get the calendar of leads',
        tags: [leadCalls.list],
        querystring: query,
        response: { 200: calendarSchema, ...errors(401, 422) },
      },
    },
    ({ query }) => {
      const { filter } = readLeadFilter(query);
      if (filter.trash) throw invalid({ trash: ['The trash has no calendar. Ask for the list.'] });
      return readCalendar(database, filter, readMonth(query.month));
    },
  );
}

async function readCalendar(database: Database, filter: LeadFilter, month: string): Promise<Calendar> {
  const first = `${month}-01`;
  // 31 days after the first day is always in the next month.
  const last = dayAfter(`${dayAfter(first, 31).slice(0, 7)}-01`, -1);
  const planned = { ...filter, stage: 'open' as const, nextFrom: first, nextTo: last };
  const [counts, leads] = await Promise.all([countsByDay(database, planned), firstOfDays(database, planned)]);
  const byDay = Map.groupBy(leads, ({ next_step_on }) => next_step_on);
  return {
    month,
    today: todayInDhaka(),
    total: counts.reduce((sum, { count }) => sum + count, 0),
    days: counts.map(({ day, count }) => ({ day, count, leads: byDay.get(day) ?? [] })),
  };
}

async function countsByDay(database: Database, filter: LeadFilter) {
  return selectLeads(database, filter)
    .select(['next_step_on as day', ({ fn }) => fn.countAll<number>().as('count')])
    .$narrowType<{ day: string }>()
    .groupBy('next_step_on')
    .orderBy('next_step_on')
    .execute();
}

async function firstOfDays(database: Database, filter: LeadFilter): Promise<Planned[]> {
  const placed = selectLeads(database, filter).select([
    'id',
    sql<number>`row_number() over (partition by next_step_on order by id)`.as('place'),
  ]);
  const rows = await database
    .selectFrom('demo_requests as lead')
    .innerJoin(placed.as('placed'), 'placed.id', 'lead.id')
    .leftJoin('users', 'users.id', 'lead.owner_id')
    .select(['lead.id', 'lead.name', 'institute_name', 'number', 'stage', 'next_step', 'next_step_on'])
    .select(['owner_id', 'users.name as owner_name'])
    .where('place', '<=', mostOfDay)
    .orderBy('next_step_on')
    .orderBy('lead.id')
    .execute();
  return rows.map(({ stage, owner_id, owner_name, next_step_on, ...rest }) => ({
    ...rest,
    status: stage,
    next_step_on: next_step_on ?? '',
    owner: owner_id === null ? null : { id: owner_id, name: owner_name ?? '' },
  }));
}

/** @throws {HttpError} 422 for an invalid month */
function readMonth(text: unknown): string {
  if (text === undefined || text === '') return todayInDhaka().slice(0, 7);
  if (typeof text !== 'string' || !/^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])$/.test(text))
    throw invalid({ month: ['Write the month as 2026-12.'] });
  return text;
}
