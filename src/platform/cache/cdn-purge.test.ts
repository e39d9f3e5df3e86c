import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { publishNews } from '../../../test/helpers/content.ts';

const requests: { method: string | undefined; authorization: string | undefined; body: string }[] = [];
let status = 200;
const front = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  requests.push({ method: request.method, authorization: request.headers.authorization, body });
  response.writeHead(status).end();
});
let app: TestApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  app = await openTestApp({ env: { CDN_PURGE_URL: `http://:to%20ken@127.0.0.1:${port}/purge` } });
});
beforeEach(() => {
  status = 200;
  requests.length = 0;
});
afterAll(async () => {
  await app.close();
  front.close();
});

test('a cache in front may keep what is for all, browsers not; what is for one visitor alone neither', async () => {
  for (const path of ['/', '/', '/news', '/api/get-news', '/api/get-news', '/sitemap.xml']) {
    const { headers } = await app.get(path);
    expect(headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+/);
    expect(headers['set-cookie']).toBeUndefined();
  }
  for (const path of ['/nowhere', '/admin', '/preview/nothing', '/api/csrf-token'])
    expect((await app.get(path)).headers['cache-control']).toContain('no-store');
});

test('a write makes it forget what it keeps, also where it did not answer the first time', async () => {
  status = 503;
  await publishNews(app);
  await expect.poll(() => requests.length).toBe(1);
  status = 200;
  await expect.poll(() => requests.length).toBe(2);
  expect(requests[1]).toEqual({ method: 'POST', authorization: 'Bearer to ken', body: '{"purge_everything":true}' });
});

test('another write does not wait for the next attempt of the one before', async () => {
  status = 503;
  await publishNews(app);
  // The third attempt would come five seconds after the second.
  await expect.poll(() => requests.length).toBe(2);
  status = 200;
  await publishNews(app);
  await expect.poll(() => requests.length, { timeout: 4_500 }).toBe(3);
});
