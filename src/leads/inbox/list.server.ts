import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { dateField, todayInDhaka } from '#api/fields/dates.ts';
import { cleanLine, lengthOf } from '#api/text.ts';
import { hasWords } from '#cms/collections/search.server.ts';
import { oldestInTrash } from '#cms/collections/trash.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { dayAfter, momentInDhaka } from '#platform/dhaka.server.ts';
import { invalid } from '#platform/errors.server.ts';
import type { PageOf } from '#platform/http/paging.server.ts';
import { leadsOf } from '../lead/data.server.ts';
import { leadLimits } from '../lead/limits.ts';
import { type ChosenLead, type Lead, openStages, type Sort, sorts } from '../lead/schema.ts';
import { type LeadOrigin, leadOrigins, type Stage, stages } from '../lead/strings.ts';
import { searchedTexts } from '../lead/texts.server.ts';

const orders: Record<Sort, RawBuilder<unknown>> = {
  newest: sql`id desc`,
  // Requests come before imported contacts, however old those are.
  waiting: sql`origin = 'imported', stage_since, id`,
  next_step: sql`next_step_on is null, next_step_on, stage_since, id`,
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
  const ids =
    (page - 1) * perPage >= total
      ? []
      : await idsOfLeads(database, filter, { sort, limit: perPage, offset: (page - 1) * perPage });
  return { items: await leadsOf(database, ids), page, perPage, total };
}

