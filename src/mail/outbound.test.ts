import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { hostsInside } from '../../test/helpers/host-spellings.ts';
import { MailServer } from '../../test/helpers/mail-server.ts';
import { type Office, openOffice } from '../../test/helpers/office.ts';
import { hireStaff, sendAs, sessionOf } from '../../test/helpers/staff.ts';
import { queueMail } from './queue.server.ts';

const live = { NODE_ENV: 'production', PUBLIC_URL: 'https://prangon.example' };
const banner = 'SSH-2.0-SecretBanner_9.9 internal-host-db01';
let app: TestApp;
let office: Office;
let server: MailServer;
let port = 0;
let connections = 0;
const greet = (socket: net.Socket) => {
  connections++;
  socket.on('error', () => undefined).end(`${banner}\r\n`);
};
/** No mail servers: one that the operator allows, and one that nobody may reach. */
const [allowedSink, hiddenSink] = [net.createServer(greet), net.createServer(greet)];

beforeAll(async () => {
  for (const sink of [allowedSink, hiddenSink]) await once(sink.listen(0, '127.0.0.1'), 'listening');
  port = (allowedSink.address() as AddressInfo).port;
  server = await MailServer.open();
  const allowed = [port, server.port, 1].map((each) => `127.0.0.1:${each}`);
  app = await openTestApp({ env: { ...live, OUTBOUND_PRIVATE: allowed.join() } });
  office = await openOffice(app);
});
beforeEach(async () => {
  await app.database.deleteFrom('rate_limits').execute();
});
afterAll(async () => {
  await app.close();
  await server.close();
  for (const sink of [allowedSink, hiddenSink]) sink.close();
});

const form = (change: object) => ({
  host: '',
  port: 587,
  user: '',
  password: null,
  from: 'a@prangon.example',
  ...change,
});
const save = async (change: object) => {
  const { status, text } = await office.put(adminCalls.mailServer, form(change));
  return { status, text, errors: status === 422 ? (JSON.parse(text).errors as Record<string, string[]>) : {} };
};

describe('PUT /admin/mail-server', () => {
  test('reaches this machine and the network around it by no spelling', async () => {
    expect(new Set(hostsInside).size).toBeGreaterThanOrEqual(35);
    for (const host of hostsInside) {
      await app.database.deleteFrom('rate_limits').execute();
      const { errors } = await save({ host });
      const isKnown = await lookup(host).then(
        () => true,
        () => false,
      );
      expect([host, errors.host?.[0]]).toEqual([
        host,
        expect.stringContaining(isKnown ? 'private address' : 'no answer'),
      ]);
      expect((await save({ host, port: (hiddenSink.address() as AddressInfo).port })).status, host).toBe(422);
    }
    expect(connections).toBe(0);
  });

  test('names a class, and never what the other side said', async () => {
    const host = '127.0.0.1';
    const refused = await save({ host, port });
    expect(refused.errors.host?.[0]).toContain('no mail server');
    expect(refused.text).not.toMatch(/SSH|Secret|db01|ECONN/);
    expect(connections).toBe(1);
    const closed = await save({ host, port: 1 });
    expect(closed.errors.host?.[0]).toContain('no answer');
    expect(closed.text).not.toContain('ECONN');
    expect((await save({ host: '8.8.8.8', port: 22 })).errors.host?.[0]).toContain('port');
  });

  test('tries ten in an hour for an owner', async () => {
    const token = await sessionOf(app, await hireStaff(app));
    const trial = async () =>
      (await sendAs(app, token, 'PUT', adminCalls.mailServer, form({ host: '10.0.0.1' }))).status;
    for (let count = 0; count < 10; count++) expect(await trial()).toBe(422);
    expect(await trial()).toBe(429);
  });

  test('takes one that the operator allows; once he does not, nothing is sent there', async () => {
    expect((await save({ host: '127.0.0.1', port: server.port })).status).toBe(200);
    await app.database.deleteFrom('mails').execute();
    const later = await openTestApp({ store: app.store, env: live });
    try {
      const there = await openOffice(later);
      // The one that may has sent the notice of the change, or never will.
      await app.http.close();
      const { conversations } = server;
      await queueMail(later.database, { to: 'a@school.example', subject: 'x', text: 'x', html: 'x', kind: 'test' });
      await expect.poll(async () => (await there.get(adminCalls.mailSender)).text).toContain('private address');
      expect(server.conversations).toBe(conversations);
    } finally {
      await later.close();
    }
  });
});
