import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queueMail } from '#mail/queue.server.ts';
import { adminCalls, calls, health } from '#paths.ts';
import { readFact } from '#platform/database/facts.server.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { visitor } from '../../test/helpers/content.ts';
import { askForDemo } from '../../test/helpers/leads.ts';
import { localhostCertificate } from '../../test/helpers/localhost-certificate.ts';
import { MailServer, readMail } from '../../test/helpers/mail-server.ts';
import { type Office, openOffice } from '../../test/helpers/office.ts';
import { needOwnDisk, OwnDisk } from '../../test/helpers/own-disk.ts';
import { Receiver } from '../../test/helpers/receiver.ts';
import { hireStaff, sendAs, sessionOf } from '../../test/helpers/staff.ts';
import { freshStore } from '../../test/helpers/store.ts';
import type { Upkeep } from './schema.ts';
import { changeBackupState } from './state.server.ts';
import { upkeepModule } from './upkeep.server.ts';

const token = 'a token of Prometheus';
let app: TestApp;
let other: TestApp;
let office: Office;
let mailServer: MailServer;
let owner: string;
const site = tls.createServer(localhostCertificate).listen(0, '127.0.0.1');

beforeAll(async () => {
  mailServer = await MailServer.open();
  if (!site.listening) await once(site, 'listening');
  const env = {
    BACKUPS: '1',
    SMTP_URL: mailServer.url,
    MAIL_RATE: '60000',
    METRICS_TOKEN: token,
    PUBLIC_URL: `https://localhost:${(site.address() as AddressInfo).port}`,
  };
  app = await openTestApp({ env });
  other = await openTestApp({ env, store: app.store });
  office = await openOffice(app);
  const [bengali, english] = [await hireStaff(app), await hireStaff(app)];
  await hireStaff(app, 'নীলা', 'editor');
  await app.database.updateTable('users').set({ language: 'bn' }).where('id', '=', bengali.id).execute();
  owner = await sessionOf(app, english);
  await changeBackupState(app.database, fresh());
  return async () => {
    site.close();
    await other.close();
    await app.close();
    await mailServer.close();
  };
});
const fresh = () => {
  const now = new Date().toISOString();
  return { last: now, failed: null, tried: now, restored: now, restore_failed: null };
};
beforeEach(async () => {
  await app.database.deleteFrom('store_facts').where('name', '=', 'troubles').execute();
  mailServer.mails.length = 0;
});
afterEach(() => vi.useRealTimers());

async function look(each: TestApp): Promise<void> {
  const job = jobsOf(each).find(({ name }) => name === 'troubles');
  await job?.run();
}
/** The instances look at once. */
const check = () => Promise.all([app, other].map(look));
const made = new Map<TestApp, ReturnType<typeof upkeepModule.cleanups>>();
function jobsOf(each: TestApp) {
  const jobs = made.get(each) ?? upkeepModule.cleanups(each);
  made.set(each, jobs);
  return jobs;
}
const later = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
const state = () => readFact(app.database, 'backups');
const owners = async () =>
  (await app.database.selectFrom('users').select('id').where('role', '=', 'owner').execute()).length;
const subjects = async () => {
  const mails = await Promise.all(mailServer.mails.map(readMail));
  return mails.map(({ subject }) => subject ?? '').sort();
};
const soon = (value: () => Promise<unknown>) => expect.poll(value, { timeout: 60_000, interval: 50 });
const dashboard = async () =>
  (await sendAs(app, owner, 'GET', calls.dashboardFigures)).json<{ upkeep: Upkeep }>().upkeep;

test('sends nothing while all is well', async () => {
  await check();
  expect((await dashboard()).troubles).toEqual([]);
  expect(await dashboard()).toMatchObject({ on: true, backups: { failed: null, restored: expect.any(String) } });
  expect(await app.database.selectFrom('mails').select('id').execute()).toEqual([]);
});

test('a failing backup: each owner is mailed once, in their language, and once more when it is over', async () => {
  const count = await owners();
  await changeBackupState(app.database, { failed: { since: new Date().toISOString(), reason: 'The bucket is away' } });
  await check();
  expect((await dashboard()).troubles, 'it may mend itself').toEqual([]);
  later(61);
  await check();
  await check();
  vi.useRealTimers();
  await soon(async () => (await subjects()).length).toBe(count);
  expect(await subjects()).toEqual([...Array(count - 1).fill('There is no fresh backup'), 'নতুন কোনো ব্যাকআপ নেই']);
  const mail = await readMail(mailServer.mails[0] ?? { raw: '' });
  expect(mail.text).toContain('The bucket is away');
  expect((await dashboard()).troubles).toMatchObject([{ kind: 'backup', detail: 'The bucket is away' }]);
  const metrics = await app.get(health.metrics, { authorization: `Bearer ${token}` });
  expect(metrics.text).toMatch(/prangon_backup_timestamp_seconds\{what="restored"\} \d+/);
  await changeBackupState(app.database, fresh());
  later(62);
  await check();
  later(95);
  await check();
  await check();
  vi.useRealTimers();
  await soon(async () => (await subjects()).length).toBe(2 * count);
  expect((await subjects()).filter((subject) => /^(Over|মিটে গেছে): /.test(subject))).toHaveLength(count);
  expect((await dashboard()).troubles).toEqual([]);
});

