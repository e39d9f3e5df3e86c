import { execFileSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { calls, pages } from '#paths.ts';
import bringBrowser from '../test/helpers/bring-browser.ts';
import { cachedPage } from './cached-page.ts';
import { firstLoads } from './first-load.ts';
import { firstScreens } from './first-screen.ts';
import { inboxOfMany } from './leads.ts';
import { lighthouseMobile } from './lighthouse.ts';
import { manyRecords } from './many-records.ts';
import { picturedRecord } from './pictured-record.ts';
import { referenceTimes } from './reference.ts';
import { searchQuality } from './search.ts';
import { removeDataDir, root, startServer } from './server.ts';
import { steadyMemory } from './steady-memory.ts';
import { print, printHead } from './table.ts';
import { uncachedRender } from './uncached-render.ts';
import { withoutScript } from './without-script.ts';

/**
 * Benchmarks the built product against a temporary data directory and prints one table. All traffic stays on loopback.
 */
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
console.log(
  `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${os.cpus().length} × ${os.cpus()[0]?.model}, Node ${process.versions.node}`,
);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
bringBrowser();
printHead();
const first = await startServer(3910);
print({
  what: 'cold start: empty folder to the first page, sample content included',
  value: `${(first.started / 1000).toFixed(2)} s`,
});
await untilVariantsExist(first);
print({
  what: 'memory of all processes at the very first start, at its most, sample pictures in all widths included',
  value: `${Math.round(first.mostMemory())} MiB`,
  target: '< 512 MiB',
  good: first.mostMemory() < 512,
});
print(await picturedRecord(first.url));
print(...(await searchQuality(first.url)));
await first.stop();
// Search engines are kept away while the sample stands: from here on it counts as content of the site's own.
const store = new DatabaseSync(path.join(first.dataDir, 'prangon.sqlite'));
store.exec("delete from store_facts where name = 'sample_content'");
store.close();

const warm: number[] = [];
const works: number[] = [];
for (let round = 0; round < 3; round++) {
  const again = await startServer(3910, first.dataDir);
  warm.push(again.started);
  await again.stop();
  works.push(await referenceTimes(100));
}
const [start, work] = [Math.min(...warm), Math.min(...works)];
print({
  what: 'warm start to the first page, the quickest of 3',
  value: `${Math.round(start)} ms (× ${(start / work).toFixed(1)} of ${Math.round(work)} ms)`,
  target: '≤ × 1.5 (3 of 2 s)',
  good: start <= 1.5 * work,
});

const server = await startServer(3910, first.dataDir);
print({ what: 'memory of all processes after the start', value: `${Math.round(server.memory())} MiB` });
print(...(await uncachedRender(server)));
const routes = await publicRoutes(server.url);
print(...(await firstLoads(server.url, routes)));
const bare = await withoutScript(server.url);
for (const route of routes) print(await lighthouseMobile(server.url, bare.origin, route));
bare.stop();
print(...(await cachedPage(server.url, server.pid)));
print({
  what: 'memory of all processes after the load',
  value: `${Math.round(server.memory())} MiB`,
  target: '< 512 MiB',
  good: server.memory() < 512,
});
print(...(await inboxOfMany(server)));
await server.stop();
removeDataDir(first.dataDir);
print(...(await firstScreens()));
print(...(await manyRecords()));
print(...(await steadyMemory()));

/** Image variants are encoded in the background after start; measure only once the CPU has been idle for a second. */
async function untilVariantsExist({ cpu, children }: { cpu: () => number; children: () => number }): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    const before = cpu() + children();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    quiet = cpu() + children() - before < 50 ? quiet + 1 : 0;
  }
}

async function publicRoutes(origin: string): Promise<string[]> {
  const [news, features, about] = await Promise.all([
    json<{ data: { id: number }[] }>(calls.news),
    json<{ id: number }[]>(calls.features),
    json<{ id: number }>(calls.about),
  ]);
  return [
    pages.home,
    pages.about,
    pages.features,
    pages.packages,
    pages.clients,
    pages.news,
    pages.downloads,
    pages.search,
    pages.newsDetails(news.data[0]?.id ?? 0),
    pages.featureDetails(features[0]?.id ?? 0),
    pages.aboutDetails(about.id),
  ];

  async function json<T>(path: string): Promise<T> {
    return (await fetch(origin + path)).json() as Promise<T>;
  }
}
