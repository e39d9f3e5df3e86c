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
