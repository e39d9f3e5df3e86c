import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { migrate } from '../../src/platform/database/migrate.server.ts';
import { type Database, openDatabase } from '../../src/platform/database/open.server.ts';
import { projectRoot } from '../../src/platform/settings/project-root.server.ts';
import { createDatabase, dropDatabase, withAdmin } from './postgres/databases.ts';
import { quickFolder } from './quick-folder.ts';

export type StoreKind = 'sqlite' | 'postgres';

/** Where an app under test keeps everything: a fresh folder, and on PostgreSQL a fresh database. */
export interface Store {
  kind: StoreKind;
  dataDir: string;
  databaseUrl: string | null;
  remove: () => Promise<void>;
}

/** The database of the project that runs (`sqlite` or `postgres`). */
export const storeKind: StoreKind = process.env.TEST_STORE === 'postgres' ? 'postgres' : 'sqlite';

/** The versions of which a store is kept, see `test/stores`. */
export const releasedVersions = readdirSync(path.join(projectRoot, 'test/stores')) as Version[];

type Version = `${number}.${string}`;

/** `empty`: without tables, as before a very first start. A version: as that one left it, with rows in its tables. */
export async function freshStore(kind = storeKind, from: 'migrated' | 'empty' | Version = 'migrated'): Promise<Store> {
  const dataDir = mkdtempSync(path.join(quickFolder, 'prangon-test-'));
  const database = from === 'migrated' || from === 'empty' ? from : null;
  const databaseUrl = kind === 'postgres' ? await createDatabase(inject('postgresPort'), database ?? 'empty') : null;
  if (databaseUrl && !database)
    await withAdmin(databaseUrl, (client) => client.query(String(keptStore(from, 'store.sql.gz'))));
  if (!databaseUrl && from !== 'empty') {
    const file = database ? await migratedFile() : keptStore(from, 'store.sqlite.gz');
    writeFileSync(path.join(dataDir, 'prangon.sqlite'), file);
  }
  return {
    kind,
    dataDir,
    databaseUrl,
    remove: async () => {
      if (databaseUrl) await dropDatabase(databaseUrl);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The tables are made once in each process; every store has a copy of them. */
let madeFile: Promise<Buffer> | null = null;

function migratedFile(): Promise<Buffer> {
  madeFile ??= makeMigratedFile();
  return madeFile;
}

async function makeMigratedFile(): Promise<Buffer> {
  const dataDir = mkdtempSync(path.join(quickFolder, 'prangon-test-'));
  try {
    const database = openDatabase({ dataDir, databaseUrl: null }, () => undefined);
    await migrate(database);
    await database.destroy();
    return readFileSync(path.join(dataDir, 'prangon.sqlite'));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Made by the program of that version, when it was released; nobody can make them anew. */
function keptStore(version: string, name: string): Buffer {
  return gunzipSync(readFileSync(path.join(projectRoot, 'test/stores', version, name)));
}

/** How many of PostgreSQL's transactions wait for another one. */
export async function lockWaits(database: Database): Promise<number> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await waiting.execute(database)).rows.length;
}
