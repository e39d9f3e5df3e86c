import type { Generated } from 'kysely';
import type { PreviewLink } from '#api/records.ts';
import { previews } from '#paths.ts';
import { timestampIn } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { hashOfToken, newToken } from '#platform/session/sessions.server.ts';
import type { Fields, RecordRef } from './history.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    previews: PreviewsTable;
  }
}

/** The token gives access to the page and nothing else. */
interface PreviewsTable {
  id: Generated<number>;
  token_hash: string;
  kind: string;
  record_id: number | null;
  /** An unsaved form as JSON. Null: the record's draft at the time of opening. */
  fields: string | null;
  user_id: number;
  created_at: string;
  expires_at: string;
}

/** Lifetimes in seconds: next to the form, and as a shared link. */
const lives = { beside: 15 * 60, colleague: 86_400 } as const;

export interface Preview {
  kind: string;
  recordId: number | null;
  fields: Fields | null;
}

export async function savePreview(
  database: Database,
  { kind, id }: { kind: string; id: number | null },
  userId: number,
  fields: Fields,
): Promise<PreviewLink> {
  return database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('previews').where('user_id', '=', userId).where('fields', 'is not', null).execute();
    return insert(transaction, { kind, record_id: id, user_id: userId, fields: JSON.stringify(fields) }, lives.beside);
  });
}

export async function shareDraft(database: Database, { kind, id }: RecordRef, userId: number): Promise<PreviewLink> {
  return insert(database, { kind, record_id: id, user_id: userId, fields: null }, lives.colleague);
}

/** Links of deactivated users don't work. */
export async function findPreview(database: Database, token: string): Promise<Preview | null> {
  const row = await database
    .selectFrom('previews')
    .innerJoin('users', 'users.id', 'previews.user_id')
    .select(['kind', 'record_id', 'fields'])
    .where('users.status', '=', 1)
    .where('token_hash', '=', hashOfToken(token))
    .where('expires_at', '>', timestampIn(database, 0))
    .executeTakeFirst();
  return row ? { kind: row.kind, recordId: row.record_id, fields: row.fields && JSON.parse(row.fields) } : null;
}

export async function sweepPreviews(database: Database): Promise<void> {
  await database.deleteFrom('previews').where('expires_at', '<=', timestampIn(database, 0)).execute();
}

async function insert(
  database: Database,
  row: Pick<PreviewsTable, 'kind' | 'record_id' | 'user_id' | 'fields'>,
  seconds: number,
): Promise<PreviewLink> {
  const token = newToken();
  const { expires_at } = await database
    .insertInto('previews')
    .values({
      ...row,
      token_hash: hashOfToken(token),
      created_at: timestampIn(database, 0),
      expires_at: timestampIn(database, seconds),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { url: previews.page(token), expires_at };
}
