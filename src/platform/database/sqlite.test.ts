import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshStore, storeKind } from '../../../test/helpers/store.ts';
import { openDatabase } from './open.server.ts';

test.runIf(storeKind === 'sqlite')(
  'after some hundred commits the log is in the file and begins anew, while others write on',
  async () => {
    const store = await freshStore();
    const database = openDatabase(store, () => undefined);
    await sql`create table people (name text)`.execute(database);
    const names = Array.from({ length: 500 }, (_, at) => `kader${at}`);
    await Promise.all(names.map((name) => sql`insert into people values (${name})`.execute(database)));
    const log = await sql<{ log: number }>`pragma wal_checkpoint(noop)`.execute(database);
    // One page of each commit.
    expect(log.rows[0]?.log).toBeLessThan(names.length);
    expect(readFileSync(path.join(store.dataDir, 'prangon.sqlite')).includes('kader7')).toBe(true);
    await database.destroy();

    const opened = openDatabase(store, () => undefined);
    expect((await sql`select 1 from people`.execute(opened)).rows).toHaveLength(names.length);
    await opened.destroy();
    await store.remove();
  },
);
