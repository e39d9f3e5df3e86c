// @module-tag full
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { readFact } from '#platform/database/facts.server.ts';
import { entriesOf } from '../../src/backup/archive.server.ts';
import type { Manifest } from '../../src/backup/pack.server.ts';
import { differingTables, type Sums, sumsOf, withSnapshot } from '../../src/backup/snapshot.server.ts';
import { projectRoot } from '../../src/platform/settings/project-root.server.ts';
import { environment } from '../helpers/app.ts';
import { BuiltServer, secret } from '../helpers/built-server.ts';
import { databases, report, scale, within } from '../helpers/chaos.ts';
import { prangon, runCommand, type Told } from '../helpers/command.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { freshStore, type Store, type StoreKind } from '../helpers/store.ts';
import { readStore } from '../helpers/whole-store.ts';
import { allWell, inWords, Writers } from '../helpers/writers.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-backups-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const kinds: StoreKind[] = ['sqlite', 'postgres'];

describe.each(databases('postgres'))('a backup of %s while everybody writes', (kind) => {
  let store: Store;
  let writers: Writers;
  let stories: Writers['stories'];
  const file = () => path.join(folder, `${kind}.tar`);
  const env = { SECRET: secret };

  beforeAll(async () => {
    store = await freshStore(kind);
    writers = await Writers.on(store);
    const server = await BuiltServer.serving(store);
    const writing = writers.write(server);
    await writers.acknowledgedMore(scale(30, 3_000));
    const acknowledged = writers.stories.map((story) => ({ ...story }));
    await done(store, ['backup', file()], env);
    // What was sent meanwhile may be in it.
    stories = acknowledged.map((story, at) => ({ ...story, sent: writers.stories[at]?.sent ?? 0 }));
    writers.rest();
    await writing;
    await server.kill();
    return store.remove;
  });

  test.for(kinds)('has all that was acknowledged before, restored to %s', async (into, context) => {
    const place = await freshStore(into, 'empty');
    await done(place, ['restore', file()]);
    const verdict = await writers.verdict(place, stories);
    const measured = `${stories.length} stories: ${inWords(verdict)}`;
    report(context, { what: `backup of ${kind} under writes, restored to ${into}`, measured, goal: '0 of each' });
    expect(verdict).toEqual(allWell);

    let packed: Manifest | null = null;
    for await (const { name, body } of entriesOf(file()))
      if (name === 'manifest.json') packed = JSON.parse(await text(body)) as Manifest;
    const restored = await sums(place);
    expect(changedIn(restored, packed?.tables ?? {})).toEqual([]);
    expectNothingElse(place);
    const paused = await readStore(place, (database) => readFact(database, 'mail_paused'));
    expect(paused).toMatchObject({ reason: 'another-store' });
    expect(restored.sessions?.rows).toBe(0);
    const server = await BuiltServer.serving(place, { SECRET: '' });
    const session = { authorization: `Bearer ${writers.aSession}` };
    expect((await server.client.get(calls.signedInUser, session)).status).toBe(401);
    await server.kill();
    await place.remove();
  });

  test('a place that is not empty, or has another secret, is refused and stays as it is', async () => {
    const taken = await prangon(store, ['restore', file()], env);
    expect([taken.code, taken.err]).toEqual([1, expect.stringMatching(/is there already|is not empty/)]);
    const place = await freshStore(kind, 'empty');
    const refused = async (why: RegExp, more = {}) => {
      const before = readdirSync(place.dataDir);
      const { code, err } = await prangon(place, ['restore', file()], more);
      expect([code, err]).toEqual([1, expect.stringMatching(why)]);
      expect(readdirSync(place.dataDir)).toEqual(before);
    };
    await refused(/secret of the backup/, { SECRET: 'another secret of 32 letters or more' });
    if (process.getuid?.() === 0) {
      // Where root would leave files.
      chownSync(place.dataDir, 65_534, 65_534);
      await refused(/belongs to \w+, .*`runuser -u \w+ --`/);
      chownSync(place.dataDir, 0, 0);
    }
    // It leads to a disk that is not mounted: a restore takes away no secret that it did not write.
    symlinkSync('/nowhere/secret', path.join(place.dataDir, 'secret'));
    await refused(/./);
    await place.remove();
  });

  test('two restores into one place: one is done, the other refused', async () => {
    const place = await freshStore(kind, 'empty');
    const both = await Promise.all([prangon(place, ['restore', file()]), prangon(place, ['restore', file()])]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    const refused = both.find(({ code }) => code === 1);
    expect(refused?.err).toMatch(/is filling this place right now|is there already|is not empty/);
    expect((await prangon(place, ['verify'])).code).toBe(0);
    expect(readdirSync(place.dataDir).filter((name) => name.startsWith('unfinished'))).toEqual([]);
    await place.remove();
  });

  test('a restore that is killed is done, or can be done again, also after starts', async (context) => {
    const random = seededRandom(`killed restores of ${kind}`);
    const undisturbed = await freshStore(kind, 'empty');
    const began = performance.now();
    await running(undisturbed, ['restore', file()]).ended;
    const duration = performance.now() - began;
    const expected = await sums(undisturbed);
    await undisturbed.remove();
    /** Once this is there, or at any time. */
    const kill = async (place: Store, seen: string | null) => {
      const restore = running(place, ['restore', file()]);
      if (seen) await within(20_000, () => existsSync(path.join(place.dataDir, seen)));
      else await Promise.race([restore.ended, sleep(random() * duration)]);
      restore.kill();
      await restore.ended;
      if (existsSync(path.join(place.dataDir, 'unfinished-store'))) await expectRefusedStart(place);
    };
    const restored = async (place: Store) => {
      const again = await onceFree(() => prangon(place, ['restore', file()]), 'filling this place right now');
      expect(again.code === 0 || /is there already|is not empty/.test(again.err), again.err).toBe(true);
      return again.code === 0 ? 'again' : 'done';
    };
    const phases = ['unfinished-store', 'files/pictures', 'secret'];
    const places: [into: StoreKind, moments: (string | null)[]][] = [
      ['sqlite', phases],
      ...Array.from({ length: scale(1, 15) }, (): [StoreKind, null[]] => [kind, [null]]),
    ];
    const ends = { done: 0, again: 0, whole: 0 };
    for (const [into, moments] of places) {
      const place = await freshStore(into, 'empty');
      for (const seen of moments) await kill(place, seen);
      ends[await restored(place)]++;
      const verified = (await prangon(place, ['verify'])).code === 0;
      if (verified && changedIn(await sums(place), expected).length === 0) ends.whole++;
      if (moments === phases) expectNothingElse(place);
      await place.remove();
    }
    const measured = `${places.length} places: ${ends.done} were done, ${ends.again} done again; ${ends.whole} whole`;
    report(context, { what: `killed restores of ${kind}`, measured, goal: 'all whole' });
    expect(ends.whole).toBe(places.length);
  });

  test('a secret beside nothing but an unfinished store is not in the way; beside anything else it is', async () => {
    // The second was made, and not yet written, by a restore that was killed.
    for (const [into, left] of [['sqlite', 'of a start that was refused by 0.2.0'] as const, [kind, ''] as const]) {
      const place = await freshStore(into, 'empty');
      const at = (name: string) => path.join(place.dataDir, name);
      mkdirSync(at('unfinished-store'));
      writeFileSync(at('secret'), left);
      if (left) {
        writeFileSync(at('mail-mark'), '');
        const refused = await prangon(place, ['restore', file()]);
        expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('secret of the backup')]);
        expect(readFileSync(at('secret'), 'utf8')).toBe(left);
        rmSync(at('mail-mark'));
      } else mkdirSync(at('files'));
      await done(place, ['restore', file()]);
      expect(readFileSync(at('secret'), 'utf8')).toBe(secret);
      await place.remove();
    }
  });

  test('what killed backups left is gone with the next one, and who still writes keeps theirs', async () => {
    const place = mkdtempSync(path.join(folder, 'killed-'));
    const unfinished = () => readdirSync(place).filter((name) => name.includes('.tar.unfinished'));
    /** A backup that was held in the middle; one that was quicker than the signal is made again. */
    const heldBackup = async (name: string, hold: 'stop' | 'kill') => {
      // An empty one has no lock yet: another backup may take it away, and its own says so.
      const sizeOf = (file: string) => statSync(path.join(place, file), { throwIfNoEntry: false })?.size ?? 0;
      const isUnfinished = () => unfinished().some((file) => file.startsWith(name) && sizeOf(file) > 0);
      for (;;) {
        rmSync(path.join(place, name), { force: true });
        const backup = running(store, ['backup', path.join(place, name)], env);
        await within(20_000, () => isUnfinished() || backup.hasEnded());
        backup[hold]();
        await (hold === 'kill' ? backup.ended : within(5_000, backup.isStopped));
        if (isUnfinished()) return backup;
        backup.kill();
      }
    };
    const stopped = await heldBackup('stopped.tar', 'stop');
    await heldBackup('killed.tar', 'kill');
    writeFileSync(path.join(place, 'older.tar.unfinished-0123abcd'), 'left by 0.2.0');
    writeFileSync(path.join(place, 'empty.tar.unfinished-0123abcd'), '');
    writeFileSync(path.join(place, 'notes.unfinished-chapters'), 'somebody else’s');
    expect(unfinished()).toHaveLength(4);

    await done(store, ['backup', path.join(place, 'next.tar')], env);
    expect(unfinished()).toEqual([expect.stringMatching(/^stopped\.tar\.unfinished-/)]);
    stopped.goOn();
    await stopped.ended;
    expect(readdirSync(place).sort()).toEqual(['next.tar', 'notes.unfinished-chapters', 'stopped.tar']);
    await done(store, ['restore', path.join(place, 'stopped.tar'), '--check']);
  });

  test('several backups at once into one folder are all made; of two hourly ones one is, the other does nothing', async () => {
    const place = mkdtempSync(path.join(folder, 'at-once-'));
    const names = ['a.tar', 'b.tar', 'c.tar'];
    await Promise.all(names.map((name) => done(store, ['backup', path.join(place, name)], env)));
    expect(readdirSync(place).sort()).toEqual(names);

    const backups = path.join(store.dataDir, 'backups');
    const hourly = () => prangon(store, ['backup'], { BACKUPS: '1', ...env });
    const told = await Promise.all([hourly(), hourly()]);
    expect(told.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(told.find(({ code }) => code === 1)?.err).toContain('Another backup is under way');
    expect(readdirSync(path.join(backups, 'moments'))).toHaveLength(1);
  });

  test('an hourly backup that is killed leaves nothing in the way: the next one is whole', async () => {
    const random = seededRandom(`killed hourly backups of ${kind}`);
    const hourly = { BACKUPS: '1', ...env };
    const backups = path.join(store.dataDir, 'backups');
    for (let at = 0; at < scale(2, 30); at++) {
      rmSync(backups, { recursive: true, force: true });
      const { kill, ended } = running(store, ['backup'], hourly);
      await within(20_000, () => existsSync(path.join(backups, 'rows')));
      await Promise.race([ended, sleep(random() * 150)]);
      kill();
      await ended;
      const again = await onceFree(() => prangon(store, ['backup'], hourly), 'backup is under way');
      expect([again.code, again.err]).toEqual([0, expect.any(String)]);
      await done(store, ['backup', '--try'], hourly);
      expect(readdirSync(path.join(backups, 'unfinished'))).toEqual([]);
    }
  });

  test('a backup that was cut short or changed is refused, and nothing is left half', async (context) => {
    const random = seededRandom(`changed backups of ${kind}`);
    const whole = readFileSync(file());
    const changed = path.join(folder, `${kind}-changed.tar`);
    const dataDir = path.join(folder, 'nowhere');
    const tries = scale(4, 100);
    let refused = 0;
    for (let at = 0; at < tries; at++) {
      const place = Math.floor(random() * whole.length);
      const bytes = at % 2 === 0 ? whole.subarray(0, place) : Buffer.from(whole);
      if (at % 2 === 1) bytes[place] = (bytes[place] ?? 0) ^ (1 << Math.floor(random() * 8));
      writeFileSync(changed, bytes);
      const { code, err } = await runCommand(['restore', changed], { DATA_DIR: dataDir });
      if (code === 1 && err.includes('is not whole') && !existsSync(dataDir)) refused++;
    }
    const measured = `${refused} of ${tries} refused`;
    report(context, { what: `backups of ${kind} cut or changed`, measured, goal: 'all' });
    expect(refused).toBe(tries);
  });
});

