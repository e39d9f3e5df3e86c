import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { MailServer, type ReceivedMail, readMail } from '../../test/helpers/mail-server.ts';
import { hireStaff, type Staff, sendAs, sessionOf } from '../../test/helpers/staff.ts';
import type { MailServerOnWire } from './outbox/schema.ts';
import { queueMail } from './queue.server.ts';

let app: TestApp;
let good: MailServer;
let evil: MailServer;
let victim: Staff;
let thief: string;

beforeAll(async () => {
  [good, evil] = [await MailServer.open(), await MailServer.open()];
});
afterAll(() => Promise.all([good.close(), evil.close()]));
beforeEach(async () => {
  good.mails.length = 0;
  evil.mails.length = 0;
  good.plan = () => null;
  app = await openTestApp();
  victim = await hireStaff(app);
  thief = await sessionOf(app, await hireStaff(app));
  return app.close;
});

const save = async (server: MailServer, token = thief) => {
  const form = { host: '127.0.0.1', port: server.port, user: '', password: null, from: 'a@prangon.example' };
  const answer = await sendAs(app, token, 'PUT', adminCalls.mailServer, form);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<{ data: MailServerOnWire }>().data;
};
const read = async () =>
  (await sendAs(app, thief, 'GET', adminCalls.mailServer)).json<{ data: MailServerOnWire }>().data;
const putBack = (token: string) => sendAs(app, token, 'POST', adminCalls.mailServerPutBack);
const forgot = (email = victim.email) => app.postJson(calls.forgotPassword, { email }, { 'x-csrf-token': app.token });
const send = (kind: string, { database, settings } = app) => {
  const mail = { to: `${kind}@school.example`, subject: kind, text: 'x', html: 'x', kind };
  return queueMail(database, { ...mail, ...(kind !== 'test' && { secret: settings }) });
};
/** As if so many seconds had gone by since the change. */
async function pass(seconds: number): Promise<void> {
  const { database } = app;
  const facts = await database.selectFrom('store_facts').selectAll().where('name', 'like', 'mail_%').execute();
  for (const { name, value } of facts) {
    const earlier = value.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) =>
      new Date(Date.parse(time) - seconds * 1_000).toISOString(),
    );
    await database.updateTable('store_facts').set({ value: earlier }).where('name', '=', name).execute();
  }
}
const about = async (mails: ReceivedMail[]) => {
  const read = await Promise.all(mails.map(readMail));
  return mails.filter((_mail, at) => /mail server|মেইল সার্ভার/.test(read[at]?.subject ?? '')).flatMap(({ to }) => to);
};
const owners = async () => {
  const rows = await app.database.selectFrom('users').select('email').where('role', '=', 'owner').execute();
  return rows.map(({ email }) => email).sort();
};

test('who changes the mail server gets neither the account of another owner nor the notice of it', async () => {
  await save(good);
  await expect.poll(async () => (await about(good.mails)).sort()).toEqual(await owners());
  await pass(3_700);
  // A link that was asked for before, and has not left.
  good.plan = (step, to) => (step === 'rcpt' && to === 'password_reset@school.example' ? 451 : null);
  await send('password_reset');
  await expect.poll(() => app.database.selectFrom('mail_attempts').select('id').execute()).not.toEqual([]);
  good.mails.length = 0;

  const changed = await save(evil);
  // Told by the one before it, when the call answered.
  expect((await about(good.mails)).sort()).toEqual(await owners());
  await app.database.updateTable('mails').set({ next_attempt_at: '2026-01-01T00:00:00.000Z' }).execute();
  const asked = await forgot();
  expect([asked.status, asked.text]).toEqual([409, expect.stringMatching(/mail server|মেইল সার্ভার/)]);
  expect((await forgot('nobody@school.example')).status).toBe(409);
  await send('invitation');
  await send('test');
  await expect
    .poll(() => evil.mails.flatMap(({ to }) => to).sort())
    .toEqual(['invitation@school.example', 'test@school.example']);
  expect(await about(evil.mails)).toEqual([]);

  const { changed_at, changed_by } = await read();
  expect([changed_at, changed_by]).toEqual([changed.changed_at, expect.any(String)]);
  await app.database.updateTable('sessions').set({ confirmed_at: null }).execute();
  expect((await putBack(thief)).status).toBe(403);
  const other = await sessionOf(app, victim);
  const back = await putBack(other);
  expect([back.status, back.json()]).toMatchObject([200, { data: { port: good.port } }]);
  await send('test');
  await expect.poll(() => good.to('test@school.example').length).toBe(1);
});

test('a mail that was taken up while the mail server changed leaves by the new one', async () => {
  const another = await openTestApp({ env: { SMTP_URL: good.url, MAIL_FROM: 'a@prangon.example' } });
  const { mail } = another.settings;
  good.plan = (step) => {
    if (step === 'connect' && mail.server) mail.server = { ...mail.server, port: evil.port };
    return null;
  };
  await send('test', another);
  await expect.poll(() => evil.to('test@school.example').length).toBe(1);
  expect(good.mails).toEqual([]);
  await another.close();
});

test('an hour later links leave again, those that waited too, and after seven days nothing is said of it', async () => {
  await save(good);
  expect((await read()).changed_at).not.toBeNull();
  await send('password_reset');
  await send('test');
  await expect.poll(() => good.to('test@school.example').length).toBe(1);
  expect(good.to('password_reset@school.example')).toEqual([]);
  expect((await forgot()).status).toBe(409);
  await pass(3_700);
  await expect.poll(() => good.to('password_reset@school.example').length).toBe(1);
  expect((await forgot()).status).toBe(200);
  await expect.poll(() => good.to(victim.email).some(({ raw }) => raw.length > 0)).toBe(true);
  await pass(7 * 86_400);
  expect(await read()).toMatchObject({ changed_at: null, changed_by: null });
  expect((await putBack(thief)).status).toBe(409);
});

test('putting back a server that is young as well opens no way either', async () => {
  const other = await MailServer.open();
  await save(good);
  await pass(3_700);
  await save(evil);
  await save(other);
  expect((await putBack(thief)).json()).toMatchObject({ data: { port: evil.port } });
  await pass(120);
  expect((await forgot()).status).toBe(409);
  expect((await putBack(thief)).json()).toMatchObject({ data: { port: good.port } });
  await pass(120);
  expect((await forgot()).status).toBe(200);
  await other.close();
});

test('several changes are put back one after the other, and one that is dead is not waited for', async () => {
  await save(good);
  await save(evil);
  const dead = await MailServer.open();
  await save(dead);
  await dead.close();
  await save(evil);
  const waiting = app.database.updateTable('mails').where('state', '=', 'queued');
  await waiting.set({ next_attempt_at: '2026-01-01T00:00:00.000Z' }).execute();
  await expect.poll(async () => (await about(evil.mails)).length).toBeGreaterThan(1);
  const ports: (number | null)[] = [];
  for (let count = 0; count < 4; count++)
    ports.push((await putBack(thief)).json<{ data: MailServerOnWire }>().data.port);
  expect(ports.slice(0, 3)).toEqual([dead.port, evil.port, good.port]);
  expect(await read()).toMatchObject({ source: null, host: '', changed_at: null });
});
