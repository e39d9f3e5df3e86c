import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { dateField, oneOf, todayInDhaka } from '#api/shapes.ts';
import { cleanLine, lengthOf } from '#api/text.ts';
import { queryParameter, searchParameter } from '#cms/collections/answers.server.ts';
import { hasWords } from '#cms/collections/listed-table.server.ts';
import { oldestInTrash } from '#cms/collections/trash.server.ts';
import { t } from '#i18n/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows } from '#platform/database/rows.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';
import { dayAfter, minuteInDhaka, momentInDhaka } from '#platform/dhaka.server.ts';
import { invalid } from '#platform/errors.server.ts';
import type { PageOf } from '#platform/http/paging.server.ts';
import { leadsOf } from '../lead/data.server.ts';
import { type Calendar, type ChosenLead, type Lead, openStages, type Sort, sorts } from '../lead/schema.ts';
import { leadLimits, leadOrigins, type Stage, stages } from '../lead/strings.ts';
import { leadSource } from '../lead/table.server.ts';
import { searchedTexts } from '../lead/texts.server.ts';
import type { filterNames } from './addresses.ts';

const orders: Record<Sort, RawBuilder<unknown>> = {
  newest: sql`id desc`,
  // Requests come before imported contacts, however old those are.
  waiting: sql`origin = 'imported', stage_since, id`,
  next_step: sql`next_step_on is null, next_step_on, next_step_time is null, next_step_time, stage_since, id`,
  changed: sql`stage_since desc, id desc`,
};

export const orderOnBoard: Record<Stage, Sort> = {
  new: 'waiting',
  contacted: 'next_step',
  demo_given: 'next_step',
  won: 'changed',
  lost: 'changed',
};

export async function pageOfLeads(
  database: Database,
  filter: LeadFilter,
  { sort, page, perPage }: { sort: Sort; page: number; perPage: number },
): Promise<PageOf<Lead>> {
  const total = await countLeads(database, filter);
  const ids = await idsOfLeads(database, filter, { sort, limit: perPage, offset: (page - 1) * perPage });
  return { items: await leadsOf(database, ids), page, perPage, total };
}

export async function boardOfLeads(database: Database, filter: LeadFilter, perColumn: number) {
  const rows = await selectLeads(database, filter)
    .select(({ fn }) => [
      'stage',
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('origin', '=', 'imported').as('imported'),
    ])
    .groupBy('stage')
    .execute();
  const counts = new Map(rows.map((row) => [row.stage, row]));
  const ids = new Map<Stage, number[]>();
  for (const stage of stages) {
    if (!counts.has(stage)) continue;
    const sort = orderOnBoard[stage];
    ids.set(stage, await idsOfLeads(database, { ...filter, status: stage }, { sort, limit: perColumn, offset: 0 }));
  }
  const leads = new Map((await leadsOf(database, [...ids.values()].flat())).map((lead) => [lead.id, lead]));
  return stages.map((stage) => ({
    stage,
    leads: {
      items: (ids.get(stage) ?? []).flatMap((id) => leads.get(id) ?? []),
      page: 1,
      perPage: perColumn,
      total: counts.get(stage)?.total ?? 0,
    },
    imported: counts.get(stage)?.imported ?? 0,
  }));
}

/** Leads per day in the answer; the list of that day has the others. */
const mostOfDay = 30;

/** Five weeks. */
export async function readCalendar(database: Database, filter: LeadFilter, first: string): Promise<Calendar> {
  const last = dayAfter(first, 34);
  const planned = { ...filter, status: 'open' as const, next_from: first, next_to: last };
  const byDay = Map.groupBy(await firstOfDays(database, planned), ({ next_step_on }) => next_step_on);
  const days = [...byDay].map(([day, leads]) => ({ day, count: leads[0]?.count ?? 0, leads }));
  return { first, last, today: todayInDhaka(), total: days.reduce((sum, { count }) => sum + count, 0), days };
}

/** Each with the number of all leads of its day. */
async function firstOfDays(database: Database, filter: LeadFilter) {
  const placed = selectLeads(database, filter).select([
    'id',
    sql<number>`row_number() over (partition by next_step_on order by id)`.as('place'),
    sql<number>`count(*) over (partition by next_step_on)`.as('count'),
  ]);
  const rows = await database
    .selectFrom('demo_requests as lead')
    .innerJoin(placed.as('placed'), 'placed.id', 'lead.id')
    .leftJoin('users', 'users.id', 'lead.owner_id')
    .select([
      'lead.id',
      'lead.name',
      'institute_name',
      'number',
      'stage',
      'next_step',
      'next_step_on',
      'next_step_time',
    ])
    .select(['owner_id', 'users.name as owner_name', 'count'])
    .where('place', '<=', mostOfDay)
    .orderBy('next_step_on')
    .orderBy(sql`next_step_time is null, next_step_time`)
    .orderBy('lead.id')
    .execute();
  return rows.map(({ stage, owner_id, owner_name, next_step_on, ...rest }) => ({
    ...rest,
    status: stage,
    next_step_on: next_step_on ?? '',
    owner: owner_id === null ? null : { id: owner_id, name: owner_name ?? '' },
  }));
}

