import { PostgresAdapter } from 'kysely';
import type { Database } from './open.server.ts';

export function isPostgres(database: Database): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}
