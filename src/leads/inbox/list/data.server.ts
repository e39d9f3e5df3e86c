import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import { todayInDhaka } from '#server/fields/dates.server.ts';
import { hasWords } from '#server/lists/search.server.ts';
import { oldestInTrash } from '#server/lists/trash.server.ts';
import type { PageOf } from '#server/paging.server.ts';
import { searchedText } from '../../form/folded-texts.server.ts';
import { type Stage, stages } from '../../lead-words.ts';
import { type Lead, openStages, type Sort } from '../schema.ts';
import type { LeadFilter } from './filter.server.ts';

const orders: Record<Sort, RawBuilder<unknown>> = {
  newest: sql`id desc`,
  waiting: sql`stage_since, id`,
  next_step: sql`next_step_on is null, next_step_on, stage_since, id`,
  changed: sql`stage_since desc, id desc`,
};

/** What comes first on the board: who waits longest, what is due next, what ended last. */
export const orderOnBoard: Record<Stage, Sort> = {
  new: 'waiting',
  contacted: 'next_step',
  demo_given: 'next_step',
  won: 'changed',
  lost: 'changed',
};

/** One page of the leads, without those that were merged into others. */
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

/** How many leads there are of each stage, and the first ones of each. */
export async function boardOfLeads(
  database: Database,
  filter: LeadFilter,
  perColumn: number,
): Promise<{ stage: Stage; leads: PageOf<Lead> }[]> {
  const rows = await matching(database, filter)
    .select(({ fn }) => ['stage', fn.countAll<number>().as('total')])
    .groupBy('stage')
    .execute();
  const totals = new Map(rows.map((row) => [row.stage, row.total]));
  const ids = new Map<Stage, number[]>();
  for (const stage of stages) {
    if (!totals.get(stage)) continue;
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
      total: totals.get(stage) ?? 0,
    },
  }));
}

export async function countLeads(database: Database, filter: LeadFilter): Promise<number> {
  const { total } = await matching(database, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The next ids below `before`, newest first: how a long list is read piece by piece while others write. */
export async function idsBelow(
  database: Database,
  filter: LeadFilter,
  before: number,
  limit: number,
): Promise<number[]> {
  const rows = await matching(database, filter)
    .select('id')
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** The leads of these ids in their order, whatever became of them. */
export async function leadsOf(database: Database, ids: number[]): Promise<Lead[]> {
  // An empty list of ids is no SQL.
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom('demo_requests as lead')
    .leftJoin('users', 'users.id', 'lead.owner_id')
    .select(['lead.id', 'lead.name', 'institute_name', 'number', 'lead.email', 'stage', 'stage_since', 'lost_reason'])
    .select(['owner_id', 'users.name as owner_name', 'next_step', 'next_step_on', 'spam', 'merged_into_id', 'page'])
    .select([
      'referrer',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'students',
      'package_note',
      'deleted_at',
      'access_mail',
    ])
    .select(['spam_reasons', 'lead.created_at', 'lead.updated_at', hasDuplicates.as('has_duplicates')])
    .where('lead.id', 'in', ids)
    .execute();
  const today = todayInDhaka();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { stage, stage_since, owner_id, owner_name, spam, spam_reasons, has_duplicates, ...rest } = row;
    const isOpen = openStages.some((open) => open === stage);
    return {
      ...rest,
      status: stage,
      status_since: stage_since,
      owner: owner_id === null ? null : { id: owner_id, name: owner_name ?? '' },
      overdue: isOpen && row.next_step_on !== null && row.next_step_on < today,
      spam: spam === 1,
      spam_reasons: spam_reasons.split(',').filter(Boolean),
      has_duplicates: Boolean(has_duplicates),
    };
  });
}

/** Each way to be a duplicate has its own index. */
const other = sql`other.id <> lead.id and other.merged_into_id is null and other.deleted_at is null and other.spam = 0`;
const hasDuplicates = sql<number | boolean>`(lead.merged_into_id is null and (
  exists (select 1 from demo_requests as other where lead.number <> '' and other.number = lead.number and ${other})
  or exists (select 1 from demo_requests as other
    where lead.email <> '' and lower(other.email) = lower(lead.email) and ${other})
  or exists (select 1 from demo_requests as other
    where lead.institute_folded <> '' and other.institute_folded = lead.institute_folded and ${other})))`;

interface Slice {
  sort: Sort;
  limit: number;
  offset: number;
}

async function idsOfLeads(database: Database, filter: LeadFilter, slice: Slice): Promise<number[]> {
  const rows = await matching(database, filter)
    .select('id')
    .orderBy(filter.trash ? sql`deleted_at desc, id desc` : orders[slice.sort])
    .limit(slice.limit)
    .offset(slice.offset)
    .execute();
  return rows.map((row) => row.id);
}

function matching(database: Database, filter: LeadFilter) {
  const { stage, owner, from, to, overdue, spam, trash } = filter;
  const found = hasWords(database, 'demo_requests', searchedText(filter.search));
  return database
    .selectFrom('demo_requests')
    .where('merged_into_id', 'is', null)
    .where('deleted_at', trash ? '>' : 'is', trash ? oldestInTrash() : null)
    .$if(!trash, (rows) => rows.where('spam', '=', spam ? 1 : 0))
    .$if(stage !== null, (rows) => rows.where('stage', '=', stage as Stage))
    .$if(owner === 'none', (rows) => rows.where('owner_id', 'is', null))
    .$if(typeof owner === 'number', (rows) => rows.where('owner_id', '=', owner as number))
    .$if(from !== null, (rows) => rows.where('created_at', '>=', beginOfDay(from ?? '')))
    .$if(to !== null, (rows) => rows.where('created_at', '<', beginOfDay(dayAfter(to ?? ''))))
    .$if(overdue, (rows) => rows.where('next_step_on', '<', todayInDhaka()).where('stage', 'in', openStages))
    .$if(found !== null, (rows) => rows.where(found ?? sql<boolean>`true`));
}

/** Dhaka is six hours ahead of UTC all year. */
function beginOfDay(day: string): string {
  return new Date(`${day}T00:00:00+06:00`).toISOString();
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