export async function boardOfLeads(
  database: Database,
  filter: LeadFilter,
  perColumn: number,
): Promise<{ stage: Stage; leads: PageOf<Lead>; imported: number }[]> {
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
    ids.set(stage, await idsOfLeads(database, { ...filter, stage }, { sort, limit: perColumn, offset: 0 }));
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

export async function countLeads(database: Database, filter: LeadFilter): Promise<number> {
  const { total } = await selectLeads(database, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
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
    .orderBy(filter.trash ? sql`deleted_at desc, id desc` : orders[slice.sort])
    .limit(slice.limit)
    .offset(slice.offset)
    .execute();
  return rows.map((row) => row.id);
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
  const { stage, owner, from, to, overdue, spam, trash, origin, source, called, valued } = filter;
  const { sinceFrom, sinceTo, nextFrom, nextTo } = filter;
  const found = searchedTexts(filter.search).flatMap((text) => hasWords(database, 'demo_requests', text) ?? []);
  return (
    database
      .selectFrom('demo_requests')
      .where('merged_into_id', 'is', null)
      .where('deleted_at', trash ? '>' : 'is', trash ? oldestInTrash() : null)
      .$if(!trash, (rows) => rows.where('spam', '=', spam ? 1 : 0))
      .$if(stage === 'open', (rows) => rows.where('stage', 'in', openStages))
      .$if(stage !== null && stage !== 'open', (rows) => rows.where('stage', '=', stage as Stage))
      .$if(origin === 'not_imported', (rows) => rows.where('origin', '<>', 'imported'))
      .$if(origin !== null && origin !== 'not_imported', (rows) => rows.where('origin', '=', origin as LeadOrigin))
      .$if(source !== null, (rows) => rows.where(leadSource, '=', source))
      .$if(called !== null, (rows) => rows.where('called_after', called ? 'is not' : 'is', null))
      .$if(valued, (rows) => rows.where('value', 'is not', null))
      // An imported lead may have been won or lost long ago: it counts only if its stage changed after the import.
      .$if(sinceFrom !== null || sinceTo !== null, (rows) =>
        rows.where(({ eb, or }) => or([eb('origin', '<>', 'imported'), eb('stage_since', '<>', eb.ref('created_at'))])),
      )
      .$if(sinceFrom !== null, (rows) => rows.where('stage_since', '>=', momentInDhaka(sinceFrom ?? '').toISOString()))
      .$if(sinceTo !== null, (rows) =>
        rows.where('stage_since', '<', momentInDhaka(dayAfter(sinceTo ?? '', 1)).toISOString()),
      )
      .$if(owner === 'none', (rows) => rows.where('owner_id', 'is', null))
      .$if(typeof owner === 'number', (rows) => rows.where('owner_id', '=', owner as number))
      .$if(from !== null, (rows) => rows.where('created_at', '>=', momentInDhaka(from ?? '').toISOString()))
      .$if(to !== null, (rows) => rows.where('created_at', '<', momentInDhaka(dayAfter(to ?? '', 1)).toISOString()))
      .$if(nextFrom !== null, (rows) => rows.where('next_step_on', '>=', nextFrom))
      .$if(nextTo !== null, (rows) => rows.where('next_step_on', '<=', nextTo))
      .$if(overdue, (rows) => rows.where('next_step_on', '<', todayInDhaka()).where('stage', 'in', openStages))
      .$if(found.length > 0, (rows) => rows.where(({ or }) => or(found)))
  );
}

export const leadSource = sql<string>`coalesce(nullif(lower(utm_source), ''), nullif(lower(referrer), ''), 'direct')`;

export interface LeadFilter {
  search: string;
  stage: Stage | 'open' | null;
  owner: number | 'none' | null;
  /** First and last day on which it was received, in Dhaka; YYYY-MM-DD. */
  from: string | null;
  to: string | null;
  /** First and last day on which it came to its current stage. */
  sinceFrom: string | null;
  sinceTo: string | null;
  origin: LeadOrigin | 'not_imported' | null;
  source: string | null;
  nextFrom: string | null;
  nextTo: string | null;
  called: boolean | null;
  valued: boolean;
  overdue: boolean;
  spam: boolean;
  trash: boolean;
}

export const allLeads: LeadFilter = {
  search: '',
  stage: null,
  owner: null,
  from: null,
  to: null,
  sinceFrom: null,
  sinceTo: null,
  nextFrom: null,
  nextTo: null,
  origin: null,
  source: null,
  called: null,
  valued: false,
  overdue: false,
  spam: false,
  trash: false,
};

export const filterParameters = [
  ...(['search', 'status', 'owner', 'date_from', 'date_to'] as const),
  ...(['since_from', 'since_to', 'next_from', 'next_to', 'origin', 'source', 'called', 'valued'] as const),
  ...(['overdue', 'spam', 'trash', 'sort'] as const),
] as const;

const origins = [...leadOrigins, 'not_imported'] as const;

const limits = { search: 200, words: 10 };

const day = z
  .union([z.literal('').transform(() => null), dateField])
  .nullish()
  .transform((value) => value ?? null);
const flag = z
  .enum(['', '0', '1'], { error: 'Write 1 or 0.' })
  .nullish()
  .transform((value) => value === '1');

const shape = z
  .object({
    search: z
      .string()
      .nullish()
      .transform((value) => cleanLine(value ?? ''))
      .refine((value) => lengthOf(value) <= limits.search, {
        error: `Search for at most ${limits.search} characters.`,
      })
      .refine((value) => value.split(' ').length <= limits.words, {
        error: `Search for at most ${limits.words} words.`,
      }),
    status: z
      .union([z.enum([...stages, 'open']), z.literal('')], { error: `Choose one of ${stages.join(', ')}, open.` })
      .nullish(),
    owner: z
      .string()
      .regex(/^(?:|none|[1-9][0-9]{0,8})$/, { error: 'Choose an owner.' })
      .nullish(),
    date_from: day,
    date_to: day,
    since_from: day,
    since_to: day,
    next_from: day,
    next_to: day,
    origin: z.union([z.enum(origins), z.literal('')], { error: `Choose one of ${origins.join(', ')}.` }).nullish(),
    source: z.string().max(200, { error: 'At most 200 characters.' }).nullish(),
    called: z.enum(['', '0', '1'], { error: 'Write 1 or 0.' }).nullish(),
    valued: flag,
    overdue: flag,
    spam: flag,
    trash: flag,
    sort: z.union([z.enum(sorts), z.literal('')], { error: `Choose one of ${sorts.join(', ')}.` }).nullish(),
  })
  .refine(({ date_from, date_to }) => !date_from || !date_to || date_from <= date_to, {
    path: ['date_to'],
    error: 'The last day must not lie before the first one.',
  })
  .refine(({ since_from, since_to }) => !since_from || !since_to || since_from <= since_to, {
    path: ['since_to'],
    error: 'The last day must not lie before the first one.',
  })
  .transform(({ status, owner, origin, source, called, sort, search, valued, overdue, spam, trash, ...days }) => {
    const filter: LeadFilter = {
      search,
      valued,
      overdue,
      spam,
      trash,
      stage: status || null,
      owner: owner === 'none' ? owner : owner ? Number(owner) : null,
      from: days.date_from,
      to: days.date_to,
      sinceFrom: days.since_from,
      sinceTo: days.since_to,
      nextFrom: days.next_from,
      nextTo: days.next_to,
      origin: origin || null,
      source: source || null,
      called: called ? called === '1' : null,
    };
    return { filter, sort: sort || null };
  });

/** @throws {HttpError} 422 for an invalid filter, because ignoring it would show more leads than were asked for */
export function readLeadFilter(query: Record<string, unknown>): { filter: LeadFilter; sort: Sort | null } {
  const parsed = shape.safeParse(query);
  if (!parsed.success) throw invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  return parsed.data;
}