test('a backup never takes the place of another file, and leaves nothing behind where it fails', async () => {
  const store = await freshStore('sqlite');
  const there = path.join(folder, 'there.tar');
  writeFileSync(there, 'an older backup');
  const told = await prangon(store, ['backup', there]);
  expect([told.code, told.err]).toEqual([1, expect.stringContaining('is there already')]);
  expect(readFileSync(there, 'utf8')).toBe('an older backup');
  const nowhere = await prangon(store, ['backup', path.join(folder, 'no/folder.tar')]);
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining("can't be written")]);
  const good = path.join(folder, 'good.tar');
  await done(store, ['backup', good]);
  expect(statSync(good).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  await store.remove();
});

const sums = (store: Store): Promise<Sums> => withSnapshot(store, {}, (snapshot) => sumsOf(snapshot));

/** But for what a restore changes on purpose: who is signed in, and that it was restored. */
function changedIn(one: Sums, other: Sums): string[] {
  const changed = ['audit_events', 'sessions', 'store_facts', 'tickets', 'password_resets', 'previews'];
  return differingTables(one, other).filter((table) => !changed.includes(table));
}

async function done(...command: Parameters<typeof prangon>): Promise<void> {
  const { code, err } = await prangon(...command);
  expect([code, err]).toEqual([0, expect.any(String)]);
}

