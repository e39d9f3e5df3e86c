// @module-tag full
import { describe, expect, test } from 'vitest';
import { BuiltServer } from '../helpers/built-server.ts';
import { databases, scale } from '../helpers/chaos.ts';
import { freshStore } from '../helpers/store.ts';
import { expectWholeStore, readStore } from '../helpers/whole-store.ts';

const racing = scale(2, 3);

describe.each(databases('postgres'))('Starts that race on %s', (kind) => {
  test(`${racing} first ones at once: one sample, one account, one password told, all of them serve`, async () => {
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
  });

  test(`${racing} at once on a store of version 0.1: all of them serve, and nothing is lost`, async () => {
    const store = await freshStore(kind, '0.1.0');
    const leads = () =>
      readStore(store, (database) => database.selectFrom('demo_requests').select('id').orderBy('id').execute());
    const before = await leads();
    const servers = await Promise.all(Array.from({ length: racing }, () => BuiltServer.serving(store)));
    for (const server of servers) expect((await server.get('/readyz')).status).toBe(200);
    expect(await leads()).toEqual(before);
    await BuiltServer.killAll();
    await store.remove();
  });
});
