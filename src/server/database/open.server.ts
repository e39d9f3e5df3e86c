import path from 'node:path';
import { Kysely } from 'kysely';
import type { OpenedPlace } from '../opened-place.server.ts';
import { postgresDialect } from './postgres.server.ts';
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
): Database {
  const dialect = settings.databaseUrl
    ? postgresDialect(settings.databaseUrl, onError, pace)
    : sqliteDialect(path.join(settings.dataDir, 'prangon.sqlite'), ground);
  return new Kysely<Tables>({ dialect });
}
