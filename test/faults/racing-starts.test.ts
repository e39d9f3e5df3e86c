// @module-tag full
import { expect, test } from 'vitest';
import { BuiltServer } from '../helpers/built-server.ts';
import { databases, scale } from '../helpers/chaos.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { expectWholeStore, readStore } from '../helpers/whole-store.ts';

const racing = scale(2, 3);

test.each(databases('postgres'))(
  `${racing} first starts at once on %s: one sample, one account, one password told, all of them serve`,
  async (kind) => {
    const store = await freshStore(kind, 'empty');
    const start = () => BuiltServer.serving(store, { SAMPLE_CONTENT: '1' });
    const servers = await Promise.all(Array.from({ length: racing }, start));
    const outputs = servers.map((server) => server.output).join('\n');
    expect(outputs.match(/First start\./g)).toHaveLength(1);
    for (const server of servers) {
      expect((await server.get('/readyz')).status).toBe(200);
      await expectWholeStore(store, server);
    }
    await BuiltServer.killAll();
    await store.remove();
  },
);

test.each(databases('postgres'))(
  'three starts at once on a store of version 0.1.0 on %s: all of them serve, and no row is lost',
  async (kind) => {
    const store = await freshStore(kind, '0.1.0');
    const before = await rowsIn(store);
    const servers = await Promise.all(Array.from({ length: 3 }, () => BuiltServer.serving(store)));
    for (const server of servers) expect((await server.get('/readyz')).status).toBe(200);
    expect(await rowsIn(store)).toEqual(before);
    await BuiltServer.killAll();
    await store.remove();
  },
);

/** Leads and news, but for the trash, which ends with its time. */
function rowsIn(store: Store) {
  return readStore(store, async (database) => {
    const idsOf = (table: 'demo_requests' | 'news') =>
      database.selectFrom(table).select('id').where('deleted_at', 'is', null).orderBy('id').execute();
    return [await idsOf('demo_requests'), await idsOf('news')];
  });
}
