import { expect, onTestFinished, test } from 'vitest';
import { BuiltServer } from '../helpers/built-server.ts';
import { report, scale } from '../helpers/chaos.ts';
import { Cluster } from '../helpers/postgres/cluster.ts';
import { createDatabase, withAdmin } from '../helpers/postgres/databases.ts';
import { Readers } from '../helpers/readers.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { allWell, inWords, Writers } from '../helpers/writers.ts';

test('PostgreSQL on two machines: when the first is gone and the second takes over, nothing acknowledged is lost', async (context) => {
  const primary = await Cluster.start('synchronous_commit = on');
  onTestFinished(() => primary.stop());
  const url = await createDatabase(primary.port, 'empty');
  const standby = await primary.standby();
  onTestFinished(() => standby.stop());

  const files = await freshStore('sqlite', 'empty');
  onTestFinished(files.remove);
  const databaseUrl = url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`);
  const store: Store = { ...files, kind: 'postgres', databaseUrl };
  const writers = await Writers.on(store);
  const server = await BuiltServer.start(store);
  await server.ready();
  const readers = await Readers.of(server.url);
  const writing = writers.write(server);
  await writers.acknowledgedMore(scale(30, 500));

  await primary.stop();
  await withAdmin(standby.url('postgres'), (client) => client.query('select pg_promote()'));
  const promoted = performance.now();
  const before = writers.acknowledged;
  await expect.poll(() => writers.acknowledged).toBeGreaterThan(before);
  const again = performance.now() - promoted;
  await writers.acknowledgedMore(scale(30, 500));
  writers.rest();
  await writing;
  const [verdict, reading] = [await writers.verdict(store), await readers.end()];
  report(context, {
    what: 'PostgreSQL taken over by its standby',
    measured: `${writers.acknowledged} acknowledged: ${inWords(verdict)}; the first ${Math.round(again)} ms after it took over; ${reading.words}`,
    goal: '0 of each, 0 failed',
  });
  expect({ ...verdict, broken: reading.broken }).toEqual({ ...allWell, broken: [] });
});
