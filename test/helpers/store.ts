import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { migrate, openDatabase } from '#server/database/open.server.ts';
import { createDatabase, dropDatabase } from './postgres/databases.ts';

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

/** `empty`: without tables, as before a very first start. */
export async function freshStore(kind = storeKind, from: 'migrated' | 'empty' = 'migrated'): Promise<Store> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'prangon-test-'));
  const databaseUrl = kind === 'postgres' ? await createDatabase(inject('postgresPort'), from) : null;
  if (kind === 'sqlite' && from === 'migrated') {
    migratedFile ??= makeMigratedFile();
    writeFileSync(path.join(dataDir, 'prangon.sqlite'), await migratedFile);
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
