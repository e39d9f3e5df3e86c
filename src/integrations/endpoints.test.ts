import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { callOf } from '../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../test/helpers/office.ts';
import { isSigned, Receiver } from '../../test/helpers/receiver.ts';
import { rightPassword } from '../../test/helpers/staff.ts';
import type { Endpoint, TryOutResult } from './schema.ts';

let app: TestApp;
let office: Office;
let receiver: Receiver;
beforeAll(async () => {
  app = await openTestApp();
  [office, receiver] = await Promise.all([openOffice(app), new Receiver().listen()]);
  return app.close;
});
afterAll(() => receiver.close());
beforeEach(async () => {
  receiver.plan = () => ({ text: '' });
  await app.empty('webhooks', 'rate_limits', 'failed_attempts');
});

const choice = () => ({ url: receiver.url, events: ['lead.won', 'lead.created'], status: 1 });
const add = async (change: object = {}) => {
  const answer = await office.post(adminCalls.webhooks, { ...choice(), ...change });
  expect(answer.status, answer.text).toBe(201);
  return answer.json<{ data: Endpoint }>().data;
};
const all = async () => (await office.get(adminCalls.webhooks)).json<{ data: Endpoint[] }>().data;
const secretOf = async (call: string, id: number) => {
  const answer = await office.post(callOf(call, id), { current_password: rightPassword });
  expect(answer.status, answer.text).toBe(200);
  return answer.json<{ data: { secret: string } }>().data.secret;
};

describe('/admin/webhooks', () => {
  test('keeps what was added, changed and removed, each with a secret of its own', async () => {
    const made = await add();
    const kept = { ...choice(), events: ['lead.created', 'lead.won'], secret_set: true, old_secret_until: null };
    expect(made).toMatchObject(kept);
    const other = await add({ events: ['lead.stage_changed'] });
    expect((await all()).map(({ id }) => id)).toEqual([made.id, other.id]);
    const secretOfOther = await secretOf(adminCalls.webhookSecret, other.id);
    expect(await secretOf(adminCalls.webhookSecret, made.id)).not.toBe(secretOfOther);
    const change = { ...choice(), events: ['lead.won'], status: 0, updated_at: made.updated_at };
    const changed = await office.put(callOf(adminCalls.webhook, made.id), change);
    expect(changed.json()).toMatchObject({ data: { events: ['lead.won'], status: 0 } });
    expect((await office.put(callOf(adminCalls.webhook, made.id), change)).status).toBe(409);
    expect((await office.delete(callOf(adminCalls.webhook, made.id))).status).toBe(200);
    expect((await office.get(callOf(adminCalls.webhook, made.id))).status).toBe(404);
    expect((await all()).map(({ id }) => id)).toEqual([other.id]);
  });

  test.each([
    ['url', { url: '' }],
    ['url', { url: 'http://crm.example/' }],
    ['url', { url: 'https://169.254.169.254/latest/meta-data' }],
    ['url', { url: 'https://a:b@crm.example/' }],
    ['events', { events: [] }],
    ['events', { events: 'lead.won' }],
    ['events', { events: ['lead.lost'] }],
    ['events', { url: 'https://sms.example/?{number}{text}', events: ['lead.won', 'sms'] }],
    ['status', { status: 'yes' }],
  ])('%s is refused in %j', async (field, change) => {
    const answer = await office.post(adminCalls.webhooks, { ...choice(), ...change });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
    expect(await all()).toEqual([]);
  });

  test('more webhooks than anybody needs are refused', async () => {
    for (let count = 0; count < 20; count++) await add();
    expect((await office.post(adminCalls.webhooks, choice())).status).toBe(422);
  });

  test('where the site is live it points at no server of the own network, this machine neither', async () => {
    const made = await add();
    const live = await openTestApp({ store: app.store, env: { PUBLIC_URL: 'https://prangon.example' } });
    const there = await openOffice(live);
    for (const url of [receiver.url, 'https://localhost/', 'https://[::1]/']) {
      const answer = await there.post(adminCalls.webhooks, { ...choice(), url });
      expect(answer.json()).toMatchObject({ errors: { url: [expect.stringContaining('private address')] } });
    }
    const tried = (await there.post(callOf(adminCalls.webhookTest, made.id), {})).json<{ data: TryOutResult }>().data;
    expect(tried.error).toContain('private address');
    await live.close();
  });

  test('the address of a gateway is shown by reveal alone; what came back as it was shown stays as it is', async () => {
    const url = `${receiver.url}send/geheim?api_key=geheim&to={number}&msg={text}`;
    const made = await add({ url, events: ['sms'] });
    const path = callOf(adminCalls.webhook, made.id);
    const shown = [await office.get(path), await office.get(adminCalls.webhooks)].map(({ text }) => text);
    for (const answer of [JSON.stringify(made), ...shown]) {
      expect(answer).toContain('••••');
      expect(answer).not.toContain('geheim');
    }
    const saved = await office.put(path, { url: made.url, events: ['sms'], status: 0 });
    expect(saved.json()).toMatchObject({ data: { url: made.url, status: 0 } });
    expect(await secretOf(adminCalls.webhookSecret, made.id)).toBe(url);
    const changed = await office.put(path, { url: url.replaceAll('geheim', 'other'), events: ['sms'], status: 0 });
    expect(changed.json<{ data: Endpoint }>().data.url).not.toBe(made.url);
    const refused = { url: [expect.stringMatching(/hidden/)] };
    for (const events of [['sms'], ['lead.won']])
      expect((await office.put(path, { url: made.url, events, status: 0 })).json()).toMatchObject({ errors: refused });
    const copied = await office.post(adminCalls.webhooks, { url: made.url, events: ['sms'], status: 1 });
    expect(copied.json()).toMatchObject({ errors: refused });
    expect(await secretOf(adminCalls.webhookSecret, made.id)).toContain('other');
  });

  test('the audit tells who changed what, of the address the host alone', async () => {
    const made = await add({ url: `${receiver.url}?key=geheim` });
    await secretOf(adminCalls.webhookNewSecret, made.id);
    const { data } = (await office.get(`${adminCalls.activity}?record=webhooks:${made.id}`)).json<{
      data: { action: string }[];
    }>();
    expect(data.map(({ action }) => action)).toEqual(['rotate-secret', 'create']);
    expect(JSON.stringify(data)).not.toMatch(/geheim|whsec_/);
  });
});

