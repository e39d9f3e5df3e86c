import { PostgresAdapter } from 'kysely';
import type { Database } from './open.server.ts';

export function isPostgres(database: Database): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}

export function isUniqueViolation(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string };
  return errcode === sqliteUnique || errcode === sqlitePrimaryKey || code === postgresUnique;
}

export function isForeignKeyViolation(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string };
  return errcode === sqliteReference || code === postgresReference;
}

const sqliteUnique = 2067;
const sqlitePrimaryKey = 1555;
const sqliteReference = 787;
const postgresReference = '23503';
const postgresUnique = '23505';
