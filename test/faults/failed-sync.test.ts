import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { calls, health, pages } from '#paths.ts';
import { BuiltServer } from '../helpers/built-server.ts';
import { isChaos, report, scale, within } from '../helpers/chaos.ts';
import { DiskRecorder } from '../helpers/disk-recorder.ts';
import { type FileSystem, needOwnDisk, OwnDisk } from '../helpers/own-disk.ts';
import { quickFolder } from '../helpers/quick-folder.ts';
import { type DiskRecord, type PowerCut, powerCuts } from '../helpers/recorded-disk.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import type { StoryKind } from '../helpers/stories.ts';
import { allWell, inWords, Writers } from '../helpers/writers.ts';

const points = scale(4, 200);
const kinds: StoryKind[] = ['request', 'news', 'leads', 'list'];
const acknowledgedBetween = scale(30, 250);
/** Milliseconds until something is noticed. */
const patience = 120_000;
const goal = '0 of each, 0 malformed';

test('W01: a sync of the log fails once: writes stop, the server starts again, a power cut loses nothing', async (context) => {
  await failOnce(context, 'wal');
  expect(recorded.server.output.match(/disk_failed/g)).toHaveLength(1);
});

// SQLite tells nobody, and copies the log once more the next time.
test.runIf(isChaos)('W01: a sync of the database file fails once: a power cut loses nothing', (context) =>
  failOnce(context, 'database'),
);

async function failOnce(context: TestContext, what: 'wal' | 'database'): Promise<void> {
  const { recorder, server, writers, writing } = await open(context);
  const failure = recorder.failNext(what);
  expect(await within(patience, () => !failure.isDue())).toBe(true);
  if (what === 'wal') await server.said('disk_failed');
  await writers.acknowledgedMore(acknowledgedBetween);
  writers.rest();
  await writing;
  await server.kill();
  await expectNothingLost(context, what === 'wal' ? 'the log' : 'the database file');
}

test('While all syncs fail writes are a 503, /readyz says `disk`, pages go on; then it starts again, also after a kill', {
  tags: ['full'],
}, async (context) => {
  const { recorder, store, server, writers, writing } = await open(context);
  const refuse = async () => {
    const mend = recorder.failAll();
    writers.refusals.length = 0;
    const refused = await within(patience, () => writers.refusals.length >= 20);
    const ready = await server.get(health.ready);
    const read = [(await server.get(pages.home)).status, (await server.get(calls.news)).status];
    const statuses = [...new Set(writers.refusals.map(({ status }) => status))];
    const found = { refused, statuses, ready: `${ready.status} ${ready.json<{ status: string }>().status}`, read };
    expect(found).toEqual({ refused: true, statuses: [503], ready: '503 disk', read: [200, 200] });
    return mend;
  };
  (await refuse())();
  await writers.acknowledgedMore(acknowledgedBetween);
  expect(server.output.match(/disk_failed/g)).toHaveLength(1);
  const mendAgain = await refuse();
  await server.kill();
  await writing;
  mendAgain();
  const again = await start({ store, recorder });
  await writers.write(again, writers.stories.length + acknowledgedBetween);
  await again.kill();
  await expectNothingLost(context, 'everything, for a while');
});

// Device mapper's thin volumes are in few kernels of tests; a file that can't grow fails in the same places.
test('W02: ext4 on a thin volume that runs out and gets space again loses nothing', {
  tags: ['full'],
}, async (context) => {
  needOwnDisk(context);
  const fresh = await freshStore('sqlite');
  onTestFinished(fresh.remove);
  const disk = OwnDisk.makeThin();
  const store = disk.holding(fresh);
  const writers = await Writers.on(store);
  const server = await BuiltServer.startByCommand(store, { LOG_LEVEL: 'error' });
  await server.ready();
  const writing = writers.write(server);
  const verdict = structuredClone(allWell);
  for (let time = 0; time < scale(1, 3); time++) {
    await writers.acknowledgedMore(20);
    writers.refusals.length = 0;
    const giveBack = disk.runOut();
    await within(patience, () => writers.refusals.length >= 20);
    await sleep(scale(0, 15_000));
    giveBack();
    await writers.acknowledgedMore(acknowledgedBetween);
    await cut(disk, store, writers, verdict);
  }
  writers.rest();
  await writing;
  verdict.faults.push(...writers.faults);
  const ends = server.output.match(/disk_failed/g)?.length ?? 0;
  const statuses = [...new Set(writers.refusals.map(({ status }) => status))];
  report(context, {
    what: 'thin volume runs out, ext4',
    measured: `${writers.acknowledged} acknowledged: ${inWords(verdict)}; ${ends} failed syncs, refused with ${statuses}`,
    goal,
  });
  await server.kill();
  expect(verdict).toEqual(allWell);
});

const cuts = scale(1, 100);
const fileSystems: FileSystem[] = isChaos ? ['ext4', 'xfs'] : ['ext4'];
/** A disk for each few cuts, which stays small and is copied quickly. */
const cutsOfADisk = 5;

