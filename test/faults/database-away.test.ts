// @module-tag full
import { beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { BuiltServer } from '../helpers/built-server.ts';
import { publishNews, visitor } from '../helpers/content.ts';
import type { Answer } from '../helpers/requests.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { TcpProxy } from '../helpers/tcp-proxy.ts';

let store: Store;
let proxy: TcpProxy;
beforeEach(async () => {
  const whole = await freshStore('postgres');
  const line = await TcpProxy.before(whole.databaseUrl ?? '');
  proxy = line.proxy;
  store = { ...whole, databaseUrl: line.url };
  return () => {
    proxy.close();
    return store.remove();
  };
});

const soon = { timeout: 2_000, interval: 50 };
let next = 0;
const post = (app: TestApp) => app.requestDemo(visitor(++next), {}, `127.0.5.${1 + (next % 250)}`);

async function timed(work: () => Promise<Answer>): Promise<{ answer: Answer; took: number }> {
  const start = performance.now();
  const answer = await work();
  return { answer, took: performance.now() - start };
}

function expectUnavailable({ status, headers, text }: Answer): void {
  expect(status).toBe(503);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.parse(text)).toEqual({ message: expect.stringMatching(/[\u0980-\u09ff]/) });
  // Neither the driver nor an address may show.
  expect(text).not.toMatch(/ECONN|127\.0\.0\.1|pg|sql/i);
}

test.each(['refuse', 'silent'] as const)(
  'While PostgreSQL is away (%s) ready answers go on, the rest is a 503 at last after 10 s; all is well within 2 s after it is back',
  async (mode) => {
    const app = await openTestApp({ store });
    const newsId = await publishNews(app);
    const cached = ['/', '/api/get-news', '/api/get-client'];
    // Kept for sure: what was begun before the news of the change came round is not.
    for (const path of cached) await expect.poll(() => app.get(path).then(() => app.cache.get(path))).not.toBeNull();
    expect((await post(app)).status).toBe(201);

    proxy.mode = mode;
    const unknown = timed(() => app.get(`/api/get-single-news/${newsId}`));
    const posted = timed(() => post(app));
    for (const path of cached) expect((await app.get(path)).status).toBe(200);
    // Also where it changed since: then the last good answer stands in.
    app.cache.invalidate(['news']);
    expect((await app.get('/api/get-news')).status).toBe(200);
    for (const { answer, took } of await Promise.all([unknown, posted])) {
      expectUnavailable(answer);
      // 10 s, and what a busy machine takes to notice them.
      expect(took).toBeLessThan(20_000);
    }
    expect((await app.get('/healthz')).status).toBe(200);
    expect((await app.get('/readyz')).status).toBe(503);

    proxy.mode = 'pass';
    await expect.poll(async () => (await app.get('/readyz')).status, soon).toBe(200);
    await expect.poll(async () => (await post(app)).status, soon).toBe(201);
    await expect.poll(async () => (await app.get(`/api/get-single-news/${newsId}`)).status, soon).toBe(200);
    // Ten at once use every connection: none may still hang on the lost line.
    const answers = await Promise.all(Array.from({ length: 10 }, () => timed(() => post(app))));
    expect(answers.map(({ answer }) => answer.status)).toEqual(Array(10).fill(201));
    // And the news of changes comes through again.
    const title = 'ফিরে আসার পরে';
    await publishNews(app, { title, date: '2040-01-01' });
    expect((await app.get('/api/get-news')).text).toContain(title);
    // Or the app would say goodbye into a silent line.
    proxy.close();
    await app.close();
  },
);

test('started before its database: the process lives, is not ready, and becomes ready by itself', async () => {
  proxy.mode = 'refuse';
  const server = await BuiltServer.start(store);
  await server.said("The store can't be used yet");
  await expect.poll(() => server.get('/healthz').then(({ status }) => status, String)).toBe(200);
  const ready = await server.get('/readyz');
  expect([ready.status, ready.headers['retry-after']]).toEqual([503, '1']);
  expect(ready.json()).toEqual({ status: 'starting' });
  expectUnavailable(await server.get('/api/get-client'));
  proxy.mode = 'pass';
  await expect.poll(async () => (await server.get('/readyz')).status, { timeout: 5_000, interval: 50 }).toBe(200);
  expect((await server.get('/api/get-client')).status).toBe(200);
});
