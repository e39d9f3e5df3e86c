import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls, health, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../../test/helpers/app.ts';
import { publishManyNews, rahim } from '../../../../test/helpers/content.ts';
import { withAdmin } from '../../../../test/helpers/postgres/databases.ts';
import { Client } from '../../../../test/helpers/requests.ts';
import { sessionsOf } from '../../../../test/helpers/staff.ts';
import { whileClockStands } from '../../../../test/helpers/stopped-clock.ts';
import { storeKind } from '../../../../test/helpers/store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await publishManyNews(app, 20);
  return app.close;
});

/** 400 who search without a pause, from 100 networks, while `use` runs. */
async function whileFlooded(use: () => Promise<void>): Promise<void> {
  const flood = { runs: true, answers: 0, others: 0 };
  const searchers = Array.from({ length: 400 }, async (_, at) => {
    for (let count = 0; flood.runs; count++) {
      const from = `127.44.0.${1 + (at % 100)}`;
      const { status } = await app.send(pages.searchFor(`খবর ${at} ${count}`), { from });
      flood.answers++;
      if (![200, 429, 503].includes(status)) flood.others++;
    }
  });
  try {
    await expect.poll(() => flood.answers, { timeout: 30_000 }).toBeGreaterThan(600);
    await use();
  } finally {
    flood.runs = false;
    await Promise.all(searchers);
  }
  expect(flood.others).toBe(0);
}

test('a flood of searches shuts out neither staff nor forms, nor the last copy of a page', {
  tags: ['full'],
}, async () => {
  const [token] = await sessionsOf(app, 1);
  const headers = { authorization: `Bearer ${token}` };
  await app.get(adminCalls.news, headers);
  await app.get(pages.clients);
  await whileFlooded(async () => {
    app.cache.invalidate(['clients']);
    const others = [
      ...Array.from({ length: 10 }, () => app.get(adminCalls.news, headers)),
      app.requestDemo(rahim),
      app.send(pages.clients, { from: '127.44.1.1' }),
      app.get(health.live),
    ];
    const statuses = (await Promise.all(others)).map(({ status }) => status);
    expect(statuses).toEqual([...Array(10).fill(200), 201, 200, 200]);
  });
  expect((await app.get(pages.searchFor('খবর'))).status).toBe(200);
});

test.for([
  { method: 'GET', from: '127.47.0.1' },
  { method: 'POST', from: '127.47.1.1', body: '{}' },
])('who is refused by its limit is not read for a while after a $method', async (call) => {
  const client = new Client(app.url);
  const statuses = await whileClockStands(async () => {
    const answers: number[] = [];
    while (answers.length <= 200) answers.push((await client.send(calls.demoRequest, call)).status);
    return answers;
  });
  const begun = performance.now();
  await client.send(calls.demoRequest, call);
  expect(statuses.indexOf(429)).toBe(200);
  expect(performance.now() - begun).toBeGreaterThan(450);
  client.close();
});

test.runIf(storeKind === 'postgres')('visitors and forms that wait for rows leave connections to staff', async () => {
  const [token] = await sessionsOf(app, 1);
  const headers = { authorization: `Bearer ${token}` };
  await app.get(adminCalls.faq, headers);
  const others: Promise<unknown>[] = [];
  const send = (path: string, call: Parameters<typeof app.send>[1]) => others.push(app.send(path, call));
  await withAdmin(String(app.store.databaseUrl), async (other) => {
    await other.query('begin; lock table news, demo_requests in access exclusive mode');
    for (let at = 0; at < 12; at++) {
      send(pages.newsPage(2 + at), { from: `127.45.0.${1 + at}` });
      send(calls.demoRequest, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': app.token },
        body: JSON.stringify({ ...rahim, email: `head${at}@school.example` }),
        from: `127.46.0.${1 + at}`,
      });
    }
    const waiting = "select 1 from pg_locks where relation = 'news'::regclass and not granted";
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBeGreaterThan(2);
    expect((await app.get(adminCalls.faq, headers)).status).toBe(200);
  }).finally(() => Promise.all(others));
});
