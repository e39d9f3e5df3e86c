import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminCalls, leadCalls } from '#paths.ts';
import { dayAfter, dayInDhaka } from '#server/dhaka.server.ts';
import { bengaliDate } from '#ui/site/bengali.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { sender } from '../../../test/helpers/content.ts';
import { accessFor, DemoSystem, isSigned } from '../../../test/helpers/demo-system.ts';
import { askForDemo, callOf, leadOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { rightPassword } from '../../../test/helpers/staff.ts';
import { personalAccessSweepJobs } from './api.server.ts';
import { AccessAsker, type AskerLimits } from './asker.server.ts';
import type { WebhookLog } from './schema.ts';

const limits: AskerLimits = {
  call: { time: 500, bytes: 16 * 1_024 },
  look: 20,
  lease: 2_000,
  waits: [1, 1],
  stop: 50,
};

let app: TestApp;
let office: Office;
let system: DemoSystem;
const askers: AccessAsker[] = [];
beforeAll(async () => {
  [app, system] = await Promise.all([openTestApp(), DemoSystem.open()]);
  office = await openOffice(app);
  // These tests start their own, which are quicker.
  await app.asker.close();
  return app.close;
});
afterAll(() => system.close());
beforeEach(async () => {
  for (const table of ['demo_requests', 'mails', 'personal_access_calls', 'rate_limits'] as const)
    await app.database.deleteFrom(table).execute();
  system.calls.length = 0;
  system.plan = (call) => ({ json: accessFor(call) });
  await offer();
  await personal();
});
afterEach(async () => {
  await Promise.all(askers.splice(0).map((asker) => asker.close()));
});

const common = { demo_link: 'https://demo.prangon.example/all', demo_password: 'for-all-4711' };

async function offer(change: object = {}): Promise<void> {
  const message = 'প্রিয় {name},\nলিংক {link}\nপাসওয়ার্ড {password}\nমেয়াদ {expires}';
  const answer = await office.put(adminCalls.demoAccess, { ...common, subject: 'ডেমো', message, status: 1, ...change });
  expect(answer.status, answer.text).toBe(200);
}

async function personal(change: object = {}): Promise<void> {
  const choice = { status: 1, url: system.url, expires_days: 14, fallback_minutes: 10 };
  const answer = await office.put(adminCalls.personalAccess, { ...choice, ...change });
  expect(answer.status, answer.text).toBe(200);
}

function startAsker(other: Partial<AskerLimits> = {}): AccessAsker {
  const asker = new AccessAsker(app, { ...limits, ...other });
  askers.push(asker);
  asker.start();
  return asker;
}

let people = 0;
const newLead = () => askForDemo(app, sender(++people));
const soon = <T>(value: () => Promise<T> | T) => expect.poll(value, { timeout: 10_000, interval: 20 });
const mails = () =>
  app.database.selectFrom('mails').selectAll().where('kind', '=', 'demo_access').orderBy('id').execute();
const mailsOf = async (id: number) => (await mails()).filter(({ reference_id }) => reference_id === id);
const eventsOf = async (id: number) => (await leadOf(office, id)).history.map(({ event }) => event);
const log = async () => (await office.get(adminCalls.personalAccessLog)).json<WebhookLog>();
const accesses = () => app.database.selectFrom('personal_accesses').selectAll().orderBy('id').execute();
const change = (values: { fallback_at?: string; next_attempt_at?: string; expires_at?: string }) =>
  app.database.updateTable('personal_accesses').set(values).execute();
const past = '2026-01-01T00:00:00.000Z';
const inDays = (days: number) => dayAfter(dayInDhaka(new Date()), days);

describe('A request', () => {
  test('gets the link and password that the demo system made for it, with their last day', async () => {
    startAsker();
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
    const [mail] = await mailsOf(id);
    const { link, password } = accessFor({ request: { id } } as Parameters<typeof accessFor>[0]);
    expect(mail?.text).toContain(`লিংক ${link}\nপাসওয়ার্ড ${password}\nমেয়াদ ${bengaliDate(inDays(14))}`);
    expect(mail?.html).toContain(bengaliDate(inDays(14)));
    expect(mail?.text).not.toContain(common.demo_password);
    const [call, ...more] = system.to(sender(people).email);
    expect(more).toEqual([]);
    expect(call).toMatchObject({ event: 'request.created', expires_in_days: 14, headers: { 'webhook-id': call?.id } });
    expect(call?.request).toMatchObject({ id, email: sender(people).email, number: expect.stringMatching(/^\+8801/) });
    const { secret } = (await office.post(adminCalls.personalAccessSecret, { current_password: rightPassword })).json<{
      data: { secret: string };
    }>().data;
    expect(call && isSigned(call, secret)).toBe(true);
    expect(await leadOf(office, id)).toMatchObject({ access_mail: 'queued' });
    expect(await eventsOf(id)).toEqual(['received', 'access_asked', 'access_made', 'mail_queued']);
    const made = (await leadOf(office, id)).history.find(({ event }) => event === 'access_made');
    expect(made?.details).toEqual({ expires_on: inDays(14) });
    expect(await log()).toMatchObject({
      data: [{ event: 'request.created', outcome: 'answered', http_status: 200, lead: { id } }],
      waiting: 0,
    });
  });

  test('is asked for in the transaction that stores it, and waits where nobody asks', async () => {
    const id = await newLead();
    expect(await leadOf(office, id)).toMatchObject({ access_mail: 'asked' });
    expect(await accesses()).toMatchObject([{ request_id: id, state: 'queued', attempts: 0 }]);
    expect((await log()).waiting).toBe(1);
    expect(await mails()).toEqual([]);
  });

  test('gets the common access at once where personal access is off, and where there is no demo access waits for that', async () => {
    await personal({ status: 0 });
    const id = await newLead();
    expect((await mailsOf(id))[0]?.text).toContain(`লিংক ${common.demo_link}\nপাসওয়ার্ড ${common.demo_password}\n\n`);
    await personal();
    await offer({ status: 0 });
    const waiting = await newLead();
    expect(await leadOf(office, waiting)).toMatchObject({ access_mail: 'waiting' });
    await offer();
    expect(await leadOf(office, waiting)).toMatchObject({ access_mail: 'asked' });
    startAsker();
    await soon(() => mailsOf(waiting)).toHaveLength(1);
  });

  test('keeps its access encrypted, and forgets it when it ends', async () => {
    startAsker();
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect(JSON.stringify(await accesses())).not.toContain(`own-${id}`);
    for (const { run } of personalAccessSweepJobs(app)) await run();
    expect((await accesses())[0]?.access_sealed).not.toBe('');
    await change({ expires_at: past });
    for (const { run } of personalAccessSweepJobs(app)) await run();
    expect(await accesses()).toMatchObject([{ state: 'made', access_sealed: '' }]);
  });

  test('may get a link of its own with the password of all, and an end that the demo system chose', async () => {
    system.plan = () => ({ json: { link: 'https://demo.prangon.example/mine', expires_at: inDays(3) } });
    startAsker();
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await mailsOf(id))[0]?.text).toContain(
      `লিংক https://demo.prangon.example/mine\nপাসওয়ার্ড ${common.demo_password}\nমেয়াদ ${bengaliDate(inDays(3))}`,
    );
  });

  test('a message that does not tell until when gets that at its end', async () => {
    await offer({ message: 'প্রিয় {name}, {link} {password}' });
    startAsker();
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await mailsOf(id))[0]?.text).toContain(`\n\nমেয়াদের শেষ দিন: ${bengaliDate(inDays(14))}\n`);
  });
});