export function countLeads(database: Database, filter: LeadFilter): Promise<number> {
  return countRows(selectLeads(database, filter));
}

/** Newest first; pages by id, so that concurrent writes don't shift the batches. */
export async function idsBelow(database: Database, filter: LeadFilter, before: number, limit: number) {
  const rows = await selectLeads(database, filter)
    .select('id')
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

interface Slice {
  sort: Sort;
  limit: number;
  offset: number;
}

async function idsOfLeads(database: Database, filter: LeadFilter, slice: Slice): Promise<number[]> {
  const rows = await selectLeads(database, filter)
    .select('id')
    .$if(filter.queue !== null, (query) => query.orderBy(isLaterToday()))
    .orderBy(filter.trash ? sql`deleted_at desc, id desc` : orders[slice.sort])
    .limit(slice.limit)
    .offset(slice.offset)
    .execute();
  return rows.map((row) => row.id);
}

/** In a queue they come last until their hour. */
function isLaterToday() {
  return sql`coalesce(next_step_on || 'T' || next_step_time, '') > ${minuteInDhaka(new Date())}`;
}

export async function chosenLeads(database: Database, filter: LeadFilter): Promise<ChosenLead[]> {
  const rows = await selectLeads(database, filter)
    .select(['id', 'stage', 'lost_reason', 'spam'])
    .orderBy('id', 'desc')
    .limit(leadLimits.selected)
    .execute();
  return rows.map(({ id, stage, lost_reason, spam }) => ({ id, status: stage, lost_reason, spam: spam === 1 }));
}

/** Lists and figures share this query, so that their counts agree. */
export function selectLeads(database: Database, filter: LeadFilter) {
  const found = searchedTexts(filter.search).flatMap((text) => hasWords(database, 'demo_requests', text) ?? []);
  const query = database.selectFrom('demo_requests').where((eb) => matchesFilter(eb, filter));
  return found.length > 0 ? query.where((eb) => eb.or(found)) : query;
}

/** Whether a lead is one of a filter, whose search is left out. */
export function matchesFilter(eb: Leads, filter: LeadFilter) {
  const conditions = [...placesOf(eb, filter), ...facts(eb, filter), ...daysOf(eb, filter)];
  return eb.and(conditions.filter((condition) => condition !== false));
}

type Leads = ExpressionBuilder<Tables, 'demo_requests'>;

function placesOf(eb: Leads, { trash, spam, status, overdue, queue }: LeadFilter) {
  return [
    eb('merged_into_id', 'is', null),
    trash ? eb('deleted_at', '>', oldestInTrash()) : eb('deleted_at', 'is', null),
    !trash && eb('spam', '=', spam ? 1 : 0),
    status === 'open' && eb('stage', 'in', openStages),
    status !== null && status !== 'open' && eb('stage', '=', status),
    overdue && eb('next_step_on', '<', todayInDhaka()).and('stage', 'in', openStages),
    ...(queue === null ? [] : queueOf(eb, queue)),
  ];
}

/** What is due by today or was asked newly, of this user or of nobody. Imported contacts come in once they are due. */
function queueOf(eb: Leads, userId: number) {
  const isNew = eb('stage', '=', 'new').and('next_step_on', 'is', null).and('origin', '<>', 'imported');
  return [
    eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', userId)]),
    eb.or([eb('next_step_on', '<=', todayInDhaka()).and('stage', 'in', openStages), isNew]),
  ];
}

function facts(eb: Leads, { owner, origin, source, called, valued }: LeadFilter) {
  return [
    owner === 'none' && eb('owner_id', 'is', null),
    typeof owner === 'number' && eb('owner_id', '=', owner),
    origin === 'not_imported' && eb('origin', '<>', 'imported'),
    origin !== null && origin !== 'not_imported' && eb('origin', '=', origin),
    source !== null && eb(leadSource, '=', source),
    called !== null && eb('called_after', called ? 'is not' : 'is', null),
    valued && eb('value', 'is not', null),
  ];
}

function daysOf(eb: Leads, filter: LeadFilter) {
  const { date_from, date_to, since_from, since_to, next_from, next_to } = filter;
  return [
    date_from !== null && eb('created_at', '>=', startOf(date_from)),
    date_to !== null && eb('created_at', '<', endOf(date_to)),
    since_from !== null && eb('stage_since', '>=', startOf(since_from)),
    since_to !== null && eb('stage_since', '<', endOf(since_to)),
    // An imported lead may have been won or lost long ago: it counts only if its stage changed after the import.
    (since_from ?? since_to) !== null &&
      eb.or([eb('origin', '<>', 'imported'), eb('stage_since', '<>', eb.ref('created_at'))]),
    next_from !== null && eb('next_step_on', '>=', next_from),
    next_to !== null && eb('next_step_on', '<=', next_to),
  ];
}

function startOf(day: string): string {
  return momentInDhaka(day).toISOString();
}

function endOf(day: string): string {
  return startOf(dayAfter(day, 1));
}

const limits = { search: 200, words: 10 };
const origins = [...leadOrigins, 'not_imported'] as const;

/** Null for a parameter that is missing or empty. */
function optional<T>(field: z.ZodType<T>) {
  const nothing = z.literal('').transform(() => null);
  return z
    .union([nothing, field])
    .nullish()
    .transform((value) => value ?? null);
}

const day = optional(dateField);
const bit = z.enum(['0', '1'], { error: 'Write 1 or 0.' }).transform((value) => value === '1');
const flag = optional(bit).transform((value) => value ?? false);

/** Days are the first and the last one, in Dhaka: of the request, of its current stage, of the next step. */
const filterSchema = z.object({
  search: z
    .string()
    .nullish()
    .transform((value) => cleanLine(value ?? ''))
    .refine((value) => lengthOf(value) <= limits.search, {
      error: () => t`Search for at most ${limits.search} characters.`,
    })
    .refine((value) => value.split(' ').length <= limits.words, {
      error: () => t`Search for at most ${limits.words} words.`,
    }),
  status: optional(oneOf([...stages, 'open'])),
  owner: optional(
    z
      .string()
      .regex(/^(?:none|[1-9][0-9]{0,8})$/, { error: 'Choose an owner.' })
      .transform((text) => (text === 'none' ? text : Number(text))),
  ),
  date_from: day,
  date_to: day,
  since_from: day,
  since_to: day,
  next_from: day,
  next_to: day,
  origin: optional(oneOf(origins)),
  source: optional(z.string().max(200, { error: 'At most 200 characters.' }).transform(cleanLine)),
  called: optional(bit),
  valued: flag,
  overdue: flag,
  /** The id of the user whose queue it is. */
  queue: optional(
    z
      .string()
      .regex(/^[1-9][0-9]{0,8}$/, { error: 'Choose a user.' })
      .transform(Number),
  ),
  spam: flag,
  trash: flag,
});
export type LeadFilter = z.output<typeof filterSchema>;

export const allLeads: LeadFilter = filterSchema.parse({});

function inOrder(first: 'date_from' | 'since_from', last: 'date_to' | 'since_to') {
  const error = t('The last day must not lie before the first one.');
  return z.refine<LeadFilter>((filter) => !filter[first] || !filter[last] || filter[first] <= filter[last], {
    path: [last],
    error,
  });
}

const querySchema = filterSchema
  .extend({ sort: optional(oneOf(sorts)) })
  .check(inOrder('date_from', 'date_to'), inOrder('since_from', 'since_to'));

const dayIn = (what: string) => queryParameter(`${what}, in Dhaka`, { type: 'string', format: 'date' });
const flagOf = (what: string) => queryParameter(`1: ${what}`, { type: 'integer', enum: [1, 0] });

/** For the description of the calls; `readLeadFilter` refuses what makes no sense. */
export const filterQuery: Record<(typeof filterNames)[number], ReturnType<typeof queryParameter>> = {
  search: searchParameter,
  status: queryParameter('The stage, or all open ones', { enum: [...stages, 'open'] }),
  owner: queryParameter('The id of a user, or `none`'),
  date_from: dayIn('Came on this day or later'),
  date_to: dayIn('Came on this day or earlier'),
  since_from: dayIn('In its stage since this day or later'),
  since_to: dayIn('In its stage since this day or earlier'),
  next_from: dayIn('Next step on this day or later'),
  next_to: dayIn('Next step on this day or earlier'),
  origin: queryParameter('Where it comes from', { enum: [...origins] }),
  source: queryParameter('The `utm_source`, else the page that led here, else `direct`'),
  called: queryParameter('1: called already; 0: not yet', { type: 'integer', enum: [1, 0] }),
  valued: flagOf('has a value'),
  overdue: flagOf('its next step was due before today'),
  queue: queryParameter('The id of a user: what he or she has to do by today', { type: 'integer', minimum: 1 }),
  spam: flagOf('spam instead of leads'),
  trash: flagOf('what was deleted in the last 30 days'),
  sort: queryParameter('The order; the newest first if not given', { enum: [...sorts] }),
};

/** @throws {HttpError} 422 for an invalid filter, because ignoring it would show more leads than were asked for */
export function readLeadFilter(query: Record<string, unknown>) {
  const parsed = querySchema.safeParse(query);
  if (!parsed.success) throw invalid(z.flattenError(parsed.error).fieldErrors);
  const { sort, ...filter } = parsed.data;
  return { filter, sort };
}
