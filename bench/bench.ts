import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { cachedPage } from './cached-page.ts';
import { firstLoads } from './first-load.ts';
import { inboxOfMany } from './leads.ts';
import { lighthouseMobile } from './lighthouse.ts';
import { manyRecords } from './many-records.ts';
import { publicRoutes } from './routes.ts';
import { forget, root, startServer } from './server.ts';
import { median, print, printHead } from './table.ts';
import { uncachedRender } from './uncached-render.ts';

/** Measures the built product on a store of its own and prints one table. Sends traffic to loopback only. */
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
console.log(
  `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${os.cpus().length} × ${os.cpus()[0]?.model}, Node ${process.versions.node}`,
);

printHead();
const first = await startServer(3910);
print({
  what: 'cold start: empty folder to the first page, sample content included',
  value: `${(first.started / 1000).toFixed(2)} s`,
});
await variantsMade(first);
await first.stop();

const warm: number[] = [];
for (let round = 0; round < 3; round++) {
  const again = await startServer(3910, first.dataDir);
  warm.push(again.started);
  await again.stop();
}
print({
  what: 'warm start to the first page',
  value: `${Math.round(median(warm))} ms`,
  target: '< 3 s',
  good: median(warm) < 3_000,
});

const server = await startServer(3910, first.dataDir);
print({ what: 'memory after the start', value: `${Math.round(server.memory())} MiB` });
print(...(await uncachedRender(server)));
const routes = await publicRoutes(server.url);
print(...(await firstLoads(server.url, routes)));
for (const route of routes) print(await lighthouseMobile(server.url, route));
print(...(await cachedPage(server.url, server.pid)));
print({
  what: 'memory after the load',
  value: `${Math.round(server.memory())} MiB`,
  target: '< 512 MiB',
  good: server.memory() < 512,
});
print(...(await inboxOfMany(server)));
await server.stop();
forget(first.dataDir);
print(...(await manyRecords()));

/** Pictures are made ready beside the first visitors; measuring waits until that is done: an idle second. */
async function variantsMade({ cpu, children }: { cpu: () => number; children: () => number }): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    const before = cpu() + children();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    quiet = cpu() + children() - before < 50 ? quiet + 1 : 0;
  }
}
