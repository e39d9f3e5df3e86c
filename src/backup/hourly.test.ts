// @module-tag postgres
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readFact } from '#platform/database/facts.server.ts';
import { storeFile } from '#platform/files/stored-files.server.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { Bucket, keys } from '../../test/helpers/bucket.ts';
import { prangon } from '../../test/helpers/command.ts';
import { addPicture, publishNews } from '../../test/helpers/content.ts';
import { hireStaff } from '../../test/helpers/staff.ts';
import { freshStore, type Store, storeKind } from '../../test/helpers/store.ts';
import { differingTables, sumsOf, withSnapshot } from './snapshot.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await hireStaff(app);
  await publishNews(app);
  await addPicture(app);
  await storeFile(app, { name: 'prices.txt', bytes: Buffer.from('ten') });
  return app.close;
});
afterEach(() => vi.useRealTimers());

const on = { BACKUPS: '1' };
const passphrase = 'krishnachura and shiuli';
const state = () => readFact(app.database, 'backups');
const folderOf = ({ dataDir }: Store) => path.join(dataDir, 'backups');
const inFolder = (name: string, store = app.store) => {
  const place = path.join(folderOf(store), name);
  return existsSync(place) ? readdirSync(place).sort() : [];
};
const sums = (store: Store) => withSnapshot(store, {}, (snapshot) => sumsOf(snapshot));
/** What a restore changes on purpose, and what the backup itself writes down. */
const changed = ['audit_events', 'sessions', 'store_facts'];

async function backup(env: Record<string, string> = {}): Promise<void> {
  const { code, err } = await prangon(app.store, ['backup'], { ...on, ...env });
  expect([code, err]).toEqual([0, expect.any(String)]);
}

/** Restores into an empty place, and compares. */
async function expectRestores(from: string, env: Record<string, string> = {}, args: string[] = []): Promise<void> {
  const place = await freshStore(undefined, 'empty');
  const { code, err } = await prangon(place, ['restore', from, ...args], env);
  expect([code, err]).toEqual([0, expect.any(String)]);
  const different = differingTables(await sums(place), await sums(app.store));
  expect(different.filter((table) => !changed.includes(table))).toEqual([]);
  for (const folder of ['pictures', 'downloads']) {
    const files = readdirSync(path.join(place.dataDir, 'files', folder));
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) {
      const [copy, own] = [place, app.store].map(({ dataDir }) =>
        readFileSync(path.join(dataDir, 'files', folder, name)),
      );
      expect(copy?.equals(own ?? Buffer.alloc(0)), name).toBe(true);
    }
  }
  expect((await prangon(place, ['verify'])).code).toBe(0);
  await place.remove();
}

test('hourly backups store only what is new, and restore to the same store', async () => {
  await backup();
  const before = ['rows', 'files'].map((name) => inFolder(name).length);
  expect(before[1]).toBeGreaterThan(0);
  await publishNews(app, { title: 'আরেকটি খবর' });
  await backup();
  const after = ['rows', 'files'].map((name) => inFolder(name).length);
  // News, their search, the facts of backups.
  expect((after[0] ?? 0) - (before[0] ?? 0)).toBeLessThanOrEqual(4);
  expect(after.slice(1)).toEqual(before.slice(1));
  await expectRestores(folderOf(app.store));
  const check = await prangon(app.store, ['restore', folderOf(app.store), '--check']);
  expect([check.code, check.out]).toEqual([0, expect.stringContaining('is whole')]);
});

test('`backup --try` restores the newest and compares it; a damaged one is refused and nothing is left', async () => {
  expect((await prangon(app.store, ['backup', '--try'], on)).code).toBe(0);
  expect(await state())?.toMatchObject({ restored: expect.any(String), restore_failed: null });
  for (const folder of ['rows', 'files', 'moments']) {
    const files = inFolder(folder).map((name) => path.join(folderOf(app.store), folder, name));
    const whole = files.map((file) => readFileSync(file));
    for (const [at, file] of files.entries()) {
      const bytes = Buffer.from(whole[at] ?? []);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    }
    const place = await freshStore(undefined, 'empty');
    const { code, err } = await prangon(place, ['restore', folderOf(app.store)]);
    expect([code, err]).toEqual([1, expect.stringMatching(`${folder}/.+ is missing or damaged`)]);
    expect(readdirSync(place.dataDir)).toEqual([]);
    expect((await prangon(app.store, ['backup', '--try'], on)).code).toBe(1);
    const damage = expect.stringContaining('damaged');
    expect(await state()).toMatchObject({ restored: expect.any(String), restore_failed: damage });
    for (const [at, file] of files.entries()) writeFileSync(file, whole[at] ?? '');
    await place.remove();
  }
  expect((await prangon(app.store, ['backup', '--try'], on)).code).toBe(0);
  expect(readdirSync(app.store.dataDir)).not.toContain('backup-trial');
});

