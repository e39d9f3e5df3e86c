import type { Pending } from '#api/records.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { Actor } from '../audit/audit.server.ts';
import { type Fields, noteDraftPictures, type RecordRef } from './history.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    drafts: DraftsTable;
  }
}

interface DraftsTable {
  kind: string;
  record_id: number;
  fields: string;
  user_id: number;
  user_name: string;
  record_updated_at: string;
  updated_at: string;
}

export interface Draft {
  fields: Fields;
  recordUpdatedAt: string;
  updatedAt: string;
}

export async function findDraft(database: Database, { kind, id }: RecordRef): Promise<Draft | null> {
  const row = await database
    .selectFrom('drafts')
    .select(['fields', 'record_updated_at', 'updated_at'])
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .executeTakeFirst();
  return row
    ? { fields: JSON.parse(row.fields), recordUpdatedAt: row.record_updated_at, updatedAt: row.updated_at }
    : null;
}

export async function saveDraft(transaction: Database, place: RecordRef, draft: Draft, { user }: Actor): Promise<void> {
  const fields = JSON.stringify(draft.fields);
  await discardDraft(transaction, place);
  await transaction
    .insertInto('drafts')
    .values({
      kind: place.kind,
      record_id: place.id,
      fields,
      user_id: user.id,
      user_name: user.name ?? user.email,
      record_updated_at: draft.recordUpdatedAt,
      updated_at: draft.updatedAt,
    })
    .execute();
  await noteDraftPictures(transaction, place, fields);
}

export async function discardDraft(transaction: Database, place: RecordRef): Promise<void> {
  await transaction.deleteFrom('drafts').where('kind', '=', place.kind).where('record_id', '=', place.id).execute();
  await noteDraftPictures(transaction, place, null);
}

export function withPending<R extends { id: number; status: number }>(
  kind: string,
  read: (database: Database, ids: number[]) => Promise<R[]>,
): (database: Database, ids: number[]) => Promise<(R & { pending: Pending | null })[]> {
  return async (database, ids) => {
    const records = await read(database, ids);
    const pending = await pendingOf(database, kind, ids);
    return records.map((record) => {
      const more = pending.get(record.id);
      return { ...record, pending: more ? { shown: record.status === 1, ...more } : null };
    });
  };
}

async function pendingOf(database: Database, kind: string, ids: number[]): Promise<Map<number, ToCome>> {
  const drafts = await database
    .selectFrom('drafts')
    .select(['record_id', 'updated_at', 'user_name'])
    .where('kind', '=', kind)
    .where('record_id', 'in', ids)
    .execute();
  const times = await database
    .selectFrom('schedules')
    .select(['record_id', 'action', 'next_attempt_at', 'state', 'reason'])
    .where('kind', '=', kind)
    .where('record_id', 'in', ids)
    .execute();
  const pending = new Map<number, ToCome>();
  for (const { record_id, updated_at, user_name } of drafts)
    pending.set(record_id, { ...nothing, draft_at: updated_at, draft_by: user_name });
  for (const { record_id, action, next_attempt_at, state, reason } of times) {
    const time = state === 'failed' ? { failed: reason ?? '' } : { [`${action}_at`]: next_attempt_at };
    pending.set(record_id, { ...(pending.get(record_id) ?? nothing), ...time });
  }
  return pending;
}

type ToCome = Omit<Pending, 'shown'>;

const nothing: ToCome = { draft_at: null, draft_by: null, publish_at: null, unpublish_at: null, failed: null };
