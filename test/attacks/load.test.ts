import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect } from 'vitest';
import { adminCalls, calls, health } from '#paths.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { attack, listOf, many, pairs } from '../helpers/attacks.ts';
import { sessionsOf } from '../helpers/staff.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

attack('slow sockets', async (tries) => {
  const { hostname, port } = new URL(app.url);
  const [token = ''] = await sessionsOf(app, 1);
  const head = (path: string, more: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  const json = `Content-Type: application/json\r\nX-CSRF-Token: ${app.token}\r\nAuthorization: Bearer ${token}\r\n`;
  const begins = [
    ...listOf('|G|GET / HTTP/1.1\r\n|GET / HTTP/1.1\r\nHost: x\r\nX: '),
    ...[calls.demoRequest, calls.login, adminCalls.faq].flatMap((path) => [
      `${head(path, `${json}Content-Length: 100\r\n`)}{`,
      `${head(path, `${json}Transfer-Encoding: chunked\r\n`)}5\r\n{"a"`,
      head(path, `${json}Content-Length: 1000000\r\n`),
    ]),
  ];
  const begun = performance.now();
  const sockets: Socket[] = [];
  for (let at = 0; at < many(120, 1_000); at++) {
    const localAddress = `127.26.0.${1 + (at % 24)}`;
    const socket = connect({ host: hostname, port: Number(port), localAddress }).on('error', () => undefined);
    socket.resume().write(begins[at % begins.length] ?? '');
    sockets.push(socket);
  }
  // A byte now and then keeps none of them open.
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable && tries.random() < 0.3) socket.write('x');
  }, 1_000);
  expect((await app.get(health.live)).status).toBe(200);
  while (sockets.some(({ closed }) => !closed) && performance.now() < begun + 120_000) await sleep(100);
  clearInterval(drip);
  for (const [at, socket] of sockets.entries()) {
    tries.note(!socket.closed && `${JSON.stringify(begins[at % begins.length]?.slice(0, 80))} is still open`);
    socket.destroy();
  }
});

attack('heavy bodies', async (tries) => {
  const tokens = await sessionsOf(app, 30);
  const million = many(400_000, 1_900_000);
  const pieces = listOf(
    '<|&|"|\'|\t| |a |<p>|</p>|<!--|&#x|0a|\\|=|ক|\u0000|https://a.b/|a@|x,|{name}|[|(|<a href="|\n|://|0|+88',
  ).map((piece) => piece.repeat(million / piece.length));
  const forms: [string, (text: string) => object][] = [
    [adminCalls.faq, (text) => ({ question: 'x', answer: text })],
    [adminCalls.news, (text) => ({ title: text, short_title: text.slice(0, 100), content: text, image: text })],
    [adminCalls.siteSettings, (text) => ({ synonyms: text, holidays: text })],
    [
      calls.demoRequest,
      (text) => ({ name: text.slice(0, 5_000), email: text.slice(0, 5_000), number: text.slice(0, 500) }),
    ],
    [calls.login, (text) => ({ email: text.slice(0, 7_000), password: text.slice(0, 7_000) })],
    ['/admin/contact-requests/import', (text) => ({ csv: text, dry_run: true })],
  ];
  const delay = monitorEventLoopDelay();
  delay.enable();
  for (const [piece, [path, formOf]] of tries.some(pairs(pieces, forms), many(27, 1e6))) {
    const authorization = `Bearer ${tokens[tries.count % tokens.length]}`;
    const headers = { authorization, 'content-type': 'application/json', 'x-csrf-token': app.token };
    const method = path === adminCalls.siteSettings ? 'PUT' : 'POST';
    const from = `127.26.1.${1 + (tries.count % 200)}`;
    const heavy = app.send(path, { method, headers, body: JSON.stringify(formOf(piece)), from });
    const { status, text } = await heavy.catch(() => ({ status: 0, text: 'cut off' }));
    const isPlanned = status === 503 && /try again/i.test(text);
    const stop = Math.round(delay.max / 1e6);
    delay.reset();
    // An expression that runs away takes minutes, a busy machine does not.
    const isHarm = (status >= 500 && !isPlanned) || stop > 5_000;
    tries.note(isHarm && `${stop} ms, ${path} ${JSON.stringify(piece.slice(0, 12))}: ${status} ${text.slice(0, 200)}`);
  }
});
