import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../../test/helpers/app.ts';
import { hireStaff, sendAs, sessionOf } from '../../../../test/helpers/staff.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  token = await sessionOf(app, await hireStaff(app));
  return app.close;
});

/** A call whose body of so many bytes has only begun. */
async function halfSent(path: string = adminCalls.news, length = 11_100_000): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{`,
  );
  await once(socket, 'connect');
  return socket;
}

test('whoever has only begun to send a large body holds nobody up, and without a session none is taken', async () => {
  const sending = [await halfSent(), await halfSent(), await halfSent()];
  onTestFinished(() => {
    for (const socket of sending) socket.destroy();
  });
  const large = { title: 'ক'.repeat(200_000) };
  // The three have come before it: the server reads connections in the order of their first bytes.
  expect((await sendAs(app, token, 'POST', adminCalls.news, {})).status).toBe(422);
  expect((await sendAs(app, token, 'POST', adminCalls.news, large)).status).toBe(422);
  expect((await sendAs(app, 'none', 'POST', adminCalls.news, large)).status).toBe(401);
});

test('a large body waits in a file that leaves nothing behind, however it ends', async () => {
  const half = await halfSent();
  const body = JSON.stringify({ title: 'ক'.repeat(6_000_000) });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  expect((await app.send(adminCalls.news, { method: 'POST', headers, body })).status).toBe(413);
  await expect.poll(() => readdirSync(app.store.dataDir).filter((name) => name.startsWith('.'))).toEqual([]);
  half.destroy();
});

test('where sixty large bodies arrive at once, the next is told to come again, and small ones go on', async () => {
  const sending = await Promise.all(Array.from({ length: 60 }, () => halfSent()));
  onTestFinished(() => {
    for (const socket of sending) socket.destroy();
  });
  const last = await halfSent();
  const [answer] = await once(last, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 503 /);
  last.destroy();
  expect((await sendAs(app, token, 'POST', adminCalls.news, {})).status).toBe(422);
});

test('a picture that is too large is refused before it has come', async () => {
  const socket = await halfSent(adminCalls.pictures, 11_700_000);
  onTestFinished(() => void socket.destroy());
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(
    /^HTTP\/1\.1 422 .*This is larger than 8 MB, the most for a picture\. Please choose a smaller one\./s,
  );
});
