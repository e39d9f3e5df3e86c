import { existsSync } from 'node:fs';
import path from 'node:path';
import { type MigrationStatus, migrationStatus, newerVersion, otherBuild } from '#platform/database/migrate.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { type FileStore, openFileStore } from '#platform/files/file-store.server.ts';
import { readSettings, type Settings } from '#platform/settings/settings.server.ts';
import { CommandError } from './command.server.ts';
import { inDatabase } from './portable/snapshot.server.ts';

export interface OpenStore {
  settings: Settings;
  database: Database;
  files: FileStore;
}

/**
 * Opens the store that the settings name and closes it after `work`. A server may run at the same time.
 * @throws {CommandError} if there is no store, or another version made its tables
 */
export async function withStore<Answer>(
  env: Record<string, string | undefined>,
  work: (store: OpenStore) => Promise<Answer>,
): Promise<Answer> {
  assertStoreExists(env);
  return inDatabase(readSettings(env, false), async (database) => {
    const status = await migrationStatus(database);
    if (status !== 'current') throw new CommandError(statusMessages[status]);
    const settings = readSettings(env);
    return work({ settings, database, files: await openFileStore(settings) });
  });
}

/** Opening SQLite's file would create it. */
function assertStoreExists(env: Record<string, string | undefined>): void {
  const folder = path.resolve(env.DATA_DIR || './data');
  const place = path.join(folder, env.DATABASE_URL ? '' : 'prangon.sqlite');
  if (existsSync(place)) return;
  throw new CommandError(`There is no store here: ${place} is missing. Set DATA_DIR as it is set for the server.`);
}

export const statusMessages: Record<Exclude<MigrationStatus, 'current'>, string> = {
  none: 'The database has no tables yet. Start the server on it once, or check DATABASE_URL.',
  older: 'An older version made this store. Start the server of this version on it once, then try again.',
  newer: newerVersion,
  other: otherBuild,
};
