// @module-tag postgres
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { onRestore } from '#app.server.ts';
import { adminCalls, leadCalls, pages } from '#paths.ts';
import { up as mergeGateway } from '../../db/migrations/050-endpoints.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { admissionNews, visitor } from '../../test/helpers/content.ts';
import { askForDemo, callOf, leadOf } from '../../test/helpers/leads.ts';
import { dataUrl, type Office, openOffice } from '../../test/helpers/office.ts';
import { isSigned, Receiver } from '../../test/helpers/receiver.ts';
import { letTimesPass } from '../../test/helpers/schedules.ts';
import { rightPassword } from '../../test/helpers/staff.ts';
import { type DeliveryLimits, DeliverySender } from './delivery-sender.server.ts';
import type { Delivery, Endpoint } from './schema.ts';

const limits: DeliveryLimits = {
  pollInterval: 20,
  lease: 30_000,
  waits: { webhook: [0.05, 0.05], sms: [0.05] },
  stop: 50,
};

let app: TestApp;
let office: Office;
let receiver: Receiver;
let people = 0;
let gatewayId = 0;
const senders: DeliverySender[] = [];
beforeAll(async () => {
  app = await openTestApp();
  [office, receiver] = await Promise.all([openOffice(app), new Receiver().listen()]);
  // Tests start their own, which are quicker.
  await app.jobs.get('deliveries')?.close();
  return app.close;
});
afterAll(() => receiver.close());
beforeEach(async () => {
  receiver.plan = () => ({ text: '' });
  receiver.calls.length = 0;
  await app.empty('webhooks', 'demo_requests', 'rate_limits');
  gatewayId = (await addWebhook(gateway())).id;
});
afterEach(() => Promise.all(senders.splice(0).map((sender) => sender.close())));

function startSender(): DeliverySender {
  const sender = new DeliverySender(app, limits);
  senders.push(sender);
  void sender.start();
  return sender;
}

const soon = <T>(value: () => Promise<T> | T) => expect.poll(value, { interval: 20 });
const newLead = () => askForDemo(app, visitor(++people));
const log = async (to = '') =>
  (await office.get(`${adminCalls.deliveries}?to=${to}`)).json<{ data: Delivery[] }>().data;
const states = async () => (await log()).map(({ state }) => state);
const bodies = () => receiver.calls.map(({ body }) => JSON.parse(body));
const move = (id: number, status: string) => office.put(callOf(leadCalls.one, id), { status, lost_reason: 'Too dear' });

async function addWebhook(change: object = {}): Promise<Endpoint> {
  const events = ['lead.created', 'lead.stage_changed', 'lead.won'];
  const answer = await office.post(adminCalls.webhooks, { url: receiver.url, events, status: 1, ...change });
  expect(answer.status, answer.text).toBe(201);
  return answer.json<{ data: Endpoint }>().data;
}

const gateway = () => ({ url: `${receiver.url}/send?key=geheim&to={number}&msg={text}&ref={id}`, events: ['sms'] });

async function expectAllSigned(webhook: number): Promise<void> {
  const call = callOf(adminCalls.webhookSecret, webhook);
  const answer = await office.post(call, { current_password: rightPassword });
  const { secret } = answer.json<{ data: { secret: string } }>().data;
  for (const received of receiver.calls) expect(isSigned(received, secret)).toBe(true);
}

