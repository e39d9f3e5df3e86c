import { afterEach, beforeEach, expect, test } from 'vitest';
import { calls, health } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { publishManyNews } from '../../../test/helpers/content.ts';
import { indexContent } from './index-content.server.ts';
import type { SearchAnswer } from './schema.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

/** Published past the search, which then has to be filled. */
async function addUnfoundNews(count: number): Promise<void> {
  await publishManyNews(app, count);
  await app.database.deleteFrom('store_facts').where('name', '=', 'site_search').execute();
}

async function foundRecords(): Promise<number[]> {
  const news = app.database.selectFrom('site_search').select('record_id').where('kind', '=', 'news');
  const rows = await news.orderBy('record_id').execute();
  return rows.map((row) => row.record_id);
}

const idsOfNews = async () =>
  (await app.database.selectFrom('news').select('id').orderBy('id').execute()).map(({ id }) => id);

test('while the search is filled, others are answered and write', async () => {
  await addUnfoundNews(1_500);
  let filled = false;
  const filling = indexContent(app.database).then(() => {
    filled = true;
  });
  for (const url of [calls.news, health.live, `${calls.search}?q=${encodeURIComponent('খবর')}`])
    expect((await app.get(url)).status).toBe(200);
  await publishManyNews(app, 1);
  expect(filled).toBe(false);
  await filling;
  expect((await app.get(`${calls.search}?q=${encodeURIComponent('খবর')}`)).json<SearchAnswer>().more).toBe(true);
  expect(await foundRecords()).toEqual(await idsOfNews());
});

test('a filling that was cut off goes on where it ended', async () => {
  await addUnfoundNews(1_000);
  const stopping = new AbortController();
  const filling = indexContent(app.database, stopping.signal);
  await expect.poll(async () => (await foundRecords()).length, { interval: 1 }).toBeGreaterThan(0);
  stopping.abort();
  await filling;
  const [first, ...others] = await foundRecords();
  expect(others.length).toBeLessThan(999);

  // Would come back if it began anew.
  await app.database
    .deleteFrom('site_search')
    .where('record_id', '=', first ?? 0)
    .execute();
  await indexContent(app.database);
  expect(await foundRecords()).toEqual((await idsOfNews()).slice(1));
});

test('two instances share the work, and nothing is found twice', async () => {
  const other = await openTestApp({ store: app.store });
  await addUnfoundNews(300);
  await Promise.all([indexContent(app.database), indexContent(other.database)]);
  await other.close();
  expect(await foundRecords()).toEqual(await idsOfNews());
});

test('a filling takes away what is not there any more, and leaves what is', async () => {
  const ids = await publishManyNews(app, 30);
  await indexContent(app.database);
  expect(await foundRecords()).toEqual([]);
  await app.database.deleteFrom('store_facts').where('name', '=', 'site_search').execute();
  await indexContent(app.database);
  expect(await foundRecords()).toEqual(ids);
  await app.database.deleteFrom('news').where('id', 'in', ids.slice(-3)).execute();
  await app.database
    .updateTable('news')
    .set({ status: 0 })
    .where('id', '=', ids[4] ?? 0)
    .execute();
  await app.database.updateTable('store_facts').set({ value: '0' }).where('name', '=', 'site_search').execute();
  await indexContent(app.database);
  expect(await foundRecords()).toEqual(ids.slice(0, -3).filter((id) => id !== ids[4]));
});
