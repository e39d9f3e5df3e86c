import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { inject } from 'vitest';
import { migrate } from '#server/database/migrate.server.ts';
import { openDatabase } from '#server/database/open.server.ts';
import { projectRoot } from '#server/project-root.server.ts';
import { createDatabase, dropDatabase, withAdmin } from './postgres/databases.ts';

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

/** `empty`: without tables, as before a very first start. `0.1`: with all that a store of version 0.1 had. */
export async function freshStore(kind = storeKind, from: 'migrated' | 'empty' | '0.1' = 'migrated'): Promise<Store> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'prangon-test-'));
  const databaseUrl =
    kind === 'postgres' ? await createDatabase(inject('postgresPort'), from === '0.1' ? 'empty' : from) : null;
  if (databaseUrl && from === '0.1')
    await withAdmin(databaseUrl, (client) => client.query(String(keptStore('store-0.1.sql.gz'))));
  if (!databaseUrl && from !== 'empty') {
    migratedFile ??= makeMigratedFile();
    const file = from === '0.1' ? keptStore('store-0.1.sqlite.gz') : await migratedFile;
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
let migratedFile: Promise<Buffer> | null = null;

async function makeMigratedFile(): Promise<Buffer> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'prangon-test-'));
  try {
    const database = openDatabase({ dataDir, databaseUrl: null }, () => undefined);
    await migrate(database);
    await database.destroy();
    return readFileSync(path.join(dataDir, 'prangon.sqlite'));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Made by the program of that version, through its calls alone; nobody can make them anew. */
function keptStore(name: string): Buffer {
  return gunzipSync(readFileSync(path.join(projectRoot, 'test/stores', name)));
}
