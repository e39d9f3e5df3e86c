import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BuiltServer } from '../helpers/built-server.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { expectWholeStore } from '../helpers/whole-store.ts';

describe.each(['sqlite', 'postgres'] as const)('First starts that race on %s', (kind) => {
  let store: Store;
  beforeEach(async () => {
    store = await freshStore(kind, 'empty');
  });
  afterEach(async () => {
    await BuiltServer.killAll();
    await store.remove();
  });

  test('three at once: one sample, one account, one password told, all of them serve', async () => {
    const starts = Array.from({ length: 3 }, () => BuiltServer.start(store, { SAMPLE_CONTENT: '1' }));
    const servers = await Promise.all(starts);
    await Promise.all(servers.map((server) => server.ready()));
    const outputs = servers.map((server) => server.output).join('\n');
    expect(outputs.match(/First start\./g)).toHaveLength(1);
    for (const server of servers) {
      expect((await server.get('/readyz')).status).toBe(200);
      await expectWholeStore(store, server);
    }
  });
});
