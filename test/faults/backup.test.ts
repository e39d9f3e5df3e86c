// @module-tag full
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { readFact } from '#platform/database/facts.server.ts';
import { entriesOf, type Manifest } from '../../src/cli/portable/archive.server.ts';
import { differingTables, type Sums, sumsOf, withSnapshot } from '../../src/cli/portable/snapshot.server.ts';
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

/** What a restore changes on purpose: who is signed in, and that it was restored. */
const changedByRestoring = ['audit_events', 'sessions', 'store_facts', 'tickets', 'password_resets', 'previews'];

const kinds: StoreKind[] = ['sqlite', 'postgres'];

describe.each(databases('postgres'))('a backup of %s while everybody writes', (kind) => {
  let store: Store;
  let writers: Writers;
  let stories: Writers['stories'];
  const file = () => path.join(folder, `${kind}.tar`);

  beforeAll(async () => {
    store = await freshStore(kind);
    writers = await Writers.on(store);
    const server = await BuiltServer.start(store);
    await server.ready();
    const writing = writers.write(server);
    await writers.acknowledgedMore(scale(30, 3_000));
    const acknowledged = writers.stories.map((story) => ({ ...story }));
    const { code, err } = await prangon(store, ['backup', file()], { SECRET: secret });
    expect([code, err]).toEqual([0, expect.any(String)]);
    // What was sent meanwhile may be in it.
    stories = acknowledged.map((story, at) => ({ ...story, sent: writers.stories[at]?.sent ?? 0 }));
    writers.rest();
    await writing;
    await server.kill();
    return store.remove;
  });

  test.for(kinds)('has all that was acknowledged before, restored to %s', async (into, context) => {
    const place = await freshStore(into, 'empty');
    const { code, err } = await prangon(place, ['restore', file()]);
    expect([code, err]).toEqual([0, expect.any(String)]);
    const verdict = await writers.verdict(place, stories);
    const measured = `${stories.length} stories: ${inWords(verdict)}`;
    report(context, { what: `backup of ${kind} under writes, restored to ${into}`, measured, goal: '0 of each' });
    expect(verdict).toEqual(allWell);

    let packed: Manifest | null = null;
    for await (const { name, body } of entriesOf(file()))
      if (name === 'manifest.json') packed = JSON.parse(await text(body)) as Manifest;
    const restored = await withSnapshot(place, {}, (snapshot) => sumsOf(snapshot));
    expect(
      differingTables(restored, packed?.tables ?? {}).filter((table) => !changedByRestoring.includes(table)),
    ).toEqual([]);
    expect(readFileSync(path.join(place.dataDir, 'secret'), 'utf8')).toBe(secret);
    expect(readdirSync(place.dataDir).sort()).toEqual([
      'files',
      ...(into === 'sqlite' ? ['prangon.sqlite'] : []),
      'secret',
    ]);

    const paused = await readStore(place, (database) => readFact(database, 'mail_paused'));
    expect(paused).toMatchObject({ reason: 'another-store' });
    expect(restored.sessions?.rows).toBe(0);
    const server = await BuiltServer.start(place, { SECRET: '' });
    await server.ready();
    const session = { authorization: `Bearer ${writers.aSession}` };
    expect((await server.client.send(calls.signedInUser, { method: 'GET', headers: session })).status).toBe(401);
    await server.kill();
    await place.remove();
  });

  test('a place that is not empty, or has another secret, is refused and stays as it is', async () => {
    const taken = await prangon(store, ['restore', file()], { SECRET: secret });
    expect([taken.code, taken.err]).toEqual([1, expect.stringMatching(/is there already|is not empty/)]);
    const place = await freshStore(kind, 'empty');
    const other = await prangon(place, ['restore', file()], { SECRET: 'another secret of 32 letters or more' });
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('secret of the backup')]);
    expect(readdirSync(place.dataDir)).toEqual([]);
    await place.remove();
  });

  test.runIf(process.getuid?.() === 0)(
    "root is refused in somebody else's folder, where it would leave files",
    async () => {
      const place = await freshStore(kind, 'empty');
      chownSync(place.dataDir, 65_534, 65_534);
      const refused = await prangon(place, ['restore', file()]);
      expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/belongs to \w+, .*`runuser -u \w+ --`/)]);
      expect(readdirSync(place.dataDir)).toEqual([]);
      await place.remove();
    },
  );

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

  test('a restore that is killed is done, or can be done again', async (context) => {
    const random = seededRandom(`killed restores of ${kind}`);
    const kills = scale(1, 15);
    const began = performance.now();
    const undisturbed = await freshStore(kind, 'empty');
    await running(undisturbed, ['restore', file()]).ended;
    const duration = performance.now() - began;
    const expected = await sums(undisturbed);
    await undisturbed.remove();
    let [done, doneAgain, whole] = [0, 0, 0];
    for (let at = 0; at < kills; at++) {
      const place = await freshStore(kind, 'empty');
      const { kill, ended } = running(place, ['restore', file()]);
      await Promise.race([ended, sleep(random() * duration)]);
      kill();
      await ended;
      if (existsSync(path.join(place.dataDir, 'unfinished-store'))) await refusedStart(place);
      const again = await onceFree(() => prangon(place, ['restore', file()]), 'filling this place right now');
      if (again.code === 0) doneAgain++;
      else if (/is there already|is not empty/.test(again.err)) done++;
      const verified = (await prangon(place, ['verify'])).code === 0;
      const other = differingTables(await sums(place), expected).filter((table) => !changedByRestoring.includes(table));
      if (verified && other.length === 0) whole++;
      await place.remove();
    }
    const measured = `${kills} kills: ${done} were done, ${doneAgain} done again; ${whole} whole`;
    report(context, { what: `killed restores of ${kind}`, measured, goal: 'all whole' });
    expect([done + doneAgain, whole]).toEqual([kills, kills]);
  });

  test('a restore that is killed when it has begun to fill the place can be done again, also after starts', async () => {
    const undisturbed = await freshStore('sqlite', 'empty');
    expect((await prangon(undisturbed, ['restore', file()])).code).toBe(0);
    const place = await freshStore('sqlite', 'empty');
    const has = (name: string) => existsSync(path.join(place.dataDir, name));
    for (const seen of ['unfinished-store', 'files/pictures', 'secret']) {
      const { kill, ended } = running(place, ['restore', file()]);
      await within(20_000, () => has(seen));
      kill();
      await ended;
      if (has('prangon.sqlite')) break;
      await refusedStart(place);
      expect(await prangon(place, ['doctor'])).toMatchObject({
        code: 1,
        out: expect.stringContaining('a restore or move was broken off'),
      });
    }
    if (!has('prangon.sqlite')) expect(await prangon(place, ['restore', file()])).toMatchObject({ code: 0 });
    expect(readdirSync(place.dataDir).sort()).toEqual(['files', 'prangon.sqlite', 'secret']);
    expect(readFileSync(path.join(place.dataDir, 'secret'), 'utf8')).toBe(secret);
    const other = differingTables(await sums(place), await sums(undisturbed));
    expect(other.filter((table) => !changedByRestoring.includes(table))).toEqual([]);
    await Promise.all([place.remove(), undisturbed.remove()]);
  });

  test('a secret beside nothing but an unfinished store is not in the way; beside anything else it is', async () => {
    const place = await freshStore('sqlite', 'empty');
    const secretFile = path.join(place.dataDir, 'secret');
    mkdirSync(path.join(place.dataDir, 'unfinished-store'));
    writeFileSync(secretFile, 'of a start that was refused by 0.2.0');
    writeFileSync(path.join(place.dataDir, 'mail-mark'), '');
    const refused = await prangon(place, ['restore', file()]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('secret of the backup')]);
    expect(readFileSync(secretFile, 'utf8')).toBe('of a start that was refused by 0.2.0');
    rmSync(path.join(place.dataDir, 'mail-mark'));
    expect(await prangon(place, ['restore', file()])).toMatchObject({ code: 0 });
    expect(readFileSync(secretFile, 'utf8')).toBe(secret);
    await place.remove();
  });

  test('a secret that was made, and not yet written, by a killed restore is not in the way of the next one', async () => {
    const place = await freshStore(kind, 'empty');
    mkdirSync(path.join(place.dataDir, 'unfinished-store'));
    mkdirSync(path.join(place.dataDir, 'files'));
    writeFileSync(path.join(place.dataDir, 'secret'), '');
    expect(await prangon(place, ['restore', file()])).toMatchObject({ code: 0 });
    expect(readFileSync(path.join(place.dataDir, 'secret'), 'utf8')).toBe(secret);
    await place.remove();
  });

  test('a restore that fails takes away no secret that it did not write', async () => {
    const place = await freshStore(kind, 'empty');
    // It leads to a disk that is not mounted.
    symlinkSync('/nowhere/secret', path.join(place.dataDir, 'secret'));
    expect((await prangon(place, ['restore', file()])).code).toBe(1);
    expect(readdirSync(place.dataDir)).toEqual(['secret']);
    await place.remove();
  });

  test('what killed backups left is gone with the next one, and who still writes keeps theirs', async () => {
    const place = mkdtempSync(path.join(folder, 'killed-'));
    const unfinished = () => readdirSync(place).filter((name) => name.includes('.tar.unfinished'));
    const env = { SECRET: secret };
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

    const next = await prangon(store, ['backup', path.join(place, 'next.tar')], env);
    expect([next.code, next.err]).toEqual([0, expect.any(String)]);
    expect(unfinished()).toEqual([expect.stringMatching(/^stopped\.tar\.unfinished-/)]);
    stopped.goOn();
    await stopped.ended;
    expect(readdirSync(place).sort()).toEqual(['next.tar', 'notes.unfinished-chapters', 'stopped.tar']);
    expect(await prangon(store, ['restore', path.join(place, 'stopped.tar'), '--check'])).toMatchObject({ code: 0 });
  });

  test('several backups at once into one folder are all whole', async () => {
    const place = mkdtempSync(path.join(folder, 'at-once-'));
    const files = ['a.tar', 'b.tar', 'c.tar'].map((name) => path.join(place, name));
    const told = await Promise.all(files.map((each) => prangon(store, ['backup', each], { SECRET: secret })));
    expect(told.map(({ code, err }) => [code, err])).toEqual(files.map(() => [0, expect.any(String)]));
    expect(readdirSync(place).sort()).toEqual(['a.tar', 'b.tar', 'c.tar']);
  });

  test('of two hourly backups at once one is made, and the other does nothing', async () => {
    const env = { BACKUPS: '1', SECRET: secret };
    const backups = path.join(store.dataDir, 'backups');
    rmSync(backups, { recursive: true, force: true });
    const told = await Promise.all([prangon(store, ['backup'], env), prangon(store, ['backup'], env)]);
    expect(told.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(told.find(({ code }) => code === 1)?.err).toContain('Another backup is under way');
    expect(readdirSync(path.join(backups, 'moments'))).toHaveLength(1);
  });

  test('an hourly backup that is killed leaves nothing in the way: the next one is whole', async () => {
    const random = seededRandom(`killed hourly backups of ${kind}`);
    const env = { BACKUPS: '1', SECRET: secret };
    const backups = path.join(store.dataDir, 'backups');
    for (let at = 0; at < scale(2, 30); at++) {
      rmSync(backups, { recursive: true, force: true });
      const { kill, ended } = running(store, ['backup'], env);
      await within(20_000, () => existsSync(path.join(backups, 'rows')));
      await Promise.race([ended, sleep(random() * 150)]);
      kill();
      await ended;
      const again = await onceFree(() => prangon(store, ['backup'], env), 'backup is under way');
      expect([again.code, again.err]).toEqual([0, expect.any(String)]);
      const trial = await prangon(store, ['backup', '--try'], env);
      expect([trial.code, trial.err]).toEqual([0, expect.any(String)]);
      expect(readdirSync(path.join(backups, 'unfinished'))).toEqual([]);
    }
  });

  test('a backup that was cut short or changed is refused, and nothing is left half', async (context) => {
    const random = seededRandom(`changed backups of ${kind}`);
    const whole = readFileSync(file());
    const changed = path.join(folder, `${kind}-changed.tar`);
    const tries = scale(4, 100);
    let refused = 0;
    for (let at = 0; at < tries; at++) {
      copyFileSync(file(), changed);
      if (at % 2 === 0) truncateSync(changed, Math.floor(random() * whole.length));
      else {
        const bytes = Buffer.from(whole);
        const place = Math.floor(random() * bytes.length);
        bytes[place] = (bytes[place] ?? 0) ^ (1 << Math.floor(random() * 8));
        writeFileSync(changed, bytes);
      }
      const dataDir = path.join(folder, 'nowhere');
      const { code, err } = await runCommand(['restore', changed], { DATA_DIR: dataDir });
      if (code === 1 && err.includes('is not whole') && !existsSync(dataDir)) refused++;
    }
    report(context, {
      what: `backups of ${kind} cut or changed`,
      measured: `${refused} of ${tries} refused`,
      goal: 'all',
    });
    expect(refused).toBe(tries);
  });
});

