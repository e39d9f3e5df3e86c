import { sql } from 'kysely';
import type { Actor } from '#cms/audit/audit.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import {
  changeLead,
  familyOf,
  findLead,
  type LeadChange,
  type LockedLead,
  leadsOf,
  lockLead,
  lockLeads,
} from '../lead/data.server.ts';
import type { Duplicates, Lead } from '../lead/schema.ts';
import { selectLiveLeads } from '../lead/table.server.ts';
import { foldedTexts, foldInstitute } from '../lead/texts.server.ts';

/** Per way to be a duplicate, without the lead itself. */
const maxDuplicates = 20;

/**
 * Likely duplicates by number, then email address, then institute; each lead once, by the strongest match.
 * @throws {HttpError} 404
 */
export async function duplicatesOf(database: Database, id: number): Promise<Duplicates> {
  const found = await findDuplicates(database, await findLead(database, id));
  return found.filter(({ lead }) => lead.id !== id);
}

export async function findDuplicates(
  database: Database,
  lead: Pick<Lead, 'number' | 'email' | 'institute_name'>,
): Promise<Duplicates> {
  const institute_folded = foldInstitute(lead.institute_name);
  const others = () =>
    selectLiveLeads(database)
      .select('id')
      .orderBy('id', 'desc')
      .limit(maxDuplicates + 1);
  const ways = {
    number: lead.number && others().where('number', '=', lead.number),
    email: lead.email && others().where(sql<boolean>`lower(email) = ${lead.email.toLowerCase()}`),
    institute: institute_folded && others().where('institute_folded', '=', institute_folded),
  };
  const by = new Map<number, keyof typeof ways>();
  for (const way of ['number', 'email', 'institute'] as const) {
    const query = ways[way];
    for (const row of query ? await query.execute() : []) if (!by.has(row.id)) by.set(row.id, way);
  }
  const leads = await leadsOf(database, [...by.keys()]);
  return leads.map((each) => ({ by: by.get(each.id) ?? 'institute', lead: each }));
}

/**
 * Merged leads leave the lists; their history is shown with the target's, and a search for their texts finds the
 * target.
 * @throws {HttpError} 404, or 422 for leads that can't be merged
 */
export async function mergeLeads(transaction: Database, actor: Actor, id: number, ids: number[]): Promise<void> {
  const rows = await lockLeads(transaction, [id, ...ids]);
  const target = await lockLead(transaction, id);
  if (target.merged_into_id !== null) throw invalid({ ids: ['This lead was itself merged into another one.'] });
  if (ids.includes(id)) throw invalid({ ids: ['A lead can’t be merged into itself.'] });
  const isFree = (row: LockedLead) => row.id !== id && row.deleted_at === null && row.merged_into_id === null;
  if (rows.filter(isFree).length < ids.length)
    throw invalid({ ids: ['One of these leads is not there any more. Load the list again.'] });
  await setMergedInto({ transaction, actor, lead: target }, ids, id);
}

/** Each keeps what was merged into it before. @throws {HttpError} 404, 422 */
export async function unmergeLeads(transaction: Database, actor: Actor, id: number, ids: number[]): Promise<void> {
  const rows = await lockLeads(transaction, [id, ...ids]);
  const target = await lockLead(transaction, id);
  if (rows.filter((row) => row.merged_into_id === id).length < ids.length)
    throw invalid({ ids: ['One of these leads is not merged into this one any more.'] });
  await setMergedInto({ transaction, actor, lead: target }, ids, null);
}

export async function updateSearchText(transaction: Database, id: number): Promise<void> {
  const family = await transaction
    .selectFrom('demo_requests')
    .select(['id', 'name', 'institute_name', 'number', 'email'])
    .where('id', 'in', await familyOf(transaction, [id]))
    .orderBy('id')
    .execute();
  const own = family.find((row) => row.id === id);
  if (!own) return;
  const others = family.filter((row) => row !== own);
  const search_text = [own, ...others].map((row) => foldedTexts(row).search_text).join('');
  const { institute_folded } = foldedTexts(own);
  await transaction.updateTable('demo_requests').set({ search_text, institute_folded }).where('id', '=', id).execute();
}

async function setMergedInto(change: LeadChange, ids: number[], into: number | null): Promise<void> {
  await change.transaction
    .updateTable('demo_requests')
    .set({ merged_into_id: into, updated_at: new Date().toISOString() })
    .where('id', 'in', ids)
    .execute();
  await updateSearchText(change.transaction, change.lead.id);
  await changeLead(change, {}, { name: into === null ? 'unmerged' : 'merged', details: { ids }, audit: { ids } });
}
