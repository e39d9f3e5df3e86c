import { type Actor, recordChange } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { countLeads, idsBelow, leadsOf } from '../list/data.server.ts';
import type { LeadFilter } from '../list/filter.server.ts';
import type { ExportedLead } from './columns.server.ts';

/** Leads that are read, and written down as exported, in one go. */
const atOnce = 500;

/** Larger than any id: leads that come while an export runs are not in it. */
async function aboveAll(database: Database): Promise<number> {
  const row = await database
    .selectFrom('demo_requests')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/**
 * Writes down who takes which leads out, and how many there are, before the first one leaves. What was searched for may
 * be a person's name or number, so the audit tells only that there was a search.
 */
export async function beginExport(
  database: Database,
  actor: Actor,
  filter: LeadFilter,
  format: string,
): Promise<{ count: number; before: number }> {
  const before = await aboveAll(database);
  const count = await countLeads(database, filter);
  const { search, ...rest } = filter;
  await database.transaction().execute((transaction) =>
    recordChange(transaction, actor, {
      action: 'export',
      kind: 'demo_requests',
      recordId: 0,
      before: null,
      after: { format, count, filter: { ...rest, searched: search !== '' } },
    }),
  );
  return { count, before };
}

/** The leads of a filter piece by piece, newest first; each gets a line in its history as it goes. */
export async function* exportedLeads(
  database: Database,
  actor: Actor,
  filter: LeadFilter,
  begin: number,
): AsyncGenerator<ExportedLead[]> {
  for (let before = begin; ; ) {
    const ids = await idsBelow(database, filter, before, atOnce);
    if (ids.length === 0) return;
    const leads = await leadsOf(database, ids);
    const notes = await notesOf(database, ids);
    await noteExport(database, actor, ids);
    yield leads.map((lead) => ({ ...lead, notes: notes.get(lead.id)?.join('\n') ?? '' }));
    before = ids.at(-1) ?? 0;
    // Between two pieces other visitors have their turn.
    await new Promise(setImmediate);
  }
}

async function notesOf(database: Database, ids: number[]): Promise<Map<number, string[]>> {
  const rows = await database
    .selectFrom('demo_request_events')
    .select(['request_id', 'details'])
    .where('request_id', 'in', ids)
    .where('event', '=', 'noted')
    .orderBy('id')
    .execute();
  const notes = new Map<number, string[]>();
  for (const { request_id, details } of rows) {
    const { note }: { note?: string } = JSON.parse(details ?? '{}');
    if (note) notes.set(request_id, [...(notes.get(request_id) ?? []), note]);
  }
  return notes;
}

async function noteExport(database: Database, actor: Actor, ids: number[]): Promise<void> {
  const now = new Date().toISOString();
  await database
    .insertInto('demo_request_events')
    .values(
      ids.map((id) => ({
        request_id: id,
        event: 'exported' as const,
        created_at: now,
        user_id: actor.user.id,
        details: null,
      })),
    )
    .execute();
}
