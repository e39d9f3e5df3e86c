import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { accessFor, DemoSystem } from '../../../test/helpers/demo-system.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { isSigned } from '../../../test/helpers/receiver.ts';
import { rightPassword } from '../../../test/helpers/staff.ts';
import type { PersonalAccess, WebhookCall, WebhookLog } from './schema.ts';

let app: TestApp;
let office: Office;
let system: DemoSystem;
beforeAll(async () => {
  [app, system] = await Promise.all([openTestApp(), DemoSystem.open()]);
  office = await openOffice(app);
  return app.close;
});
afterAll(() => system.close());
beforeEach(async () => {
  const { database } = app;
  for (const table of ['outgoing_calls', 'rate_limits', 'failed_attempts'] as const)
    await database.deleteFrom(table).execute();
  await database
    .updateTable('personal_access_settings')
    .set({ status: 0, url: '', secret_sealed: '', old_secret_sealed: '', old_secret_until: null, updated_at: null })
    .execute();
  auditedBefore += (await audit()).length;
});

/** The audit keeps everything, so each test looks at what came after this. */
let auditedBefore = 0;
const audit = () =>
  app.database.selectFrom('audit_events').selectAll().orderBy('id').offset(auditedBefore).limit(100).execute();

const choice = () => ({ status: 1, url: system.url, expires_days: 14, fallback_minutes: 10 });
const save = (change: object = {}) => office.put(adminCalls.personalAccess, { ...choice(), ...change });
const read = async () => (await office.get(adminCalls.personalAccess)).json<{ data: PersonalAccess }>().data;
const ask = (path: string) => office.post(path, { current_password: rightPassword });
const secretOf = async (path: string = adminCalls.personalAccessSecret) =>
  (await ask(path)).json<{ data: { secret: string } }>().data.secret;
const tryOut = () => office.post(adminCalls.personalAccessTest, {});
const log = async () => (await office.get(adminCalls.personalAccessLog)).json<WebhookLog>();

describe('GET and PUT /admin/demo-access/personal', () => {
  test('is off at the beginning', async () => {
    expect(await read()).toEqual({
      ...{ status: 0, url: '', secret_set: false, old_secret_until: null },
      ...{ expires_days: 14, fallback_minutes: 10, updated_at: null },
    });
  });

  test('keeps what was saved, with a secret of its own that it does not answer', async () => {
    const answer = await save({ expires_days: 30, fallback_minutes: 5 });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).not.toContain('whsec_');
    expect(await read()).toMatchObject({
      ...{ status: 1, url: system.url, secret_set: true },
      ...{ expires_days: 30, fallback_minutes: 5, updated_at: expect.any(String) },
    });
  });

  test.each([
    ['url', { url: '' }],
    ['url', { url: 'http://demo.example/' }],
    ['url', { url: 'https://10.0.0.1/' }],
    ['url', { url: 'https://169.254.169.254/latest/meta-data' }],
    ['url', { url: 'https://a:b@demo.example/' }],
    ['url', { url: `https://demo.example/${'x'.repeat(2_000)}` }],
    ['url', { url: 7 }],
    ['expires_days', { expires_days: 0 }],
    ['expires_days', { expires_days: 366 }],
    ['expires_days', { expires_days: '14' }],
    ['fallback_minutes', { fallback_minutes: 0.5 }],
    ['fallback_minutes', { fallback_minutes: null }],
    ['status', { status: 'yes' }],
  ])('%s is refused in %j', async (field, change) => {
    const answer = await save(change);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
    expect((await read()).updated_at).toBeNull();
  });

  test.each([
    { PUBLIC_URL: 'https://prangon.example' },
    { PUBLIC_URL: 'http://192.168.0.5:3000' },
    { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000' },
  ])('with %j it points at no server of the own network, this machine neither', async (env) => {
    const live = await openTestApp({ store: app.store, env });
    const there = await openOffice(live);
    for (const url of [system.url, 'https://localhost/', 'https://127.0.0.1/', 'https://[::1]/']) {
      const answer = await there.put(adminCalls.personalAccess, { ...choice(), url });
      expect(answer.json()).toMatchObject({ errors: { url: [expect.stringContaining('private network')] } });
    }
    await save();
    const tried = (await there.post(adminCalls.personalAccessTest, {})).json<{ data: WebhookCall }>().data;
    expect(tried).toMatchObject({ outcome: 'failed', error: expect.stringContaining('private network') });
    await live.close();
  });

  test('an edit of something older is a 409 with what is there now', async () => {
    const first = (await save()).json<{ data: PersonalAccess }>().data;
    await save({ expires_days: 7 });
    const stale = await save({ expires_days: 3, updated_at: first.updated_at });
    expect(stale.status).toBe(409);
    expect(stale.json()).toMatchObject({ data: { expires_days: 7 } });
    expect((await read()).expires_days).toBe(7);
  });

  test('the audit tells who changed what, and never the secret', async () => {
    await save();
    await save({ expires_days: 7 });
    const secret = await secretOf();
    const next = await secretOf(adminCalls.personalAccessNewSecret);
    await tryOut();
    const rows = await audit();
    expect(rows.map(({ action, kind }) => [kind, action])).toEqual(
      ['create', 'update', 'reveal-secret', 'rotate-secret', 'test'].map((action) => ['personal-access', action]),
    );
    expect(rows.every(({ user_id }) => user_id === office.userId)).toBe(true);
    expect(JSON.parse(rows[1]?.after ?? '')).toEqual({ expires_days: 7 });
    const stored = await app.database.selectFrom('personal_access_settings').selectAll().execute();
    for (const hidden of [secret, next]) expect(JSON.stringify([rows, stored])).not.toContain(hidden.slice(6, 30));
  });
});

