import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { access } from '../../test/helpers/demo-access.ts';
import { MailServer } from '../../test/helpers/mail-server.ts';
import { type Office, openOffice } from '../../test/helpers/office.ts';
import { hireStaff, sendAs, sessionOf } from '../../test/helpers/staff.ts';
import { freshStore, type Store } from '../../test/helpers/store.ts';
import { heroWords } from '../site/strings.ts';
import type { MailServerOnWire, SenderStatus } from './outbox/schema.ts';
import { queueMail } from './queue.server.ts';

const password = 'মেইলের চাবি 9';
let store: Store;
let app: TestApp;
let office: Office;
let server: MailServer;
let form: { host: string; port: number; user: string; password: string | null; from: string };

beforeAll(async () => {
  store = await freshStore();
  app = await openTestApp({ store });
  office = await openOffice(app);
  server = await MailServer.open({
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, next) =>
      auth.password === password ? next(null, { user: auth.username }) : next(new Error('Wrong password')),
    allowInsecureAuth: true,
  });
  const from = 'প্রাঙ্গণ <hello@prangon.example>';
  form = { host: '127.0.0.1', port: server.port, user: 'prangon', password, from };
});

afterAll(async () => {
  await app.close();
  await server.close();
  await store.remove();
});

const stored = async (by = office) => (await by.get(adminCalls.mailServer)).json<{ data: MailServerOnWire }>().data;

test('what does not work is said at its field, and nothing is saved', async () => {
  const cases: [object, string, RegExp][] = [
    [{ host: 'smtp example' }, 'host', /Enter the name of the server/],
    [{ port: 0 }, 'port', /number of the port/],
    [{ from: 'nobody' }, 'from', /Enter an address/],
    [{ password: null }, 'password', /Enter the password/],
    [{ password: 'wrong' }, 'host', /can’t be used, so nothing was saved/],
    [{ port: 1 }, 'host', /can’t be used, so nothing was saved/],
  ];
  for (const [more, field, message] of cases) {
    const answer = await office.put(adminCalls.mailServer, { ...form, ...more });
    expect(answer.status, JSON.stringify(more)).toBe(422);
    expect(answer.json<{ errors: Record<string, string[]> }>().errors[field]?.[0]).toMatch(message);
  }
  expect(await stored()).toMatchObject({ source: null, host: '' });
});

test('owners alone may set it, once they confirmed that it is them', async () => {
  const editor = await sessionOf(app, await hireStaff(app, 'সম্পাদক', 'editor'));
  expect((await sendAs(app, editor, 'PUT', adminCalls.mailServer, form)).status).toBe(403);
  expect((await sendAs(app, editor, 'GET', adminCalls.mailServer)).status).toBe(403);
  const owner = await sessionOf(app, await hireStaff(app));
  await app.database.updateTable('sessions').set({ confirmed_at: null }).execute();
  const answer = await sendAs(app, owner, 'PUT', adminCalls.mailServer, form);
  expect([answer.status, answer.json()]).toMatchObject([403, { confirm: ['password'] }]);
  await app.database.updateTable('sessions').set({ confirmed_at: new Date().toISOString() }).execute();
});

test('a server that was entered sends what waited, keeps its password to itself, and is there after a start', async () => {
  await queueMail(app.database, { to: 'rahim@school.example', subject: 'ডেমো', text: 'x', html: 'x', kind: 'test' });
  await office.put(adminCalls.demoAccess, access);
  const saysThatWeCall = async () => (await app.get('/')).text.includes(heroWords.called);
  await expect.poll(saysThatWeCall).toBe(true);
  const before = new Date().toISOString();
  const answer = await office.put(adminCalls.mailServer, form);
  expect([answer.status, answer.json()]).toMatchObject([200, { message: 'Mail is set up' }]);
  await expect.poll(() => server.to('rahim@school.example').length).toBe(1);
  expect(server.to('rahim@school.example')[0]?.from).toBe('hello@prangon.example');
  expect((await office.get(adminCalls.mailSender)).json<{ data: SenderStatus }>().data).toMatchObject({
    server: `127.0.0.1:${server.port}`,
    can_change: true,
    trouble: null,
  });
  await expect.poll(saysThatWeCall).toBe(false);
  const trouble = async (since: string) => {
    const value = JSON.stringify({ since, reason: '535 No', mail: null });
    await app.database.insertInto('store_facts').values({ name: 'mail_trouble', value }).execute();
    const status = (await office.get(adminCalls.mailSender)).json<{ data: SenderStatus }>().data;
    await app.database.deleteFrom('store_facts').where('name', '=', 'mail_trouble').execute();
    return status.trouble?.reason ?? null;
  };
  expect(await trouble(new Date().toISOString())).toBe('535 No');
  expect(await trouble(before), 'it is of the server before').toBeNull();

  const seen = await stored();
  expect(seen).toMatchObject({ source: 'office', host: '127.0.0.1', user: 'prangon', password_set: true });
  const facts = await app.database.selectFrom('store_facts').selectAll().execute();
  const events = await app.database.selectFrom('audit_events').selectAll().where('kind', '=', 'mail-server').execute();
  expect(events).toHaveLength(1);
  for (const text of [answer.text, JSON.stringify(facts), JSON.stringify(events)]) expect(text).not.toContain(password);

  // The same server with another sender keeps the password.
  const kept = await office.put(adminCalls.mailServer, { ...form, password: null, from: 'b@prangon.example' });
  expect(kept.status, kept.text).toBe(200);

  await app.close();
  app = await openTestApp({ store });
  office = await openOffice(app);
  expect(await stored()).toMatchObject({ source: 'office', from: 'b@prangon.example' });
  expect((await office.post(calls.testMail, {})).text).toContain('is on its way');
  await expect.poll(() => server.to(office.email).length).toBe(1);
});

test('what the environment names wins, and says so', async () => {
  const started = await openTestApp({ env: { SMTP_URL: server.url } });
  const there = await openOffice(started);
  try {
    expect(await stored(there)).toMatchObject({ source: 'environment', password_set: false });
    const answer = await there.put(adminCalls.mailServer, form);
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('SMTP_URL')]);
  } finally {
    await started.close();
  }
});
