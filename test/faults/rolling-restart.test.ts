// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, type TestContext, test } from 'vitest';
import { pages } from '#paths.ts';
import { openTestApp } from '../helpers/app.ts';
import { Balancer, type BalancerName, hasBalancer } from '../helpers/balancer.ts';
import { BuiltServer, csrfToken, secret } from '../helpers/built-server.ts';
import { isChaos, report, scale } from '../helpers/chaos.ts';
import { publishManyNews } from '../helpers/content.ts';
import { loadNow, quantile } from '../helpers/figures.ts';
import { load, readyPages, type Sample } from '../helpers/load.ts';
import { sessionsOf } from '../helpers/staff.ts';
import { freshStore, type Store, type StoreKind } from '../helpers/store.ts';

const seconds = scale(6, 130);
const restarts = scale(2, 6);
const csrf = csrfToken();
/** A second, as many writes as reads; in `npm run test:chaos` somewhat more than 10,000 in all. */
const streams = {
  'cached page': scale(12, 30),
  'uncached read': scale(2, 6),
  'demo request': scale(13, 32),
  edit: scale(2, 8),
  healthz: scale(1, 4),
};

/** In tests the others have a shorter one beside what else they do, in `test/delivery`. */
const balancers: BalancerName[] = isChaos ? ['nginx', 'haproxy', 'caddy'] : ['nginx'];
const fronts = isChaos ? (['nothing', 'nginx', 'caddy'] as const) : (['nothing'] as const);

let store: Store;
let balancer: Balancer | null;

function openStore(kind: StoreKind): void {
  beforeEach(async () => {
    store = await freshStore(kind);
    balancer = null;
    return async () => {
      await balancer?.close();
      await store.remove();
    };
  });
}

describe.each(balancers)('Behind %s', (name) => {
  openStore('postgres');

  test.skipIf(!hasBalancer(name))(
    'three instances start again one after the other, and no visitor notices',
    async (context) => {
      const app = await openTestApp({ store, env: { SECRET: secret } });
      const news = await publishManyNews(app, scale(50, 2_000));
      const sessions = await sessionsOf(app, 10);
      await app.close();
      const env = { SHUTDOWN_DELAY: '2', TRUST_PROXY: '127.0.0.1' };
      const servers = await Promise.all([1, 2, 3].map(() => BuiltServer.startByCommand(store, env)));
      await Promise.all(servers.map((server) => server.ready()));
      balancer = await Balancer.before(name, servers);
      // They have been at work: what this asks about is starting again, not the very first request.
      for (const { client } of servers)
        for (const path of [...readyPages, pages.searchFor('ভর্তি')]) await client.get(path);

      const loaded = load({ url: balancer.url, net: 40, seconds, streams, csrf, sessions, news });
      await restartInTurn(servers);
      reportLoad(context, await loaded, `${name}, three instances, ${restarts} restarts`);
    },
  );
});

/** Without any that checks it: nobody is asked instead, so its connections wait. */
describe.each(fronts)('One instance behind %s', (name) => {
  openStore('sqlite');

  test.skipIf(name !== 'nothing' && !hasBalancer(name))(
    'starts again under load, and refuses or resets nobody',
    async (context) => {
      const server = await BuiltServer.startByCommand(store, { TRUST_PROXY: '127.0.0.1' });
      await server.ready();
      if (name !== 'nothing') balancer = await Balancer.before(name, [server]);
      const { edit: _, ...withoutStaff } = streams;
      // A kept connection that rests may be ended just when it is used again: browsers and proxies then send anew.
      const order = { net: 41, seconds, streams: withoutStaff, unkept: true, csrf, sessions: [], news: [] };
      const loaded = load({ url: balancer?.url ?? server.url, ...order });
      await restartInTurn([server]);
      reportLoad(context, await loaded, `${name}, one instance, ${restarts} restarts`);
      server.process.kill('SIGTERM');
      expect(await server.exited).toEqual({ code: 0, signal: null });
    },
  );
});

test('who comes while an instance starts again waits for it, and is served', async () => {
  const place = await freshStore('sqlite');
  const app = await openTestApp({ store: place });
  await publishManyNews(app, 300);
  await app.close();
  const server = await BuiltServer.startByCommand(place);
  await server.ready();
  const restarted = server.restart();
  await sleep(300);
  const searches = Array.from({ length: 280 }, (_, at) =>
    server.client.send(pages.searchFor(`খবর ${at}`), { from: `127.42.${at >> 6}.${1 + (at & 63)}` }),
  );
  const answers = await Promise.all(searches);
  await restarted;
  expect(answers.map(({ status }) => status)).toEqual(Array(280).fill(200));
  await server.kill();
  await place.remove();
});

/** One after the other while the load goes on, with a pause before each. */
async function restartInTurn(servers: BuiltServer[]): Promise<void> {
  for (let at = 0; at < restarts; at++) {
    await sleep((seconds * 1_000) / restarts / 2);
    await servers[at % servers.length]?.restart();
  }
}

function reportLoad(context: TestContext, samples: Record<string, Sample[]>, what: string): void {
  const begun = Math.min(...Object.values(samples).flatMap((all) => all.map(({ at }) => at)));
  const failed = Object.entries(samples).flatMap(([stream, all]) =>
    all
      .filter(({ status }) => !isGood(status))
      .map(({ status, at }) => `${stream} ${status || 'cut off'} after ${Math.round(at - begun)} ms`),
  );
  const times = Object.values(samples).flatMap((all) => all.map(({ ms }) => ms));
  // Which a balancer may have cured by asking again.
  const resets = balancer?.output.match(/\((?:104: Connection reset|111: Connection refused)/g)?.length ?? 0;
  const measured = `${failed.length} of ${times.length} failed; ${resets} resets; p99 ${quantile(times, 0.99)} ms${loadNow()}`;
  report(context, { what: `behind ${what} under load`, measured, goal: '0 failed, 0 resets' });
  expect(failed, balancer?.output).toEqual([]);
  if (isChaos) expect(resets, balancer?.output).toBe(0);
}

/** On a machine that does much else, a database that is too slow says 503: that is no failure of a restart. */
function isGood(status: number): boolean {
  return (status >= 200 && status < 400) || (status === 503 && !isChaos);
}
