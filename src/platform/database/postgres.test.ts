// @module-tag postgres
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { freshStore, storeKind } from '../../../test/helpers/store.ts';
import { openDatabase } from './open.server.ts';

test.runIf(storeKind === 'postgres')(
  'a write that PostgreSQL refuses, as only reads are served, breaks off nobody who reads',
  async () => {
    const store = await freshStore();
    onTestFinished(store.remove);
    const database = openDatabase(store, () => undefined);
    const own = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)).rows[0]?.pid;
    const before = await own();
    const reading = sql<{ read: string }>`select 'whole' as read, pg_sleep(1)`.execute(database);
    await expect
      .poll(async () => (await sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'`.execute(database)).rows)
      .toHaveLength(1);
    const writing = database
      .transaction()
      .setAccessMode('read only')
      .execute((transaction) => transaction.deleteFrom('news').execute());
    await expect(writing).rejects.toThrow('read-only transaction');
    expect((await reading).rows[0]?.read).toBe('whole');
    // Each connection is another one afterwards, which may lead to another host.
    await expect.poll(own).not.toBe(before);
    await database.destroy();
  },
);
