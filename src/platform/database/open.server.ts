import path from 'node:path';
import { Kysely } from 'kysely';
import type { Client, Pool } from 'pg';
import type { DataDirectory } from '../data-directory.server.ts';
import { connectionBeside, postgresDialect } from './postgres.server.ts';
import { sqliteDialect } from './sqlite.server.ts';
import type { Tables } from './tables.server.ts';

export type Database = Kysely<Tables>;

/** Where a store is: in PostgreSQL, or in the file in `dataDir`. */
export interface StorePlace {
  dataDir: string;
  databaseUrl: string | null;
}

/**
 * Opens lazily: no query runs yet. SQLite is written only while its data directory is there. `unlimited` is for CLI
 * commands: no statement timeout on PostgreSQL.
 */
export function openDatabase(
  place: StorePlace,
  onError: (error: Error) => void,
  dataDirectory: DataDirectory | null = null,
  pace: 'limited' | 'unlimited' = 'limited',
): Database {
  if (!place.databaseUrl) {
    return new Kysely<Tables>({ dialect: sqliteDialect(path.join(place.dataDir, 'prangon.sqlite'), dataDirectory) });
  }
  const { dialect, pool } = postgresDialect(place.databaseUrl, onError, pace);
  const database = new Kysely<Tables>({ dialect });
  pools.set(database, pool);
  return database;
}

/** Without limits of time, and closed after `work`. */
export async function inDatabase<Answer>(
  place: StorePlace,
  work: (database: Database) => Promise<Answer>,
): Promise<Answer> {
  const database = openDatabase(place, () => undefined, null, 'unlimited');
  return work(database).finally(() => database.destroy());
}

const pools = new WeakMap<Database, Pool>();

/** Pool statistics of PostgreSQL; null with SQLite. */
export function connectionsOf(database: Database) {
  const pool = pools.get(database);
  if (!pool) return null;
  const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
  return { busy: totalCount - idle, idle, waiting };
}

export function ownConnection(database: Database): Client | null {
  const pool = pools.get(database);
  return pool ? connectionBeside(pool) : null;
}