// None of the next three knows the database.
test.runIf(storeKind === 'sqlite')(
  'with a passphrase nothing can be read without it, a wrong one is named, and a changed byte is refused',
  async () => {
    const env = { BACKUP_PASSPHRASE: passphrase };
    await backup(env);
    const secret = readFileSync(path.join(app.store.dataDir, 'secret'), 'utf8');
    const encrypted = ['rows', 'files', 'moments'].flatMap((folder) =>
      inFolder(folder)
        .filter((name) => name.includes('.aes-'))
        .map((name) => path.join(folderOf(app.store), folder, name)),
    );
    expect(encrypted.length).toBeGreaterThan(3);
    for (const bytes of encrypted.map((file) => readFileSync(file)))
      expect(bytes.includes(secret) || bytes.readUInt16BE() === 0x1f8b).toBe(false);
    await expectRestores(folderOf(app.store), env);
    const place = await freshStore(undefined, 'empty');
    const wrong = await prangon(place, ['restore', folderOf(app.store)], {
      BACKUP_PASSPHRASE: 'krishnachura and kadam',
    });
    expect([wrong.code, wrong.err]).toEqual([
      1,
      'BACKUP_PASSPHRASE is not the one that these backups were made with.\n',
    ]);
    expect(readdirSync(place.dataDir)).toEqual([]);
    await place.remove();

    const file = encrypted.find((each) => each.includes('/files/')) ?? '';
    const whole = readFileSync(file);
    for (const at of [0, whole.length >> 1, whole.length - 1]) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(file, bytes);
      const { code, err } = await prangon(app.store, ['restore', folderOf(app.store), '--check'], env);
      expect([code, err]).toEqual([1, expect.stringContaining('missing or damaged')]);
    }
    writeFileSync(file, whole);
  },
);

test.runIf(storeKind === 'sqlite')(
  '48 hours and the last of 14 days are kept, and what no backup has is gone',
  async () => {
    const store = await freshStore();
    const hour = 3_600_000;
    const begin = Date.parse('2026-12-01T00:10:00Z');
    for (let at = 0; at <= 20 * 24; at += 8) {
      vi.useFakeTimers({ toFake: ['Date'], now: begin + at * hour });
      expect((await prangon(store, ['backup'], on)).code).toBe(0);
      vi.useRealTimers();
    }
    const days = inFolder('moments', store).map((name) => name.slice(0, 13));
    expect(days.slice(-6)).toEqual(
      ['19T08', '19T16', '20T00', '20T08', '20T16', '21T00'].map((time) => `2026-12-${time}`),
    );
    // In Dhaka a day ends at 18:00 UTC.
    expect(days.slice(0, -6)).toEqual(
      Array.from({ length: 12 }, (_, at) => `2026-12-${String(at + 7).padStart(2, '0')}T16`),
    );
    // Each of the 61 wrote the facts of backups anew.
    expect(inFolder('rows', store).length).toBeLessThan(45);
    const facts = await prangon(store, ['restore', folderOf(store), '--check', '--at', '2026-12-10', '--json']);
    expect(JSON.parse(facts.out)).toMatchObject({ made_at: '2026-12-10T16:10:00.000Z' });
    const early = await prangon(store, ['restore', folderOf(store), '--check', '--at', '2026-12-02']);
    expect([early.code, early.err]).toEqual([1, expect.stringContaining('the first is moments/2026-12-07T16')]);
    await store.remove();
  },
);

test.runIf(storeKind === 'sqlite')('they go to a bucket too, and come back from it', async () => {
  for (const [name, value] of Object.entries(keys)) vi.stubEnv(name, value);
  const bucket = await Bucket.open();
  const env = { BACKUPS: '0', BACKUP_URL: bucket.filesUrl };
  await backup(env);
  await backup(env);
  expect((await bucket.names()).filter((name) => name.startsWith('moments/'))).toHaveLength(2);
  await expectRestores(bucket.filesUrl);
  const back = bucket.remove();
  expect((await prangon(app.store, ['backup'], env)).code).toBe(1);
  expect((await state())?.failed?.reason).toContain('bucket');
  back();
  await backup(env);
  expect((await state())?.failed).toBeNull();
  await bucket.close();
  vi.unstubAllEnvs();
});