describe('A demo system that fails', () => {
  test.each([
    ['answers 500', { status: 500, text: 'no' }, 'It answered 500.'],
    [
      'redirects',
      { status: 302, headers: { location: 'https://demo.example/' }, text: '' },
      'redirects are not followed',
    ],
    ['answers rubbish', { text: '<html>' }, 'no JSON object'],
    ['answers without end', { text: 'x'.repeat(20_000) }, 'more than 16 KiB'],
    ['answers what can’t be mailed', { json: { link: 'javascript:alert(1)' } }, 'no https address'],
    ['never answers', 'hang', 'within 0.5 s'],
    ['cuts the line', 'drop', 'connection broke'],
  ] as const)('and %s is asked again under the same id, until it answers', async (_what, fault, reason) => {
    system.plan = (call, count) => (count === 1 ? fault : { json: accessFor(call) });
    startAsker();
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await mailsOf(id))[0]?.text).toContain(`own-${id}`);
    expect(system.calls).toHaveLength(2);
    expect(new Set(system.calls.map((call) => call.id)).size).toBe(1);
    expect((await log()).data).toMatchObject([
      { outcome: 'answered', error: null },
      { outcome: 'failed', error: expect.stringContaining(reason) },
    ]);
  });

  test('for too long leaves the common access, once, and is not asked any more', async () => {
    system.plan = () => ({ status: 503, text: '' });
    startAsker();
    const id = await newLead();
    await soon(() => system.calls.length).toBeGreaterThan(0);
    expect(await mailsOf(id)).toEqual([]);
    await change({ fallback_at: past });
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await mailsOf(id))[0]?.text).toContain(common.demo_password);
    expect((await mailsOf(id))[0]?.text).not.toContain('মেয়াদ');
    expect(await eventsOf(id)).toEqual(['received', 'access_asked', 'access_not_made', 'mail_queued']);
    expect(await accesses()).toMatchObject([{ state: 'fallen_back', access_sealed: '' }]);
    expect(await leadOf(office, id)).toMatchObject({ access_mail: 'queued' });
  });

  test('holds up no other request', async () => {
    system.plan = (call) => (call.request.email === slow.email ? 'hang' : { json: accessFor(call) });
    const slow = sender(++people);
    startAsker({ call: { time: 5_000, bytes: 1_024 } });
    await askForDemo(app, slow);
    await soon(() => system.to(slow.email).length).toBe(1);
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
  });

  test('and is switched off leaves the common access at once', async () => {
    system.plan = () => ({ status: 503, text: '' });
    startAsker();
    const id = await newLead();
    await personal({ status: 0 });
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await mailsOf(id))[0]?.text).toContain(common.demo_password);
  });
});

