import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, type TestContext, test } from 'vitest';
import { calls, pages } from '#paths.ts';
import { openTestApp } from '../helpers/app.ts';
import { BuiltServer, csrfToken } from '../helpers/built-server.ts';
import { report } from '../helpers/chaos.ts';
import { publishManyNews, rahim } from '../helpers/content.ts';
import { freshStore, type Store } from '../helpers/store.ts';

const token = csrfToken();
const body = JSON.stringify(rahim);
const head = `POST ${calls.demoRequest} HTTP/1.1\r\nHost: x\r\nX-CSRF-Token: ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;

let store: Store;
let server: BuiltServer;
beforeEach(async () => {
  store = await freshStore('sqlite');
  return store.remove;
});

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await BuiltServer.serving(store, env);
}

/** Also where nothing answers any more. */
const statusOf = (path: string) =>
  server.get(path).then(
    ({ status }) => status,
    () => 'refused' as const,
  );

async function open(): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  const answer = once(socket, 'close').then(() => text);
  await once(socket, 'connect');
  return { socket, answer };
}

/** A request of which the server has the head and a part of the body. */
async function beginRequest(): Promise<{ finish: () => Promise<string> }> {
  const { socket, answer } = await open();
  socket.write(head + body.slice(0, 10));
  // The server has it once another request, sent after it, is answered.
  expect(await statusOf('/healthz')).toBe(200);
  return {
    finish: () => {
      socket.write(body.slice(10));
      return answer;
    },
  };
}

describe('SIGTERM', () => {
  test('lets the request that runs finish, takes no other, and ends with 0', async () => {
    await start();
    const { finish } = await beginRequest();
    server.process.kill('SIGTERM');
    await expect.poll(() => statusOf('/healthz')).toBe('refused');
    expect(await finish()).toMatch(/^HTTP\/1\.1 201 /);
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  test('waits neither for the connections that browsers keep open nor for half a head', {
    tags: ['full'],
  }, async (context) => {
    await start();
    const [{ answer }, half] = [await open(), await open()];
    half.socket.write('GET / HT');
    expect(await statusOf('/')).toBe(200);
    const begun = performance.now();
    server.process.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    const took = performance.now() - begun;
    tellStop(context, 'SIGTERM beside idle connections and half a head', took, 'within 2 s');
    expect(took).toBeLessThan(15_000);
    await Promise.all([answer, half.answer]);
  });

  test('goes on for the shutdown delay, in which /readyz says so and each answer ends its connection', {
    tags: ['full'],
  }, async () => {
    await start({ SHUTDOWN_DELAY: '2' });
    expect((await server.get('/')).headers.connection).toBe('keep-alive');
    server.process.kill('SIGTERM');
    await expect.poll(() => statusOf('/readyz')).toBe(503);
    expect((await server.get('/readyz')).json()).toEqual({ status: 'stopping' });
    for (const path of ['/', '/api/search?q=x', '/nowhere'])
      expect((await server.get(path)).headers.connection, path).toBe('close');
    expect((await server.client.postJson(calls.demoRequest, rahim, { 'x-csrf-token': token })).status).toBe(201);
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  test('a second time within a second changes nothing; later it ends without waiting', { tags: ['full'] }, async () => {
    await start();
    await beginRequest();
    server.process.kill('SIGTERM');
    server.process.kill('SIGINT');
    await expect.poll(() => statusOf('/healthz')).toBe('refused');
    expect(server.process.exitCode).toBeNull();
    const again = setInterval(() => server.process.kill('SIGTERM'), 100);
    expect(await server.exited).toEqual({ code: 1, signal: null });
    clearInterval(again);
  });
});

describe('npm start', { tags: ['full'] }, () => {
  test.for<[string, () => void]>([
    ['by one signal to npm alone', () => server.process.kill('SIGTERM')],
    ['by Ctrl C, which reaches npm and all that it runs', () => server.signalGroup('SIGINT')],
    ['where npm is killed', () => server.process.kill('SIGKILL')],
  ])('ends after what runs %s, and leaves nobody behind', async ([how, stop], context) => {
    server = await BuiltServer.startByNpm(store);
    await server.ready();
    const { finish } = await beginRequest();
    stop();
    await expect.poll(() => statusOf('/healthz')).toBe('refused');
    expect(await finish()).toMatch(/^HTTP\/1\.1 201 /);
    const answered = performance.now();
    await expect.poll(() => server.signalGroup(0)).toBe(false);
    await server.exited;
    const took = performance.now() - answered;
    tellStop(context, `npm start, stopped ${how}`, took, 'nobody left 2 s after the last answer');
  });
});

function tellStop(context: TestContext, what: string, took: number, goal: string): void {
  report(context, { what, measured: `${Math.round(took)} ms`, goal });
}

describe('Slow clients', { tags: ['full'] }, () => {
  test('200 of them, a byte at a time, hold nobody up', async () => {
    await start();
    const slow = await Promise.all(Array.from({ length: 200 }, open));
    for (const { socket } of slow) socket.write(head);
    for (let at = 0; at < 30; at++) {
      for (const { socket } of slow) socket.write(body.slice(at, at + 1));
      expect((await server.client.send('/', { from: '127.6.0.1' })).status).toBe(200);
    }
    // Answered beside them, not after them.
    expect(slow.filter(({ socket }) => socket.closed)).toEqual([]);
    for (const { socket } of slow) socket.destroy();
  });

  test('headers that never end are cut after 10 s, bodies after 30 s, with a 408; who says nothing is closed too', async () => {
    await start();
    const [headers, halfBody, chunked, silent] = [await open(), await open(), await open(), await open()];
    headers.socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    halfBody.socket.write(head + body.slice(0, 10));
    chunked.socket.write(`${head.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')}ffff\r\n{`);
    // A byte now and then keeps none of them open.
    const drip = setInterval(() => {
      for (const { socket } of [headers, halfBody, chunked]) if (socket.writable) socket.write('x');
    }, 1_000);
    const begun = performance.now();
    expect(await headers.answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - begun).toBeLessThan(25_000);
    for (const { answer } of [halfBody, chunked]) expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    await silent.answer;
    expect(performance.now() - begun).toBeLessThan(50_000);
    clearInterval(drip);
  });
});

test('W08: while the process is held up for seconds, nobody who finds a free place is refused', {
  tags: ['full'],
}, async () => {
  // Of eight places for visitors.
  const visitors = 7;
  const app = await openTestApp({ store });
  await publishManyNews(app, 300);
  await app.close();
  await start();
  await server.get(pages.searchFor('খবর'));
  for (let burst = 0; burst < 4; burst++) {
    const searches = Array.from({ length: visitors }, (_, visitor) =>
      server.client.send(pages.searchFor(`খবর ${burst} ${visitor}`), { from: `127.43.0.${1 + visitor}` }),
    );
    // Between two of them it runs for a moment.
    for (let stop = 0; stop < 3; stop++) {
      await sleep(3);
      server.process.kill('SIGSTOP');
      await sleep(900);
      server.process.kill('SIGCONT');
    }
    expect((await Promise.all(searches)).map(({ status }) => status)).toEqual(Array(visitors).fill(200));
  }
});