describe('POST /admin/webhooks/{id}/test', () => {
  test('calls it as for a lead, signed, and tells what it answered; a new secret signs at once beside the old one', async () => {
    const { id } = await add();
    const secret = await secretOf(adminCalls.webhookSecret, id);
    const answer = await office.post(callOf(adminCalls.webhookTest, id), {});
    expect(answer.json()).toMatchObject({ data: { http_status: 200, error: null } });
    const call = receiver.calls.at(-1);
    expect(call && isSigned(call, secret)).toBe(true);
    const body = JSON.parse(call?.body ?? '');
    expect(body).toMatchObject({ type: 'test', id: call?.headers['webhook-id'], data: { id: 0 } });
    receiver.plan = () => ({ status: 500, text: '' });
    const failed = await office.post(callOf(adminCalls.webhookTest, id), {});
    expect(failed.json()).toMatchObject({ data: { http_status: 500, error: 'It answered 500.' } });

    const newSecret = await secretOf(adminCalls.webhookNewSecret, id);
    await office.post(callOf(adminCalls.webhookTest, id), {});
    const last = receiver.calls.at(-1);
    expect(last && [isSigned(last, secret), isSigned(last, newSecret)]).toEqual([true, true]);
    expect((await all())[0]?.old_secret_until).toEqual(expect.any(String));
  });

  test('is not tried without end', async () => {
    const { id } = await add();
    for (let time = 0; time < 20; time++) await office.post(callOf(adminCalls.webhookTest, id), {});
    expect((await office.post(callOf(adminCalls.webhookTest, id), {})).status).toBe(429);
  });
});