describe('One mail, whoever asks', () => {
  test('of several instances', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 8; index++) ids.push(await newLead());
    for (let index = 0; index < 3; index++) startAsker();
    await soon(mails).toHaveLength(8);
    expect(system.calls).toHaveLength(8);
    expect((await mails()).map(({ reference_id }) => reference_id).sort()).toEqual(ids.sort());
  });

  test('of two, one of which was killed while it asked', async () => {
    const id = await newLead();
    await app.database
      .updateTable('personal_accesses')
      .set({ state: 'asking', claimed_by: 'killed', claimed_at: past, attempts: 1 })
      .execute();
    startAsker();
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect(await accesses()).toMatchObject([{ state: 'made', attempts: 2 }]);
  });

  test('of two, one of which slept until the other had answered', async () => {
    const answered = Promise.withResolvers<void>();
    system.plan = async (call, count) => {
      if (count === 1) await answered.promise;
      return { json: accessFor(call) };
    };
    const slow = startAsker({ call: { time: 9_000, bytes: 1_024 } });
    const id = await newLead();
    await soon(() => system.calls.length).toBe(1);
    await app.database.updateTable('personal_accesses').set({ claimed_at: past }).execute();
    startAsker();
    await soon(() => mailsOf(id)).toHaveLength(1);
    answered.resolve();
    await slow.close();
    expect(await mailsOf(id)).toHaveLength(1);
    expect(system.calls).toHaveLength(2);
    expect(await eventsOf(id)).toEqual(['received', 'access_asked', 'access_made', 'mail_queued']);
  });

  test('of one that is stopped meanwhile, and started again', async () => {
    system.plan = (call, count) => (count === 1 ? 'hang' : { json: accessFor(call) });
    const first = startAsker({ call: { time: 9_000, bytes: 1_024 } });
    const id = await newLead();
    await soon(() => system.calls.length).toBe(1);
    await first.close();
    expect((await log()).data).toMatchObject([{ error: 'The program was stopped meanwhile.' }]);
    startAsker();
    await soon(() => mailsOf(id)).toHaveLength(1);
  });

  test('waits while mails are paused', async () => {
    const paused = { name: 'mail_paused', value: '{"since":"","reason":"older-store"}' };
    await app.database.insertInto('store_facts').values(paused).execute();
    const id = await newLead();
    await change({ fallback_at: past });
    startAsker();
    const other = await newLead();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([system.calls, await mails()]).toEqual([[], []]);
    await app.database.deleteFrom('store_facts').where('name', '=', 'mail_paused').execute();
    await soon(mails).toHaveLength(2);
    expect((await mailsOf(id))[0]?.text).toContain(common.demo_password);
    expect((await mailsOf(other))[0]?.text).toContain(`own-${other}`);
  });
});