function expectNothingElse({ dataDir, kind }: Store): void {
  const database = kind === 'sqlite' ? ['prangon.sqlite'] : [];
  expect(readdirSync(dataDir).sort()).toEqual(['files', ...database, 'secret']);
  expect(readFileSync(path.join(dataDir, 'secret'), 'utf8')).toBe(secret);
}

/** The command as a process of its own. */
function running(place: Store, args: string[], env = {}) {
  const program = path.join(projectRoot, 'dist/server/prangon.js');
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...environment(place), ...env },
    stdio: 'ignore',
  });
  return {
    kill: () => child.kill('SIGKILL'),
    stop: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
    hasEnded: () => child.exitCode !== null,
    isStopped: () => child.exitCode !== null || readFileSync(`/proc/${child.pid}/stat`, 'utf8').includes(') T '),
    ended: once(child, 'exit'),
  };
}

/** As systemd does by itself. It changes nothing, and doctor says why. */
async function expectRefusedStart(place: Store): Promise<void> {
  const before = readdirSync(place.dataDir, { recursive: true });
  const server = await BuiltServer.start(place, { SECRET: '' });
  expect(await server.exited).toMatchObject({ code: 1 });
  expect(server.output).toContain('a restore or move was broken off');
  expect(readdirSync(place.dataDir, { recursive: true })).toEqual(before);
  const out = expect.stringContaining('a restore or move was broken off');
  expect(await prangon(place, ['doctor'])).toMatchObject({ code: 1, out });
}

/** PostgreSQL may still be ending what was under way for somebody who is gone. */
async function onceFree(command: () => Promise<Told>, taken: string): Promise<Told> {
  let told = await command();
  await within(30_000, async () => {
    if (!told.err.includes(taken)) return true;
    told = await command();
    return false;
  });
  return told;
}