test('a certificate that ends, an endpoint that takes nothing, an answer 500, a mail server that is away', async () => {
  mailServer.plan = (step) => (step === 'connect' ? 421 : null);
  const receiver = await new Receiver().listen();
  receiver.plan = () => ({ status: 500 });
  const { url } = receiver;
  const webhook = await office.post(adminCalls.webhooks, { url, events: ['lead.created'], status: 1 });
  expect(webhook.status, webhook.text).toBe(201);
  const endpoint = await new Receiver().listen();
  const form = { url: endpoint.url, events: ['site.trouble'], status: 1 };
  expect((await office.post(adminCalls.webhooks, form)).status).toBe(201);
  await askForDemo(app, visitor(1));
  await soon(
    async () => (await app.database.selectFrom('deliveries').select('last_error').executeTakeFirst())?.last_error,
  ).not.toBeNull();
  await app.database.updateTable('deliveries').set({ created_at: '2026-01-01T00:00:00.000Z' }).execute();
  await sql`alter table faq rename to faq_away`.execute(app.database);
  expect((await office.get(adminCalls.faq)).status).toBe(500);
  await sql`alter table faq_away rename to faq`.execute(app.database);
  await soon(async () => (await readFact(app.database, 'mail_trouble'))?.reason).toContain('421');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2126-10-20T00:00:00Z') });
  await check();
  vi.useRealTimers();
  // The client of SMTP measures its deadline by the clock: a session that is open when it steps is too late.
  expect((await dashboard()).troubles.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['mail', expect.stringMatching(/421|Greeting/)],
    ['certificate', '2126-10-28'],
    ['webhook', new URL(url).host],
    ['faults', '1'],
  ]);
  await soon(async () => endpoint.calls.length).toBe(4);
  const events = endpoint.calls.map(({ body }) => JSON.parse(body));
  expect(events.find(({ data }) => data.trouble === 'mail')).toMatchObject({
    type: 'site.trouble',
    data: { title: 'No mail goes out', detail: expect.stringMatching(/421|Greeting/) },
  });
  mailServer.plan = () => null;
  await Promise.all([receiver.close(), endpoint.close()]);
});

const mailTrouble = async () => (await dashboard()).troubles.filter(({ kind }) => kind === 'mail');
const queue = (to: string) =>
  queueMail(app.database, { to: `${to}@school.example`, subject: 'x', text: 'x', html: 'x', kind: 'test' });
const becomesSent = async (id: number) => {
  const mail = app.database.selectFrom('mails').select('state').where('id', '=', id);
  await soon(() => mail.executeTakeFirst()).toEqual({ state: 'sent' });
};

/** Ten mails of which none goes out, after one that did. */
async function tenAreAnswered(code: number): Promise<void> {
  // What was before ends with a mail that goes out.
  await becomesSent(await queue('before'));
  mailServer.plan = (step) => (step === 'rcpt' ? code : null);
  for (let mail = 1; mail <= 10; mail++) await queue(`${code}-${mail}`);
  const last = app.database.selectFrom('mail_attempts').select(['outcome', 'answer']).orderBy('id', 'desc').limit(10);
  await soon(async () => (await last.execute()).filter(({ answer }) => answer?.startsWith(`${code}`)).length).toBe(10);
}

test('a mail server that takes each session and answers 451 to each mail for ten minutes', async () => {
  await tenAreAnswered(451);
  await check();
  expect(await mailTrouble()).toEqual([]);
  later(11);
  await check();
  vi.useRealTimers();
  expect(await mailTrouble()).toMatchObject([{ kind: 'mail', detail: expect.stringContaining('451') }]);
  mailServer.plan = () => null;
  await becomesSent(await queue('sent'));
  later(45);
  await check();
  vi.useRealTimers();
  expect(await mailTrouble()).toEqual([]);
});

test('ten wrong addresses are no trouble of the mail server', async () => {
  await tenAreAnswered(550);
  later(11);
  await check();
  vi.useRealTimers();
  expect(await mailTrouble()).toEqual([]);
  mailServer.plan = () => null;
});

test('failures of days ago, or of a mail server before, are no trouble', async () => {
  await tenAreAnswered(451);
  const successor = await MailServer.open();
  const next = await openTestApp({ store: app.store, env: { SMTP_URL: successor.url, MAIL_RATE: '60000' } });
  try {
    later(11);
    await look(next);
    expect(await mailTrouble()).toEqual([]);
    const started_at = new Date(Date.now() - 2 * 86_400_000).toISOString();
    await app.database.updateTable('mail_attempts').set({ started_at }).execute();
    await check();
    expect(await mailTrouble()).toEqual([]);
  } finally {
    vi.useRealTimers();
    mailServer.plan = () => null;
    await next.close();
    await successor.close();
  }
});

test('a disk with little room', async (context) => {
  needOwnDisk(context);
  context.onTestFinished(OwnDisk.removeAll);
  const store = await freshStore();
  const small = await openTestApp({ store: OwnDisk.make(64).holding(store) });
  await look(small);
  const trouble = { kind: 'disk', detail: expect.stringMatching(/^\d+ MB$/) };
  expect(await readFact(small.database, 'troubles')).toMatchObject([trouble]);
  await small.close();
  await store.remove();
});

test('the server makes a backup in each hour, and tries it out once a month', async () => {
  const [job] = jobsOf(app);
  await changeBackupState(app.database, { last: null, tried: null, restored: null });
  await job?.run();
  await soon(async () => (await state())?.last).not.toBeNull();
  const last = (await state())?.last;
  expect((await state())?.failed).toBeNull();
  await soon(async () => {
    await job?.run();
    return (await state())?.restored;
  }).not.toBeNull();
  expect(await state()).toMatchObject({ last, restore_failed: null });
  later(60);
  await soon(async () => {
    await job?.run();
    return (await state())?.last;
  }).not.toBe(last);
});