describe('A webhook', () => {
  test('is told that a lead came, moved and was won, signed, with what it was then', async () => {
    const { id: webhook } = await addWebhook();
    startSender();
    const id = await newLead();
    await soon(() => receiver.calls.length).toBe(1);
    await move(id, 'contacted');
    await soon(() => receiver.calls.length).toBe(2);
    await move(id, 'won');
    await soon(() => receiver.calls.length).toBe(4);
    await soon(states).toEqual(Array(4).fill('delivered'));
    const told = bodies();
    expect(told.map(({ type }) => type).slice(0, 2)).toEqual(['lead.created', 'lead.stage_changed']);
    expect(new Set(told.slice(2).map(({ type }) => type))).toEqual(new Set(['lead.stage_changed', 'lead.won']));
    const { email } = visitor(people);
    expect(told[0].data).toMatchObject({ id, email, status: 'new', origin: 'requested', value: null });
    expect(told[0].data.link).toContain(`/admin/Contact-information?lead=${id}`);
    expect(told[1].data).toMatchObject({ status: 'contacted', previous_status: 'new' });
    expect(Object.keys(told[0].data)).not.toContain('spam');
    await expectAllSigned(webhook);
    for (const { headers, body } of receiver.calls) expect(headers['webhook-id']).toBe(JSON.parse(body).id);
    expect(new Set(told.map(({ id }) => id)).size).toBe(4);
    const answer = await office.post(leadCalls.list, { name: 'By phone', number: '01712345699' });
    expect(answer.status, answer.text).toBe(201);
    await soon(() => bodies().at(-1)?.data.name).toBe('By phone');
  });

  test('is told nothing that it did not choose, nothing of spam, and nothing while it is off', async () => {
    const { id: webhook, updated_at } = await addWebhook({ events: ['lead.won'] });
    const id = await newLead();
    await move(id, 'contacted');
    expect(await log()).toEqual([]);
    const spam = await newLead();
    await office.post(callOf(leadCalls.spam, spam), {});
    await move(spam, 'won');
    expect(await log()).toEqual([]);
    await move(id, 'won');
    expect(await states()).toEqual(['queued']);
    const off = { url: receiver.url, events: ['lead.won'], status: 0, updated_at };
    await office.put(callOf(adminCalls.webhook, webhook), off);
    await move(id, 'contacted');
    await move(id, 'won');
    expect(await states()).toEqual(['queued']);
  });

  test('that is being removed keeps no lead from being stored', async () => {
    const { id } = await addWebhook();
    const asked = await app.database.transaction().execute(async (transaction) => {
      const deleted_at = new Date().toISOString();
      await transaction.updateTable('webhooks').set({ deleted_at }).where('id', '=', id).execute();
      const lead = newLead();
      // Time to come as far as the webhook, which is still there for others.
      await sleep(200);
      return { lead };
    });
    await move(await asked.lead, 'contacted');
    expect(await log()).toEqual([]);
  });

  test('is called again under the same id until it answers, and given up at last; staff send it once more', async () => {
    await addWebhook({ events: ['lead.created'] });
    const redirect = { status: 302, headers: { location: '/done' }, text: '' };
    const answers = [{ status: 500, text: '' }, 'drop', redirect] as const;
    receiver.plan = (_call, count) => answers[count - 1] ?? { text: '' };
    startSender();
    await newLead();
    await soon(states).toEqual(['delivered']);
    expect(receiver.calls).toHaveLength(3);
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1);
    expect((await log())[0]?.calls.map(({ outcome }) => outcome)).toEqual(['answered', 'failed', 'failed']);

    receiver.plan = () => ({ status: 410, text: '' });
    await newLead();
    await soon(states).toEqual(['dead', 'delivered']);
    const [given] = await log();
    expect(given).toMatchObject({ attempts: 3, last_error: 'It answered 410.' });
    receiver.plan = () => ({ text: '' });
    expect((await office.post(callOf(adminCalls.sendDelivery, given?.id ?? 0), {})).status).toBe(200);
    await soon(states).toEqual(['delivered', 'delivered']);
  });

  test('goes with its deliveries, and what a person left there goes with the person', async () => {
    const { id: webhook } = await addWebhook();
    const id = await newLead();
    expect(await log(String(webhook))).toHaveLength(1);
    await office.post(callOf(leadCalls.erase, id), { confirm: 'ERASE' });
    expect(await log()).toEqual([]);
    await newLead();
    await office.delete(callOf(adminCalls.webhook, webhook));
    expect(await log()).toEqual([]);
  });

  test('is told what appears on the site, is changed there and leaves it, signed, once each, and of no draft', async () => {
    const { id: webhook } = await addWebhook({ events: ['content.published', 'content.removed'] });
    receiver.plan = (_call, count) => ({ status: count === 1 ? 500 : 200, text: '' });
    startSender();
    const png = await dataUrl(64, 40);
    const news = { ...admissionNews, image_key: undefined, image: png };
    const { id } = await office.made(adminCalls.news, { ...news, status: 0 });
    const path = `${adminCalls.news}/${id}`;
    await office.put(`${path}?draft=1`, { ...news, title: 'কাল' });
    await office.post(`${path}/publish`, { publish_at: new Date(Date.now() + 60_000).toISOString() });
    await letTimesPass(app.database);
    await soon(states).toEqual(['delivered']);
    await office.put(path, { ...news, title: 'আজ' });
    await office.post(`${adminCalls.news}/bulk`, { action: 'deactivate', ids: [id] });
    await office.put(path, { ...news, title: 'লুকানো' });
    await office.post(`${adminCalls.news}/bulk`, { action: 'activate', ids: [id] });
    await office.delete(path);
    await office.post(`${path}/restore`, {});
    await office.put(path, { ...news, title: '' });
    await office.made(adminCalls.redirects, { from_path: '/alt', to_address: '/news', code: '301', status: 1 });
    await soon(states).toEqual(Array(6).fill('delivered'));

    const [first, ...others] = bodies();
    expect(others[0]).toEqual(first);
    const told = others.toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
    expect(told.map(({ type, data }) => [type, data.title, data.was_public])).toEqual([
      ['content.published', 'কাল', false],
      ['content.published', 'আজ', true],
      ['content.removed', 'আজ', true],
      ['content.published', 'লুকানো', false],
      ['content.removed', 'লুকানো', true],
      ['content.published', 'লুকানো', false],
    ]);
    const page = pages.newsDetails(id);
    expect(told[0]?.data).toMatchObject({ kind: 'news', id, path: page, link: app.settings.publicUrl + page });
    expect((await log(String(webhook)))[0]).toMatchObject({ lead: null, record: { title: 'লুকানো', path: page } });
    await expectAllSigned(webhook);
  });

  test('of several instances one brings it', async () => {
    await addWebhook({ events: ['lead.created'] });
    for (let count = 0; count < 3; count++) startSender();
    for (let count = 0; count < 6; count++) await newLead();
    await soon(states).toEqual(Array(6).fill('delivered'));
    expect(receiver.calls).toHaveLength(6);
  });
});

