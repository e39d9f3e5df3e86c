import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { CsrfGuard } from '#server/http/csrf.server.ts';
import { BuiltServer, secret } from '../helpers/built-server.ts';
import { rahim } from '../helpers/content.ts';
import { freshStore, type Store } from '../helpers/store.ts';

const token = new CsrfGuard({ secret, publicUrl: 'http://localhost:3000' }).token();
const body = JSON.stringify(rahim);
const head = `POST ${calls.demoRequest} HTTP/1.1\r\nHost: x\r\nX-CSRF-Token: ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;

let store: Store;
let server: BuiltServer;
beforeEach(async () => {
  store = await freshStore('sqlite');
  server = await BuiltServer.start(store);
  await server.ready();
});
afterEach(async () => {
  await BuiltServer.killAll();
  await store.remove();
});

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

describe('SIGTERM', () => {
  test('lets the request that runs finish, takes no other, and ends with 0', async () => {
    const { socket, answer } = await open();
    socket.write(head + body.slice(0, 10));
    // The server has it once another request, sent after it, is answered.
    expect((await server.get('/healthz')).status).toBe(200);
    server.process.kill('SIGTERM');
    await expect
      .poll(() =>
        server.get('/healthz').then(
          ({ status }) => status,
          () => 'refused',
        ),
      )
      .not.toBe(200);
    socket.write(body.slice(10));
    expect(await answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  test('without work ends at once with 0, also where browsers keep connections open', async () => {
    const { answer } = await open();
    expect((await server.get('/')).status).toBe(200);
    const start = performance.now();
    server.process.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - start).toBeLessThan(15_000);
    await answer;
  });

  test('a second time ends it without waiting', async () => {
    const { socket } = await open();
    socket.write(head + body.slice(0, 10));
    expect((await server.get('/healthz')).status).toBe(200);
    server.process.kill('SIGTERM');
    await expect
      .poll(() =>
        server.get('/healthz').then(
          ({ status }) => status,
          () => 'refused',
        ),
      )
      .not.toBe(200);
    server.process.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 1, signal: null });
  });
});

describe('Slow clients', () => {
  test('200 of them, a byte at a time, hold nobody up', async () => {
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

  test('headers that never end are cut after 10 s, bodies after 30 s, with a 408', async () => {
    const [headers, halfBody] = [await open(), await open()];
    headers.socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    halfBody.socket.write(head + body.slice(0, 10));
    const start = performance.now();
    expect(await headers.answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - start).toBeLessThan(25_000);
    expect(await halfBody.answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - start).toBeLessThan(50_000);
  });
});