test.for(fileSystems)(
  'a power cut on %s right after an answer loses nothing of what was acknowledged',
  async (fileSystem, context) => {
    needOwnDisk(context, fileSystem);
    const random = seededRandom(`power cuts on ${fileSystem}`);
    const verdict = structuredClone(allWell);
    let acknowledged = 0;
    for (let made = 0; made < cuts; ) {
      const fresh = await freshStore('sqlite');
      const disk = OwnDisk.make(128, fileSystem);
      const store = disk.holding(fresh);
      const writers = await Writers.on(store);
      const server = await BuiltServer.serving(store);
      const writing = writers.write(server);
      for (const last = Math.min(cuts, made + cutsOfADisk); made < last; made++) {
        await writers.acknowledgedMore(3 + random() * 12);
        await cut(disk, store, writers, verdict);
      }
      await server.kill();
      await writing;
      acknowledged += writers.acknowledged;
      verdict.faults.push(...writers.faults);
      disk.remove();
      await fresh.remove();
    }
    report(context, {
      what: `power cut on ${fileSystem}${fileSystem === 'ext4' ? ' (noauto_da_alloc)' : ''}, sqlite and files`,
      measured: `${cuts} cuts, ${acknowledged} acknowledged: ${inWords(verdict)}`,
      goal: '0 of each',
    });
    expect(verdict).toEqual(allWell);
  },
);

/** Notes what a power cut at this moment would leave. */
async function cut(disk: OwnDisk, store: Store, writers: Writers, verdict: typeof allWell): Promise<void> {
  // Nothing is sent or answered between these two lines.
  const stories = writers.stories.map((story) => ({ ...story }));
  const afterCut = disk.cut();
  await judge(writers, { ...store, dataDir: afterCut.folder }, stories, verdict);
  afterCut.remove();
}

async function judge(
  writers: Writers,
  store: Store,
  stories: Writers['stories'],
  verdict: typeof allWell,
): Promise<void> {
  const found = await writers.verdict(store, stories);
  for (const what of ['lost', 'half', 'twice'] as const) verdict[what].push(...found[what]);
}

interface Recorded {
  recorder: DiskRecorder;
  writers: Writers;
  server: BuiltServer;
  writing: Promise<void>;
  store: Store;
}

let recorded: Recorded;

/** A recorded server under its supervisor, and writers who have begun. */
async function open(context: TestContext): Promise<Recorded> {
  const store = await freshStore('sqlite');
  onTestFinished(store.remove);
  const writers = await Writers.on(store, kinds);
  const recorder = new DiskRecorder(context, store.dataDir);
  onTestFinished(() => recorder.remove());
  writers.onProgress = ({ name, sent, done }) => recorder.note(JSON.stringify({ name, sent, done }));
  const server = await start({ store, recorder });
  const writing = writers.write(server);
  await writers.acknowledgedMore(acknowledgedBetween);
  recorded = { recorder, writers, server, writing, store };
  return recorded;
}

async function start({ store, recorder }: Pick<Recorded, 'store' | 'recorder'>): Promise<BuiltServer> {
  const server = await BuiltServer.startByCommand(store, { ...recorder.env, LOG_LEVEL: 'error' });
  await server.ready();
  return server;
}

/** Cuts the power at many points, most of them beside a sync, and looks into what is left. */
async function expectNothingLost(context: TestContext, what: string): Promise<void> {
  const { recorder, writers, store } = recorded;
  const random = seededRandom(`cuts after a failed sync of ${what}`);
  const records = recorder.records();
  const begun = records.findIndex(({ kind }) => kind === 'note');
  const failures = records.flatMap(({ kind }, at) => (kind === 'failed' ? [at] : []));
  const between = (from: number, to: number) => Math.floor(from + random() * (to - from));
  const cuts = Array.from({ length: points }, (_, at) => {
    if (at === 0) return records.length;
    const near = failures[between(0, failures.length)] ?? begun;
    return at % 4 === 1 ? Math.min(records.length, near + between(1, 400)) : between(near, records.length);
  });
  const steps = new Map<string, { sent: number; done: number }>();
  const verdict = structuredClone({ ...allWell, malformed: [] as string[] });
  const apply = (record: DiskRecord) => {
    recorder.before.apply(record);
    if (record.kind !== 'note') return;
    const { name, ...step } = JSON.parse(record.path);
    steps.set(name, step);
  };
  const cutAt = async (cut: number, way: PowerCut) => {
    const stories = writers.stories.map((story) => ({ ...story, sent: 0, done: 0, ...steps.get(story.name) }));
    const dataDir = mkdtempSync(path.join(quickFolder, 'prangon-cut-'));
    recorder.before.write(store.dataDir, dataDir, way, random);
    try {
      await judge(writers, { ...store, dataDir }, stories, verdict);
    } catch (error) {
      verdict.malformed.push(`${cut}, ${way}: ${(error as Error).message}`);
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  let applied = 0;
  for (const cut of cuts.sort((a, b) => a - b)) {
    for (const record of records.slice(applied, cut)) apply(record);
    applied = cut;
    for (const way of powerCuts) await cutAt(cut, way);
  }
  verdict.faults.push(...writers.faults);
  report(context, {
    what: `power cut after a failed sync of ${what}`,
    measured: `${cuts.length} points, ${cuts.length * powerCuts.length} images, ${writers.acknowledged} acknowledged: ${verdict.malformed.length} malformed, ${inWords(verdict)}`,
    goal,
  });
  expect(failures.length).toBeGreaterThan(0);
  expect(verdict).toEqual({ ...allWell, malformed: [] });
}