describe('A text', () => {
  const send = (id: number, text: string) => office.post(callOf(leadCalls.sms, id), { text });

  test('goes to the gateway with number and words, and stands in the history with what came of it', async () => {
    startSender();
    const id = await newLead();
    const words = 'আপনার ডেমো তৈরি। 100% & more?';
    expect((await send(id, words)).status).toBe(200);
    await soon(() => receiver.calls.length).toBe(1);
    const [call] = receiver.calls;
    const { number } = await leadOf(office, id);
    expect(call?.method).toBe('GET');
    expect(Object.fromEntries(call?.url.searchParams ?? [])).toEqual({
      key: 'geheim',
      to: number.slice(1),
      msg: words,
      ref: expect.stringMatching(/^msg_/),
    });
    await soon(() => states()).toEqual(['delivered']);
    const told = (await leadOf(office, id)).history.filter(({ event }) => event.startsWith('sms'));
    expect(told).toMatchObject([
      { event: 'sms_queued', user: { id: office.userId }, details: { to: number, text: words, parts: 1 } },
      { event: 'sms_sent', details: { to: number } },
    ]);
    expect(await log('sms')).toMatchObject([{ event: 'sms', webhook: null, lead: { id } }]);
  });

  test('that is refused is tried again under its name, then given up, and that is told', async () => {
    receiver.plan = () => ({ status: 503, text: '' });
    startSender();
    const id = await newLead();
    await send(id, 'Hello');
    await soon(states).toEqual(['dead']);
    expect(new Set(receiver.calls.map(({ url }) => url.searchParams.get('ref'))).size).toBe(1);
    expect(receiver.calls).toHaveLength(2);
    expect((await leadOf(office, id)).history.at(-1)).toMatchObject({
      event: 'sms_failed',
      details: { answer: 'It answered 503.' },
    });
  });

  test('is not taken without words, a number or a gateway, nor more than a day’s worth', async () => {
    const id = await newLead();
    expect((await send(id, ' ')).status).toBe(422);
    expect((await send(id, 'x'.repeat(1_001))).status).toBe(422);
    for (let time = 0; time < 20; time++) expect((await send(id, 'Hello')).status).toBe(200);
    expect((await send(id, 'Hello')).status).toBe(429);
    await office.put(callOf(adminCalls.webhook, gatewayId), { ...gateway(), status: 0 });
    expect((await office.get(leadCalls.smsState)).json()).toEqual({ data: { active: false } });
    expect((await send(id, 'Hello')).status).toBe(409);
    await office.put(callOf(adminCalls.webhook, gatewayId), { ...gateway(), status: 1 });
    await app.database.updateTable('demo_requests').set({ number: '' }).where('id', '=', id).execute();
    expect((await send(id, 'Hello')).status).toBe(422);
  });

  test('that a restored store still holds is not sent; webhooks are told, for they know the id', async () => {
    await addWebhook({ events: ['lead.created'] });
    await send(await newLead(), 'Hello');
    await app.database.transaction().execute(onRestore);
    // The sessions ended too.
    office = await openOffice(app);
    expect((await log()).map(({ event, state }) => [event, state])).toEqual([
      ['sms', 'dead'],
      ['lead.created', 'queued'],
    ]);
  });
});

