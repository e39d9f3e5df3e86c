// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, type TestContext, test } from 'vitest';
import { health } from '#paths.ts';
import { BuiltServer } from '../helpers/built-server.ts';
import { report, scale } from '../helpers/chaos.ts';
import { Cluster } from '../helpers/postgres/cluster.ts';
import { createDatabase, withAdmin } from '../helpers/postgres/databases.ts';
import { startReading } from '../helpers/readers.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { TcpProxy } from '../helpers/tcp-proxy.ts';
import { allWell, inWords, Writers } from '../helpers/writers.ts';

let cluster: Cluster;
beforeAll(async () => {
  // What it acknowledged outlives its processes here, as it does wherever it keeps anything.
  cluster = await Cluster.start('synchronous_commit = on');
  return () => cluster.stop();
});

interface Fault {
  what: string;
  /** How long it lasts: in the tests, which leave what lasts 0 to the files beside this one, and in `npm run test:chaos`. */
  seconds: [number, number];
  /** Begins it, keeps it up as long as `lasts`, and ends it. */
  run: (lasts: () => Promise<void>, proxy: TcpProxy, url: string) => Promise<void>;
}

const faults: Fault[] = [
  { what: 'away', seconds: [0, 60], run: (lasts, proxy) => mode(proxy, 'refuse', lasts) },
  { what: 'silent', seconds: [0, 25], run: (lasts, proxy) => mode(proxy, 'silent', lasts) },
  {
    what: '200 ms late',
    seconds: [0, 20],
    run: async (lasts, proxy) => {
      proxy.delay = 100;
      await lasts();
      proxy.delay = 0;
    },
  },
  {
    what: 'ending connections',
    seconds: [1, 20],
    run: async (lasts, _proxy, url) => {
      let ended = false;
      const others = 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()';
      const ending = (async () => {
        for (; !ended; await sleep(250)) await withAdmin(url, (client) => client.query(others));
      })();
      await lasts();
      ended = true;
      await ending;
    },
  },
  {
    what: 'locked',
    seconds: [0, 8],
    run: (lasts, _proxy, url) =>
      withAdmin(url, async (client) => {
        // In the order in which the writes take them, or one of both would be refused as a deadlock.
        await client.query('begin; lock table demo_requests, audit_events in access exclusive mode');
        await lasts();
      }),
  },
  {
    what: 'killed and started again',
    seconds: [1, 15],
    run: async (lasts) => {
      for (let time = 0; time < scale(1, 3); time++) await cluster.crash().then(lasts);
    },
  },
];

/** What it keeps outside of its files is in the cluster of this test. */
async function storeIn(databaseUrl: string): Promise<Store> {
  return { ...(await freshStore('sqlite', 'empty')), kind: 'postgres', databaseUrl };
}

test.for(faults.filter(({ seconds }) => scale(...seconds) > 0))(
  'PostgreSQL $what: pages go on, and nothing acknowledged is lost',
  async ({ what, seconds, run }, context) => {
    const database = await createDatabase(cluster.port, 'empty');
    const { proxy, url } = await TcpProxy.before(database);
    const store = await storeIn(url);
    await survive(context, `PostgreSQL ${what}`, scale(...seconds), store, (lasts) => run(lasts, proxy, database));
    proxy.close();
    await store.remove();
  },
);

test.each([
  ['its sessions of now', 'alter system set default_transaction_read_only = on', 'alter system reset all'],
  ['new sessions', 'alter database NAME set default_transaction_read_only = on', 'alter database NAME reset all'],
])('PostgreSQL that takes no writes, for %s: /readyz is red, and green again by itself', async (_for, set, reset) => {
  const database = await createDatabase(cluster.port, 'empty');
  const store = await storeIn(database);
  const server = await BuiltServer.serving(store);
  const state = async () => {
    const { status, text } = await server.get(health.ready);
    return [status, JSON.parse(text).status];
  };
  const name = new URL(database).pathname.slice(1);
  const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
  const change = (...statements: string[]) =>
    withAdmin(cluster.url('postgres'), async (client) => {
      for (const statement of statements) await client.query(statement.replace('NAME', name));
    });
  expect(await state()).toEqual([200, 'ready']);
  await change(set, 'select pg_reload_conf()', others);
  await expect.poll(state).toEqual([503, 'database']);
  expect((await server.get('/')).status).toBe(200);
  await change(reset, 'select pg_reload_conf()');
  await expect.poll(state).toEqual([200, 'ready']);
  await server.kill();
  await store.remove();
});

async function survive(
  context: TestContext,
  what: string,
  seconds: number,
  store: Store,
  fault: (lasts: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const writers = await Writers.on(store);
  const server = await BuiltServer.serving(store);
  const endReading = await startReading(server.url);
  const writing = writers.write(server);
  await writers.acknowledgedMore(20);
  await fault(() => sleep(seconds * 1_000));
  const over = performance.now();
  await writers.acknowledgedMore(1);
  const again = Math.round(performance.now() - over);
  await writers.acknowledgedMore(20);
  writers.rest();
  await writing;
  const [verdict, reading] = [await writers.verdict(store), await endReading()];
  await server.kill();
  const slowest = Math.round(Math.max(0, ...writers.refusals.map(({ took }) => took)));
  report(context, {
    what: `${what} for ${seconds} s`,
    measured:
      `${writers.acknowledged} acknowledged: ${inWords(verdict)}; ${writers.refusals.length} x 503, the slowest after ` +
      `${slowest} ms; writes again after ${again} ms; ${reading.words}`,
    goal: '0 of each, 503 < 10 s, 0 failed, p99 < 250 and 750 ms, /healthz < 1 s',
  });
  expect({ ...verdict, broken: reading.broken }).toEqual({ ...allWell, broken: [] });
  expect(slowest).toBeLessThan(10_000);
}

async function mode(proxy: TcpProxy, broken: 'refuse' | 'silent', lasts: () => Promise<void>): Promise<void> {
  proxy.mode = broken;
  await lasts();
  proxy.mode = 'pass';
}
