import { appendFileSync, chmodSync, chownSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { health } from '#paths.ts';
import { DataDirectory } from '../../src/platform/data-directory.server.ts';
import { projectRoot } from '../../src/platform/settings/project-root.server.ts';
import { BuiltServer } from '../helpers/built-server.ts';
import { databases, report, scale, within } from '../helpers/chaos.ts';
import { prangon } from '../helpers/command.ts';
import { needOwnDisk, OwnDisk } from '../helpers/own-disk.ts';
import { startReading } from '../helpers/readers.ts';
import { unfinishedIn } from '../helpers/sound-store.ts';
import { freshStore, type StoreKind } from '../helpers/store.ts';
import { type StoryKind, storyKinds } from '../helpers/stories.ts';
import { allWell, inWords, Writers } from '../helpers/writers.ts';

const goal = '0 of each, 0 failed, p99 < 250 and 750 ms, /healthz < 1 s';
/** Milliseconds within which each kind of write is tried. */
const patience = 30_000;
const metricsToken = 'a token of 16 letters or more';

describe.each(databases('sqlite'))('The disk below %s', (kind) => {
  /** What writes into it: PostgreSQL has a place of its own. */
  const concerned = kind === 'sqlite' ? storyKinds : (['news', 'upload'] as const);

  test('full: writes are a 507 that leaves nothing, pages go on, and afterwards it works', async (context) => {
    needOwnDisk(context);
    const { store, writers, server } = await open(kind, OwnDisk.make(scale(48, 200)));
    const endReading = await startReading(server.url);
    const writing = writers.write(server);
    const refused = new Set<StoryKind>();
    let cutOff = 0;
    const told = new Set<string>();
    for (let time = 0; time < scale(1, 10); time++) {
      await writers.acknowledgedMore(20);
      writers.refusals.length = 0;
      // First a file is cut off in its middle; then there is room for nothing.
      const makeRoom = fill(store.dataDir, 300_000);
      if (await within(patience, () => writers.wereRefused(['upload']))) cutOff++;
      fill(store.dataDir, 0);
      // A database whose file has room inside takes small writes for a while yet.
      await within(patience, () => writers.wereRefused(concerned));
      for (const { what } of writers.refusals) refused.add(what);
      await within(patience, async () => (await healthOf(server)).includes('full'));
      told.add(await healthOf(server));
      makeRoom();
    }
    await writers.acknowledgedMore(20);
    writers.rest();
    await writing;
    const [verdict, reading, left] = [await writers.verdict(store), await endReading(), unfinishedIn(store)];
    report(context, {
      what: `disk full ${scale(1, 10)} times, ${kind}`,
      measured: `${writers.acknowledged} acknowledged: ${inWords(verdict)}, ${left.length} left, ${cutOff} times refused; ${reading.words}`,
      goal,
    });
    const found = { ...verdict, left, cutOff, broken: reading.broken };
    expect(found).toEqual({ ...allWell, left: [], cutOff: scale(1, 10), broken: [] });
    expect([...told]).toEqual(['200 full 0']);
    // Word and metric are read one after the other, while the disk is looked at once a second.
    await expect.poll(() => healthOf(server)).toBe('200 ready 1');
    expect([...refused].sort()).toEqual(expect.arrayContaining([...concerned].sort()));
  });

  test('only to be read after an error: writes are a 503, pages go on, and after a repair it works', {
    tags: ['full'],
  }, async (context) => {
    needOwnDisk(context);
    const disk = OwnDisk.make(64);
    const { store, writers, server } = await open(kind, disk);
    const endReading = await startReading(server.url);
    const writing = writers.write(server);
    await writers.acknowledgedMore(20);
    disk.fail();
    writers.refusals.length = 0;
    const refused = await within(patience, () => writers.wereRefused(concerned));
    const reading = await endReading();
    const noticed = await within(patience, async () => (await healthOf(server)) === '503 disk 0');
    const { out } = await prangon(store, ['doctor']);
    expect(out).toMatch(/ERROR {4}data folder: .* can't be written: (?:EROFS|EIO)\b.*\n.*mend its disk/);
    await server.kill();
    await writing;
    disk.repair();
    const again = await BuiltServer.serving(store);
    await writers.write(again, writers.stories.length);
    await again.kill();
    const verdict = await writers.verdict(store);
    const statuses = [...new Set(writers.refusals.map(({ status }) => status))];
    report(context, {
      what: `disk read-only, ${kind}`,
      measured: `${writers.acknowledged} acknowledged: ${inWords(verdict)}, refused with ${statuses}; ${reading.words}`,
      goal,
    });
    const found = { ...verdict, statuses, refused, noticed, broken: reading.broken };
    expect(found).toEqual({ ...allWell, statuses: [503], refused: true, noticed: true, broken: [] });
  });
});

test('A disk that failed is noticed by whoever asks it before a write is acknowledged', (context) => {
  needOwnDisk(context);
  const disk = OwnDisk.make(8);
  const place = new DataDirectory(disk.folder, () => undefined);
  onTestFinished(() => place.close());
  for (let write = 0; write < 3; write++) place.confirm();
  expect(readdirSync(disk.folder)).toEqual(['lost+found']);
  disk.fail();
  expect(() => place.confirm()).toThrow(/EROFS|EIO/);
});

test.each<StoreKind>(['sqlite', 'postgres'])(
  'A data folder that may not be read, %s: /readyz says so, and is ready once it may be read again',
  { tags: ['full'] },
  async (kind) => {
    const store = await freshStore(kind);
    onTestFinished(store.remove);
    const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    for (const name of ['.', ...readdirSync(store.dataDir)])
      if (account.uid) chownSync(path.join(store.dataDir, name), account.uid, account.gid);
    const program = { file: process.execPath, args: [path.join(projectRoot, 'dist/server/start.js')], ...account };
    const server = await BuiltServer.startProgram(program, store, { METRICS_TOKEN: metricsToken });
    await server.ready();
    chmodSync(store.dataDir, 0);
    await expect.poll(() => healthOf(server)).toBe('503 folder 0');
    chmodSync(store.dataDir, 0o700);
    await expect.poll(() => healthOf(server)).toBe('200 ready 1');
  },
);

/** Code and word of /readyz, and the metric. */
async function healthOf(server: BuiltServer): Promise<string> {
  const ready = await server.get(health.ready);
  const { text } = await server.client.get(health.metrics, { authorization: `Bearer ${metricsToken}` });
  const [, takesWrites] = /^prangon_disk_takes_writes (\d)/m.exec(text) ?? [];
  return `${ready.status} ${ready.json<{ status: string }>().status} ${takesWrites}`;
}

async function open(kind: StoreKind, disk: OwnDisk) {
  const fresh = await freshStore(kind);
  onTestFinished(fresh.remove);
  const store = disk.holding(fresh);
  const writers = await Writers.on(store);
  const server = await BuiltServer.serving(store, { METRICS_TOKEN: metricsToken });
  return { store, writers, server };
}

/** Leaves a disk room for so many bytes; answers how to make room again. */
function fill(folder: string, left: number): () => void {
  const ballast = path.join(folder, 'ballast');
  const { bavail, bsize } = statfsSync(folder);
  try {
    appendFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left)));
  } catch (error) {
    // Whoever writes meanwhile may take the rest.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  return () => rmSync(ballast);
}
