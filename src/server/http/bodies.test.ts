import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  token = await sessionOf(app, await hireStaff(app));
  return app.close;
});

/** A call whose body of 11 MB has only begun. */
async function halfSent(): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    `POST ${adminCalls.news} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 11100000\r\n\r\n{`,
  );
  await once(socket, 'connect');
  return socket;
}

test('large bodies take turns, small ones and those without a session do not wait', async () => {
  const sending = [await halfSent(), await halfSent(), await halfSent()];
  onTestFinished(() => {
    for (const socket of sending) socket.destroy();
  });
  const large = { title: 'ক'.repeat(200_000) };
  let answered = false;
  // The three have come before it: the server reads connections in the order of their first bytes.
  expect((await sendAs(app, token, 'POST', adminCalls.news, {})).status).toBe(422);
  const waiting = sendAs(app, token, 'POST', adminCalls.news, large).finally(() => {
    answered = true;
  });
  for (let small = 0; small < 5; small++) {
    expect((await sendAs(app, token, 'POST', adminCalls.news, {})).status).toBe(422);
    expect((await sendAs(app, 'none', 'POST', adminCalls.news, large)).status).toBe(401);
  }
  expect(answered).toBe(false);
  sending[0]?.destroy();
  expect((await waiting).status).toBe(422);
});
