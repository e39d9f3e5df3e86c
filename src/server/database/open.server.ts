import path from 'node:path';
import { Kysely, type Logger } from 'kysely';
import type { Client, Pool } from 'pg';
import type { OpenedPlace } from '../opened-place.server.ts';
import { connectionBeside, postgresDialect } from './postgres.server.ts';
import { sqliteDialect } from './sqlite.server.ts';
import type { Tables } from './tables.server.ts';

export type Database = Kysely<Tables>;

/**
 * Opens the database that the settings name. Nothing is read or written yet. The embedded one is written only while its
 * `ground` is there. `unhurried` is for the command: PostgreSQL then takes its time.
 */
export function openDatabase(
  settings: { dataDir: string; databaseUrl: string | null },
  onError: (error: Error) => void,
  ground: OpenedPlace | null = null,
  pace: 'hurried' | 'unhurried' = 'hurried',
  log?: Logger,
): Database {
  const watched = log ? { log } : {};
  if (!settings.databaseUrl) {
    return new Kysely<Tables>({
      dialect: sqliteDialect(path.join(settings.dataDir, 'prangon.sqlite'), ground),
      ...watched,
    });
  }
  const { dialect, pool } = postgresDialect(settings.databaseUrl, onError, pace);
  const database = new Kysely<Tables>({ dialect, ...watched });
  pools.set(database, pool);
  return database;
}

const pools = new WeakMap<Database, Pool>();

/** The connections to PostgreSQL, and how many wait for one; null with the embedded database. */
export function connectionsOf(database: Database): { busy: number; idle: number; waiting: number } | null {
  const pool = pools.get(database);
  if (!pool) return null;
  const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
  return { busy: totalCount - idle, idle, waiting };
}

/** A connection to PostgreSQL beside those of the queries, for what must stay on one; null with the embedded database. */
export function ownConnection(database: Database): Client | null {
  const pool = pools.get(database);
  return pool ? connectionBeside(pool) : null;
}
