import { PostgresAdapter } from 'kysely';
import type { Database } from './open.server.ts';

/** For the few queries that the two databases understand differently. */
export function isPostgres(database: Database): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}

/** Whether a write failed because another row has the same value where each must be different. */
export function isTaken(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string };
  return errcode === sqliteUnique || errcode === sqlitePrimaryKey || code === postgresUnique;
}

/** Whether a write failed because what it refers to is not there. */
export function refersToNothing(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string };
  return errcode === sqliteReference || code === postgresReference;
}

const sqliteUnique = 2067;
const sqlitePrimaryKey = 1555;
const sqliteReference = 787;
const postgresReference = '23503';
const postgresUnique = '23505';