describe('The secret', () => {
  test('is shown to whoever enters the own password, and to nobody else', async () => {
    await save();
    expect(await secretOf()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await secretOf()).toBe(await secretOf());
    for (const path of [adminCalls.personalAccessSecret, adminCalls.personalAccessNewSecret]) {
      for (const current_password of ['wrong', '', undefined]) {
        expect((await office.post(path, { current_password })).status).toBe(422);
      }
    }
  });

  test('is a 404 as long as there is none', async () => {
    expect((await ask(adminCalls.personalAccessSecret)).status).toBe(404);
  });

  test('is no part of the form: a new one makes no edit stale, and none that is stale fresh', async () => {
    const { updated_at } = (await save()).json<{ data: PersonalAccess }>().data;
    await secretOf(adminCalls.personalAccessNewSecret);
    expect((await save({ expires_days: 7, updated_at })).status).toBe(200);
    await secretOf(adminCalls.personalAccessNewSecret);
    expect((await save({ expires_days: 3, updated_at })).status).toBe(409);
  });

  test('is changed, and the one before it signs for a day too', async () => {
    await save();
    const old = await secretOf();
    const now = await secretOf(adminCalls.personalAccessNewSecret);
    expect(now).not.toBe(old);
    expect(await secretOf()).toBe(now);
    const until = Date.parse((await read()).old_secret_until ?? '');
    expect(Math.abs(until - Date.now() - 86_400_000)).toBeLessThan(60_000);
    await tryOut();
    const [both] = system.calls.slice(-1);
    expect([old, now].map((secret) => both && isSigned(both, secret))).toEqual([true, true]);

    await app.database
      .updateTable('personal_access_settings')
      .set({ old_secret_until: '2026-01-01T00:00:00.000Z' })
      .execute();
    await tryOut();
    const [one] = system.calls.slice(-1);
    expect([old, now].map((secret) => one && isSigned(one, secret))).toEqual([false, true]);
    expect((await read()).old_secret_until).toBeNull();
  });
});

describe('POST /admin/demo-access/personal/test', () => {
  test('asks as for a request, signed, also while it is off, and keeps nothing of the answer', async () => {
    await save({ status: 0 });
    system.plan = (call) => ({ json: accessFor(call) });
    const answer = await tryOut();
    expect(answer.json()).toMatchObject({
      data: { event: 'test', outcome: 'answered', http_status: 200, error: null, lead: null, ms: expect.any(Number) },
      message: expect.stringMatching(/^It answered as it should, in \d+ ms$/),
    });
    const [call] = system.calls.slice(-1);
    expect(call).toMatchObject({
      event: 'test',
      expires_in_days: 14,
      headers: { 'content-type': 'application/json', 'webhook-id': call?.id },
      request: { id: 0, institute_name: expect.any(String), email: 'test@example.com' },
    });
    expect(call && isSigned(call, await secretOf())).toBe(true);
    expect(await app.database.selectFrom('personal_accesses').selectAll().execute()).toEqual([]);
  });

  test('says what is wrong, in the log too', async () => {
    await save();
    system.plan = () => ({ json: { link: 'http://demo.example/', password: 'x' } });
    const wrong = 'In its answer, link is no https address.';
    expect((await tryOut()).json()).toMatchObject({ data: { outcome: 'failed', error: wrong }, message: wrong });
    system.plan = () => ({ status: 503, text: 'secret words' });
    await tryOut();
    const { data, waiting } = await log();
    expect(data).toMatchObject([
      { http_status: 503, outcome: 'failed', error: 'It answered 503.' },
      { http_status: 200, outcome: 'failed', error: wrong },
    ]);
    expect(waiting).toBe(0);
    expect(JSON.stringify(data)).not.toContain('secret words');
  });

  test('wants an address first, and not more than twenty an hour', async () => {
    expect((await tryOut()).status).toBe(422);
    await save();
    system.plan = (call) => ({ json: accessFor(call) });
    for (let time = 0; time < 20; time++) expect((await tryOut()).status).toBe(200);
    expect((await tryOut()).status).toBe(429);
  });
});
