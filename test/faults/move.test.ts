// @module-tag full
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { differingTables, type Sums, sumsOf, withSnapshot } from '../../src/backup/snapshot.server.ts';
import { openTestApp } from '../helpers/app.ts';
import { report, scale } from '../helpers/chaos.ts';
import { prangon } from '../helpers/command.ts';
import { publishNews } from '../helpers/content.ts';
import { addNews, wordOf } from '../helpers/many-news.ts';
import { openOffice } from '../helpers/office.ts';
import { freshStore, type Store } from '../helpers/store.ts';

const many = scale(300, 100_000);
const sums = (store: Store): Promise<Sums> => withSnapshot(store, {}, (snapshot) => sumsOf(snapshot));

test('a store moves from SQLite to PostgreSQL and back, with every row, number and search as it was', async (context) => {
  const store = await freshStore('sqlite');
  await addNews(store, 0, many);
  const app = await openTestApp({ store });
  const id = await publishNews(app);
  const refused = await prangon(store, ['move', '--to', 'postgres://127.0.0.1:1/nowhere']);
  expect([refused.code, refused.err]).toEqual([1, expect.any(String)]);

  const postgres = await freshStore('postgres', 'empty');
  const to = ['move', '--to', postgres.databaseUrl ?? ''];
  const running = await prangon(store, to);
  expect([running.code, running.err]).toEqual([1, expect.stringContaining('server is running')]);
  await app.close();

  const before = await sums(store);
  const took = { there: 0, back: 0, backup: 0, restore: 0 };
  took.there = await seconds(() => prangon(store, to));
  const moved: Store = { ...store, databaseUrl: postgres.databaseUrl, kind: 'postgres' };
  expect(differingTables(before, await sums(moved))).toEqual(['store_facts']);
  expect((await prangon(store, to)).err).toMatch(/The database postgres:[^@ ]* is not empty/);

  const onPostgres = await openTestApp({ store: moved });
  const there = await openOffice(onPostgres);
  const found = await there.get(`${adminCalls.news}?search=${encodeURIComponent(wordOf.half)}`);
  expect(found.json<{ total: number }>().total).toBe(many / 2);
  expect((await onPostgres.get(`/api/search?q=${encodeURIComponent(wordOf.all)}`)).text).toContain(wordOf.all);
  expect(await publishNews(onPostgres)).toBe(id + 1);
  const alive = await prangon(moved, ['move', '--to', 'sqlite']);
  expect([alive.code, alive.err]).toEqual([1, expect.stringContaining('server is running')]);
  await onPostgres.close();

  const onPostgresAfter = await sums(moved);
  const inTheWay = await prangon(moved, ['move', '--to', 'sqlite']);
  expect([inTheWay.code, inTheWay.err]).toEqual([1, expect.stringContaining('there already')]);
  renameSync(path.join(store.dataDir, 'prangon.sqlite'), path.join(store.dataDir, 'old.sqlite'));
  took.back = await seconds(() => prangon(moved, ['move', '--to', 'sqlite']));
  expect(differingTables(onPostgresAfter, await sums(store))).toEqual(['store_facts']);
  const home = await openTestApp({ store });
  const again = await (await openOffice(home)).get(`${adminCalls.news}?search=${encodeURIComponent(wordOf.half)}`);
  expect(again.json<{ total: number }>().total).toBe(many / 2);
  await home.close();

  const folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-backups-'));
  for (const from of [store, moved]) {
    const file = path.join(folder, `${from.kind}.tar`);
    took.backup = await seconds(() => prangon(from, ['backup', file]));
    const place = await freshStore(from.kind, 'empty');
    took.restore = await seconds(() => prangon(place, ['restore', file]));
    const measured = `${took.backup.toFixed(1)} s and ${took.restore.toFixed(1)} s, every row the same`;
    const what = `backup and restore of ${many} news with their search, ${from.kind}`;
    report(context, { what, measured, goal: 'restored in 90 s' });
    await place.remove();
  }
  rmSync(folder, { recursive: true });
  report(context, {
    what: `move of ${many} news with their search, SQLite to PostgreSQL and back`,
    measured: `${took.there.toFixed(1)} s and ${took.back.toFixed(1)} s, every row the same`,
    goal: 'all the same',
  });
  await postgres.remove();
  await store.remove();
});

async function seconds(work: () => ReturnType<typeof prangon>): Promise<number> {
  const begun = performance.now();
  const { code, err } = await work();
  expect([code, err]).toEqual([0, expect.any(String)]);
  return (performance.now() - begun) / 1_000;
}
