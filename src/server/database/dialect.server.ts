import { PostgresAdapter } from 'kysely';
import type { Database } from './open.server.ts';

/** For the few queries that the two databases understand differently. */
export function isPostgres(database: Database): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}
