import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { calls, health, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../../test/helpers/app.ts';
import { publishManyNews } from '../../../../test/helpers/content.ts';
import { Client } from '../../../../test/helpers/requests.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { TRUST_PROXY: '127.0.12.9' } });
  await publishManyNews(app, 13);
  return app.close;
});

let open: Socket[] = [];
afterEach(() => {
  for (const socket of open) socket.destroy();
  open = [];
});

/** So many connections from an address, each with a request that has no end. */
async function halfRequests(count: number, localAddress: string): Promise<Socket[]> {
  const { hostname, port } = new URL(app.url);
  const sockets = Array.from({ length: count }, () => connect({ host: hostname, port: Number(port), localAddress }));
  open.push(...sockets);
  await Promise.all(
    sockets.map((socket) => {
      socket.on('error', () => undefined);
      socket.resume().write('GET / HTTP/1.1\r\nHost: x\r\n');
      return once(socket, 'connect');
    }),
  );
  return sockets;
}

const closed = (sockets: Socket[]) => sockets.filter((socket) => socket.closed).length;

test('requests that the program sends itself are refused without ending it', async () => {
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => faults.push(fault);
  process.prependListener('uncaughtException', onFault);
  const asked = Array.from({ length: 300 }, (_, at) => app.http.inject({ url: pages.searchFor(`news ${at}`) }));
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toContain(429);
  await new Promise(setImmediate);
  process.off('uncaughtException', onFault);
  expect(faults).toEqual([]);
});

describe('Connections of one network', () => {
  test('are 256 at most: the oldest with nothing to do make room, for it and for others', async () => {
    const sockets = await halfRequests(300, '127.0.12.1');
    await expect.poll(() => closed(sockets)).toBe(300 - 256);
    for (const from of ['127.0.12.1', '127.0.12.2']) {
      expect((await app.send(health.live, { from })).status).toBe(200);
    }
  });

  test('are not counted where a trusted proxy speaks for many', async () => {
    const sockets = await halfRequests(300, '127.0.12.9');
    expect((await app.send(health.live, { from: '127.0.12.9' })).status).toBe(200);
    expect(closed(sockets)).toBe(0);
  });
});

test('With all reads hanging the next is a 503; ready pages, forms and liveness go on, and who leaves makes room', async () => {
  expect((await app.get(pages.home)).status).toBe(200);
  const { answer } = app.cache;
  app.cache.answer = () => new Promise(() => undefined);
  const readers = new Client(app.url);
  const reads = Array.from({ length: 200 }, (_, at) =>
    readers.send(`${pages.news}?page=2&x=${at}`, { from: `127.0.12.${6 + (at % 2)}` }).catch(() => null),
  );
  const refused = await app.send(`${pages.news}?page=2`, { from: '127.0.12.4' });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  for (const path of [health.live, health.ready, pages.home]) expect((await app.get(path)).status, path).toBe(200);
  expect((await app.requestDemo({})).status).toBe(422);

  readers.close();
  await Promise.all(reads);
  app.cache.answer = answer;
  await expect.poll(async () => (await app.send(calls.csrfToken, { from: '127.0.12.5' })).status).toBe(200);
});
