import { sql } from 'kysely';
import { isPostgres } from './is-postgres.server.ts';
import type { Database } from './open.server.ts';

const small = 16 * 2 ** 20;

/**
 * Run after a commit that erased personal data. SQLite's `secure_delete` overwrites deleted rows, but moved pages and
 * the WAL may keep copies: vacuum small files and truncate the WAL. PostgreSQL's autovacuum does it by itself.
 * @throws if another process holds the file, or the disk is full
 */
export async function forgetErased(database: Database): Promise<void> {
  if (isPostgres(database)) return;
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(database);
  if ((rows[0]?.bytes ?? 0) <= small) await sql`vacuum`.execute(database);
  await sql`pragma wal_checkpoint(truncate)`.execute(database);
}
