import { beforeAll, expect, test } from 'vitest';
import { adminCalls, health, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { publishManyNews, rahim } from '../../../test/helpers/content.ts';
import { sessionsOf } from '../../../test/helpers/staff.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await publishManyNews(app, 20);
  return app.close;
});

/** Searches from 100 networks, four at once from each. */
function flood(): Promise<number[]> {
  const search = async (_: unknown, at: number) =>
    (await app.send(pages.searchFor(`খবর ${at}`), { from: `127.44.0.${1 + (at % 100)}` })).status;
  return Promise.all(Array.from({ length: 400 }, search));
}

test('a flood of searches shuts out neither staff nor forms nor what was made before', async () => {
  const [token] = await sessionsOf(app, 1);
  const headers = { authorization: `Bearer ${token}` };
  await app.get(adminCalls.news, headers);
  expect((await app.get(pages.news)).status).toBe(200);
  const searches = flood();
  const others = await Promise.all([
    app.get(adminCalls.news, headers),
    app.requestDemo(rahim),
    app.get(pages.news),
    app.get(health.live),
  ]);
  expect(others.map(({ status }) => status)).toEqual([200, 201, 200, 200]);
  const answers = await searches;
  expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(answers.filter((status) => status === 200).length).toBeGreaterThan(8);
  expect((await app.get(pages.searchFor('খবর'))).status).toBe(200);
});

test('a page that a write made stale is sent as it was where there is no place to make it anew', async () => {
  await app.get(pages.clients);
  app.cache.drop(['clients']);
  const searches = flood();
  const answer = await app.send(pages.clients, { from: '127.44.1.1' });
  expect(answer.status).toBe(200);
  await searches;
});
