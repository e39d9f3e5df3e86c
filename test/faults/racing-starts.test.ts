// @module-tag full
import { expect, test } from 'vitest';
import { BuiltServer } from '../helpers/built-server.ts';
import { databases, scale } from '../helpers/chaos.ts';
import { freshStore } from '../helpers/store.ts';
import { expectWholeStore } from '../helpers/whole-store.ts';

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
