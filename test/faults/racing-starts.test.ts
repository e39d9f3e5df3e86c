// @module-tag full
import { afterEach, describe, expect, test } from 'vitest';
import { BuiltServer } from '../helpers/built-server.ts';
import { databases, scale } from '../helpers/chaos.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { expectWholeStore, readStore } from '../helpers/whole-store.ts';

const racing = scale(2, 3);

describe.each(databases('postgres'))('Starts that race on %s', (kind) => {
  let store: Store;
  afterEach(async () => {
    await BuiltServer.killAll();
    await store.remove();
  });

  test(`${racing} first ones at once: one sample, one account, one password told, all of them serve`, async () => {
    store = await freshStore(kind, 'empty');
    const starts = Array.from({ length: racing }, () => BuiltServer.start(store, { SAMPLE_CONTENT: '1' }));
    const servers = await Promise.all(starts);
    await Promise.all(servers.map((server) => server.ready()));
    const outputs = servers.map((server) => server.output).join('\n');
    expect(outputs.match(/First start\./g)).toHaveLength(1);
    for (const server of servers) {
      expect((await server.get('/readyz')).status).toBe(200);
      await expectWholeStore(store, server);
    }
  });

  test(`${racing} at once on a store of version 0.1: all of them serve, and nothing is lost`, async () => {
    store = await freshStore(kind, '0.1.0');
    const count = () =>
      readStore(store, (database) =>
        database
          .selectFrom('demo_requests')
          .select(({ fn }) => fn.countAll<number>().as('rows'))
          .executeTakeFirstOrThrow(),
      );
    const before = await count();
    const servers = await Promise.all(Array.from({ length: racing }, () => BuiltServer.start(store)));
    await Promise.all(servers.map((server) => server.ready()));
    for (const server of servers) expect((await server.get('/readyz')).status).toBe(200);
    expect(await count()).toEqual(before);
  });
});