describe('What staff do with the lead', () => {
  const post = (path: string, id: number, body: object = {}) => office.post(callOf(path, id), body);

  test('sending once more repeats the own access while it lasts, then asks for a new one', async () => {
    startAsker();
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await post(leadCalls.resend, id)).json()).toMatchObject({
      message: expect.stringContaining('on their way'),
    });
    expect(await mailsOf(id)).toHaveLength(2);
    expect((await mailsOf(id))[1]?.text).toContain(`own-${id}`);
    expect(system.calls).toHaveLength(1);
    await change({ expires_at: past });
    system.plan = () => ({ json: { link: 'https://demo.prangon.example/again', password: 'again' } });
    expect((await post(leadCalls.resend, id)).json()).toMatchObject({ message: expect.stringContaining('is asked') });
    await soon(() => mailsOf(id)).toHaveLength(3);
    expect((await mailsOf(id))[2]?.text).toContain('https://demo.prangon.example/again');
    expect(new Set(system.calls.map((call) => call.id)).size).toBe(2);
  });

  test('sending once more while it is asked sends nothing twice', async () => {
    const id = await newLead();
    for (let time = 0; time < 2; time++) expect((await post(leadCalls.resend, id)).status).toBe(200);
    expect(await accesses()).toHaveLength(1);
    startAsker();
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await eventsOf(id)).filter((event) => event === 'access_asked')).toHaveLength(1);
  });

  test('spam waits, whenever it was marked, and is asked for when it is none after all', async () => {
    const id = await newLead();
    await post(leadCalls.spam, id);
    await change({ fallback_at: past });
    startAsker();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([system.calls, await mails()]).toEqual([[], []]);
    await post(leadCalls.notSpam, id);
    await soon(() => mailsOf(id)).toHaveLength(1);
    expect((await mailsOf(id))[0]?.text).toContain(`own-${id}`);
  });

  test('spam that was held from the beginning is asked for when it is none after all', async () => {
    const id = await newLead();
    await app.database.deleteFrom('personal_accesses').execute();
    await app.database.updateTable('demo_requests').set({ spam: 1, access_mail: 'held' }).execute();
    await post(leadCalls.notSpam, id);
    startAsker();
    await soon(() => mailsOf(id)).toHaveLength(1);
  });

  test('spam that was marked while the demo system answered is mailed when it is none after all', async () => {
    const marked = Promise.withResolvers<void>();
    system.plan = async (call) => {
      await marked.promise;
      return { json: accessFor(call) };
    };
    startAsker({ call: { time: 9_000, bytes: 1_024 } });
    const id = await newLead();
    await soon(() => system.calls.length).toBe(1);
    await post(leadCalls.spam, id);
    marked.resolve();
    await soon(async () => (await accesses())[0]?.state).toBe('made');
    expect(await mailsOf(id)).toEqual([]);
    await post(leadCalls.notSpam, id);
    expect((await mailsOf(id))[0]?.text).toContain(`own-${id}`);
    expect(system.calls).toHaveLength(1);
  });

  test('what is merged keeps its own access; what is deleted waits', async () => {
    const [kept, merged, deleted] = [await newLead(), await newLead(), await newLead()];
    await post(leadCalls.merge, kept, { ids: [merged] });
    await office.delete(callOf(leadCalls.one, deleted));
    startAsker();
    await soon(mails).toHaveLength(2);
    expect((await mailsOf(merged))[0]?.text).toContain(`own-${merged}`);
    const { history } = await leadOf(office, kept);
    expect(
      history
        .filter(({ event }) => event === 'access_made')
        .map(({ request_id }) => request_id)
        .sort(),
    ).toEqual([kept, merged].sort());
    await post(leadCalls.restore, deleted);
    await soon(() => mailsOf(deleted)).toHaveLength(1);
  });

  test('whoever is erased leaves nothing, also while the demo system is asked', async () => {
    startAsker();
    const id = await newLead();
    await soon(() => mailsOf(id)).toHaveLength(1);
    const erased = Promise.withResolvers<void>();
    system.plan = async (call) => {
      await erased.promise;
      return { json: accessFor(call) };
    };
    await change({ expires_at: past });
    await post(leadCalls.resend, id);
    await soon(() => system.calls.length).toBe(2);
    expect((await post(leadCalls.erase, id, { confirm: 'ERASE' })).status).toBe(200);
    erased.resolve();
    await soon(async () => (await log()).data).toEqual([]);
    expect([await accesses(), await mails()]).toEqual([[], []]);
  });
});
