import path from 'node:path';
import { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { postgresDialect } from './postgres.server.ts';
import { sqliteDialect } from './sqlite.server.ts';
import type { Tables } from './tables.server.ts';

export type Database = Kysely<Tables>;

/** Opens the database that the settings name. Nothing is read or written yet. */
export function openDatabase(
  settings: { dataDir: string; databaseUrl: string | null },
  onError: (error: Error) => void,
): Database {
  const dialect = settings.databaseUrl
    ? postgresDialect(settings.databaseUrl, onError)
    : sqliteDialect(path.join(settings.dataDir, 'prangon.sqlite'));
  return new Kysely<Tables>({ dialect });
}

/**
 * Brings the tables up to date. Several instances may call it at once: one does the work, the others wait.
 * @throws what the database said, when it is away or a migration fails; nothing is left half-done
 */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations() } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

function migrations(): Record<string, Migration> {
  const modules = import.meta.glob<Migration>('../../../db/migrations/*.ts', { eager: true });
  return Object.fromEntries(
    Object.entries(modules).map(([file, migration]) => [path.basename(file, '.ts'), migration]),
  );
}
