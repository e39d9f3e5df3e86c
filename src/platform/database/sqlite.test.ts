import { statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestApp } from '../../../test/helpers/app.ts';
import { prangon } from '../../../test/helpers/command.ts';
import { freshStore, storeKind } from '../../../test/helpers/store.ts';
import { openDatabase } from './open.server.ts';

const log = 'prangon.sqlite-wal';

test.runIf(storeKind === 'sqlite')('the log of SQLite stays small, however much each transaction writes', async () => {
  const store = await freshStore('sqlite');
  onTestFinished(store.remove);
  const database = openDatabase(store, () => undefined);
  await sql`create table large (bytes blob)`.execute(database);
  const written = 4 * 2 ** 20;
  for (let count = 0; count < 20; count++) {
    await sql`insert into large values (zeroblob(${written}))`.execute(database);
    await sql`delete from large`.execute(database);
  }
  expect(statSync(path.join(store.dataDir, log)).size).toBeLessThan(4 * written);
  await database.destroy();
});

test.runIf(storeKind === 'sqlite')('a command does not write the log of the server that runs beside it', async () => {
  const app = await openTestApp();
  onTestFinished(app.close);
  const written = () => statSync(path.join(app.store.dataDir, log), { bigint: true }).mtimeNs;
  const before = written();
  for (const command of [['account', 'list'], ['verify']]) expect((await prangon(app.store, command)).code).toBe(0);
  expect(written()).toBe(before);
});