const sums = (store: Store): Promise<Sums> => withSnapshot(store, {}, (snapshot) => sumsOf(snapshot));

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

/** As systemd does by itself. It changes nothing. */
async function refusedStart(place: Store): Promise<void> {
  const before = readdirSync(place.dataDir, { recursive: true });
  const server = await BuiltServer.start(place, { SECRET: '' });
  expect(await server.exited).toMatchObject({ code: 1 });
  expect(server.output).toContain('a restore or move was broken off');
  expect(readdirSync(place.dataDir, { recursive: true })).toEqual(before);
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

test('a backup never takes the place of another file, and leaves nothing behind where it fails', async () => {
  const store = await freshStore('sqlite');
  const there = path.join(folder, 'there.tar');
  writeFileSync(there, 'an older backup');
  const told = await prangon(store, ['backup', there]);
  expect([told.code, told.err]).toEqual([1, expect.stringContaining('is there already')]);
  expect(readFileSync(there, 'utf8')).toBe('an older backup');
  const nowhere = await runCommand(['backup', path.join(folder, 'no/folder.tar')], environment(store));
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining("can't be written")]);
  const good = path.join(folder, 'good.tar');
  expect((await prangon(store, ['backup', good])).code).toBe(0);
  expect(statSync(good).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  await store.remove();
});