describe('An SMS gateway', () => {
  test.each([
    ['without a place for the text', 'https://sms.example/send?to={number}'],
    ['with the number as its host', 'https://{number}.example/?{text}'],
    ['with a placeholder that nobody fills', 'https://sms.example/?to={number}&msg={text}&from={name}'],
    ['private address', 'https://10.1.2.3/?to={number}&msg={text}'],
  ])('has no address %s', async (_what, url) => {
    const answer = await office.post(adminCalls.webhooks, { ...gateway(), url });
    expect([answer.status, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([422, ['url']]);
  });

  test('keeps the address encrypted, for a key stands in it, and out of the audit', async () => {
    await office.post(`${adminCalls.webhooks}/bulk`, { action: 'deactivate', ids: [gatewayId] });
    const row = await app.database.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('geheim');
    expect((await office.get(callOf(adminCalls.webhook, gatewayId))).json()).toMatchObject({ data: { status: 0 } });
    const audit = await app.database.selectFrom('audit_events').selectAll().where('kind', '=', 'webhooks').execute();
    expect(audit.filter(({ record_id }) => record_id === gatewayId)).toHaveLength(2);
    expect(JSON.stringify(audit)).not.toContain('geheim');
  });

  test('is tried out with a text to a number of one’s own, whose answer is shown', async () => {
    receiver.plan = () => ({ text: '{"error":"no credit"}' });
    const call = callOf(adminCalls.webhookTest, gatewayId);
    expect((await office.post(call, {})).status).toBe(422);
    expect((await office.post(call, { number: '12', text: 'Test' })).status).toBe(422);
    const answer = await office.post(call, { number: '০১৭১২-৩৪৫৬৭৮', text: 'Test' });
    expect(answer.json()).toMatchObject({ data: { http_status: 200, answer: '{"error":"no credit"}' } });
    expect(receiver.calls.at(-1)?.url.searchParams.get('to')).toBe('8801712345678');
  });

  test('of a store of before is an endpoint, with the texts that went through it', async () => {
    await office.post(callOf(leadCalls.sms, await newLead()), { text: 'Hello' });
    const { database } = app;
    const before = await database.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
    const columns = sql.raw('id integer, status integer, url_sealed text, updated_at text');
    await sql`create table sms_settings (${columns})`.execute(database);
    await sql`insert into sms_settings select 1, 1, url, updated_at from webhooks`.execute(database);
    await database.updateTable('deliveries').set({ state: 'dead' }).execute();
    const { id } = await database.selectFrom('deliveries').select('id').executeTakeFirstOrThrow();
    await sql`update deliveries set webhook_id = null`.execute(database);
    await database.deleteFrom('webhooks').execute();
    for (const column of ['deleted_at', 'search_text'])
      await sql`alter table webhooks drop column ${sql.ref(column)}`.execute(database);
    await mergeGateway(database as never);
    const [endpoint] = (await office.get(adminCalls.webhooks)).json<{ data: Endpoint[] }>().data;
    const { updated_at } = before;
    expect(endpoint).toMatchObject({ url: expect.stringContaining('••••'), events: ['sms'], status: 1, updated_at });
    expect(await log('sms')).toMatchObject([{ id, state: 'dead' }]);
  });
});
