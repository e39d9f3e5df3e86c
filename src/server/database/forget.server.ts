import { sql } from 'kysely';
import { isPostgres } from './dialect.server.ts';
import type { Database } from './open.server.ts';

/** Up to so many bytes a file is written anew in less time than anybody notices. */
const small = 16 * 2 ** 20;

/**
 * After a commit that erased people. SQLite writes over what is deleted (`secure_delete`), but where entries moved to
 * another page once, copies may stay in what is free of the old one, and in the log of writes: so a small file is written
 * anew, and the log is emptied. PostgreSQL cleans up by itself.
 * @throws where another process holds the file, or the disk is full
 */
export async function forgetErased(database: Database): Promise<void> {
  if (isPostgres(database)) return;
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(database);
  if ((rows[0]?.bytes ?? 0) <= small) await sql`vacuum`.execute(database);
  await sql`pragma wal_checkpoint(truncate)`.execute(database);
}
