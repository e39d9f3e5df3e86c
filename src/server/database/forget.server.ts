import { sql } from 'kysely';
import { isPostgres } from './dialect.server.ts';
import type { Database } from './open.server.ts';

/**
 * After a commit that erases people: SQLite's file has them no more then (`secure_delete`), but the log of writes beside
 * it would until it is written over. Where somebody reads a backup at this moment, that log stays for now.
 */
export async function emptyWriteLog(database: Database): Promise<void> {
  if (!isPostgres(database)) await sql`pragma wal_checkpoint(truncate)`.execute(database);
}
