import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CsrfGuard } from '../../src/platform/http/csrf.server.ts';
import { openTestApp } from '../helpers/app.ts';
import { Balancer, type BalancerName, hasBalancer } from '../helpers/balancer.ts';
import { BuiltServer, secret } from '../helpers/built-server.ts';
import { isChaos, report, scale } from '../helpers/chaos.ts';
import { publishManyNews } from '../helpers/content.ts';
import { loadNow, quantile } from '../helpers/figures.ts';
import { load, type Sample } from '../helpers/load.ts';
import { sessionsOf } from '../helpers/staff.ts';
import { freshStore, type Store } from '../helpers/store.ts';

const seconds = scale(8, 130);
const csrf = new CsrfGuard({ secret, publicUrl: 'http://localhost:3000' }).token();
/** A second, as many writes as reads; in `npm run test:chaos` somewhat more than 10,000 in all. */
const streams = {
  'cached page': scale(12, 30),
  'uncached read': scale(2, 6),
  'demo request': scale(13, 32),
  edit: scale(2, 8),
  healthz: scale(1, 4),
};

/** In tests Caddy has a shorter one beside what else it does, in `test/delivery`. */
const balancers: BalancerName[] = isChaos ? ['nginx', 'haproxy', 'caddy'] : ['nginx', 'haproxy'];

describe.each(balancers)('Behind %s', (name) => {
  let store: Store;
  let balancer: Balancer;
  beforeEach(async () => {
    store = await freshStore('postgres');
  });
  afterEach(async () => {
    await balancer?.close();
    await BuiltServer.killAll();
    await store.remove();
  });

  test.skipIf(!hasBalancer(name))(
    'three instances start again one after the other, and no visitor notices',
    async (context) => {
      const app = await openTestApp({ store, env: { SECRET: secret } });
      const news = await publishManyNews(app, scale(50, 2_000));
      const sessions = await sessionsOf(app, 10);
      await app.close();
      const start = async (env: Record<string, string> = {}): Promise<BuiltServer> => {
        const server = await BuiltServer.start(store, { SHUTDOWN_DELAY: '2', TRUST_PROXY: '127.0.0.1', ...env });
        await server.ready();
        return server;
      };
      const servers = await Promise.all([start(), start(), start()]);
      balancer = await Balancer.before(name, servers);

      let over = false;
      const order = { url: balancer.url, net: 40, seconds, streams, csrf, sessions, news };
      const loaded = load(order).finally(() => {
        over = true;
      });
      const stops: number[] = [];
      for (let at = 0; !over; at = (at + 1) % servers.length) {
        const server = servers[at];
        if (!server) throw new Error('It is not there');
        const begun = performance.now();
        server.process.kill('SIGTERM');
        expect(await server.exited).toEqual({ code: 0, signal: null });
        stops.push(performance.now() - begun);
        servers[at] = await start({ PORT: new URL(server.url).port });
      }
      const samples = await loaded;
      const failed = Object.entries(samples).flatMap(([what, all]) =>
        all.filter(({ status }) => !isGood(status)).map(({ status, at }) => `${what} ${status || 'cut off'} at ${at}`),
      );
      const all: Sample[] = Object.values(samples).flat();
      // Which a balancer may have cured by asking the next one.
      const resets = balancer.output.match(/\(104: Connection reset/g)?.length ?? 0;
      report(context, {
        what: `${name}, three instances, ${stops.length} restarts under load`,
        measured: `${failed.length} of ${all.length} failed; ${resets} resets; p99 ${quantile(
          all.map(({ ms }) => ms),
          0.99,
        )} ms; a stop took at most ${quantile(stops, 1)} ms${loadNow()}`,
        goal: '0 failed',
      });
      expect(failed, balancer.output).toEqual([]);
    },
  );
});

/** On a machine that does much else, a database that is too slow says 503: that is no failure of a restart. */
function isGood(status: number): boolean {
  return (status >= 200 && status < 400) || (status === 503 && !isChaos);
}
