import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminCalls, historyOf } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { access, clearDemoAccess, secret } from '../../../test/helpers/demo-access.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hireStaff, rightPassword, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import { hiddenPassword } from './mail-password.server.ts';
import { builtInMessage, builtInSubject } from './schema.ts';

let app: TestApp;
let office: Office;
/** The audit keeps everything, so each test looks at what came after this. */
let auditedBefore = 0;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});
beforeEach(async () => {
  await clearDemoAccess(app);
  auditedBefore += (await audit()).length;
});

const audit = () =>
  app.database.selectFrom('audit_events').selectAll().orderBy('id').offset(auditedBefore).limit(100).execute();

const save = (change: object = {}) => office.put(adminCalls.demoAccess, { ...access, ...change });
const read = async () => (await office.get(adminCalls.demoAccess)).json<{ data: Record<string, unknown> }>().data;
const mails = () =>
  app.database.selectFrom('mails').selectAll().where('kind', '!=', 'account_notice').orderBy('id').execute();

describe('GET and PUT /admin/demo-access', () => {
  test('begins with built-in texts and nothing to mail', async () => {
    expect(await read()).toEqual({
      demo_link: '',
      demo_password: null,
      password_set: false,
      subject: builtInSubject,
      message: builtInMessage,
      status: 0,
      created_at: null,
      updated_at: null,
      waiting: 0,
      brand: 'প্রাঙ্গণ',
    });
  });

  test('keeps what was saved, and never answers the password', async () => {
    const answer = await save();
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).not.toContain(secret);
    expect(await read()).toMatchObject({ ...access, demo_password: null, password_set: true });
  });

  test('keeps the password encrypted, and out of history and audit, which tell what was changed', async () => {
    await save();
    await save({ demo_password: 'another-4712' });
    // Saving the same again changes nothing.
    for (let time = 0; time < 2; time++) await save({ demo_password: 'another-4712', subject: 'ডেমো' });
    const row = await app.database.selectFrom('demo_access').selectAll().executeTakeFirstOrThrow();
    const audited = await audit();
    const history = await office.get(historyOf(adminCalls.demoAccess));
    for (const kept of [JSON.stringify(row), JSON.stringify(audited), history.text])
      for (const word of [secret, 'another-4712', 'undefined']) expect(kept).not.toContain(word);
    expect(audited.map(({ action, kind }) => [action, kind])).toEqual([
      ['create', 'demo-access'],
      ['update', 'demo-access'],
      ['update', 'demo-access'],
    ]);
    expect(JSON.parse(audited[1]?.after ?? '')).toEqual({ demo_password: '(hidden)' });
    expect(history.text).not.toContain(row.password_sealed);
    expect(history.json<{ data: object[] }>().data.slice(0, 3)).toMatchObject([
      { action: 'update', after: { subject: 'ডেমো' } },
      { action: 'update' },
      { action: 'create' },
    ]);
  });

  test('an empty password, and one that is not sent, keep the one that is there', async () => {
    await save();
    for (const demo_password of ['', null, undefined]) expect((await save({ demo_password })).status).toBe(200);
    const shown = await office.post(adminCalls.demoAccessReveal, { current_password: rightPassword });
    expect(shown.json()).toEqual({ data: { demo_password: secret } });
  });

  test.each([
    ['demo_link', { demo_link: '' }],
    ['demo_link', { demo_link: 'javascript:alert(1)' }],
    ['demo_link', { demo_link: 'https://user:word@demo.example' }],
    ['demo_link', { demo_link: 'https://demo.example/"><script>' }],
    ['demo_password', { demo_password: '' }],
    ['demo_password', { demo_password: 'two\nlines' }],
    ['demo_password', { demo_password: 'x'.repeat(201) }],
    ['demo_password', { demo_password: 7 }],
    ['subject', { subject: ' ' }],
    ['subject', { subject: 'x'.repeat(191) }],
    ['message', { message: '' }],
    ['message', { message: 'x'.repeat(5_001) }],
    ['status', { status: 'yes' }],
  ])('%s is refused in %j', async (field, change) => {
    const answer = await save(change);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
    expect((await read()).updated_at).toBeNull();
  });

  test.each(['subject', 'message'])('a placeholder that means nothing is named at %s', async (field) => {
    const answer = await save({ [field]: 'ডেমো {name} {phone} {{secret}}' });
    expect(answer.status).toBe(422);
    const message = answer.json<{ errors: Record<string, string[]> }>().errors[field]?.[0];
    expect(message).toContain('{phone}, {{secret}}');
    expect(message).toContain('{institute}');
  });

  test('an edit of something older is a 409 with what is there now', async () => {
    const first = (await save()).json<{ data: { updated_at: string } }>().data;
    await app.database.updateTable('demo_access').set({ updated_at: '2026-01-01T00:00:00.000Z' }).execute();
    const stale = await save({ subject: 'other', updated_at: first.updated_at });
    expect(stale.status).toBe(409);
    expect(stale.json()).toMatchObject({ data: { subject: access.subject, demo_password: null } });
    expect((await read()).subject).toBe(access.subject);
    expect((await save({ subject: 'other', updated_at: '2026-01-01T00:00:00.000Z' })).status).toBe(200);
  });
});

test('Personal access is gone', async () => {
  for (const call of ['', '/history', '/log']) {
    expect((await office.get(`${adminCalls.demoAccess}/personal${call}`)).status).toBe(404);
  }
});

describe('POST /admin/demo-access/reveal', () => {
  test('shows the password to whoever enters the own one, and writes that down', async () => {
    await save();
    const answer = await office.post(adminCalls.demoAccessReveal, { current_password: rightPassword });
    expect(answer.json()).toEqual({ data: { demo_password: secret } });
    expect((await audit()).at(-1)).toMatchObject({
      action: 'reveal-password',
      user_id: office.userId,
      before: null,
      after: null,
    });
  });

  test('refuses a wrong password, and after some of them every one', async () => {
    await save();
    const token = await sessionOf(app, await hireStaff(app));
    const guess = (current_password: unknown) =>
      sendAs(app, token, 'POST', adminCalls.demoAccessReveal, { current_password });
    for (let at = 0; at < 5; at++)
      expect((await guess('wrong')).json()).toMatchObject({ errors: { current_password: [expect.any(String)] } });
    expect((await guess(rightPassword)).status).toBe(429);
    expect((await audit()).map(({ action }) => action)).not.toContain('reveal-password');
  });

  test('refuses what is no password, and answers 404 where none is set', async () => {
    const reveal = async (current_password: unknown) =>
      (await office.post(adminCalls.demoAccessReveal, { current_password })).status;
    for (const wrong of [undefined, '', null, ['x']]) expect(await reveal(wrong), String(wrong)).toBe(422);
    expect(await reveal(rightPassword)).toBe(404);
  });
});

describe('POST /admin/demo-access/test', () => {
  test('mails the signed-in user, also before it is active; before anything is saved it says what is missing', async () => {
    expect((await office.post(adminCalls.demoAccessTest, {})).status).toBe(422);
    expect(await mails()).toEqual([]);
    await save({ status: 0 });
    const answer = await office.post(adminCalls.demoAccessTest, {});
    const { data } = answer.json<{ data: { to: string } }>();
    const [mail] = await mails();
    expect(mail).toMatchObject({ recipient: data.to, subject: 'আপনার ডেমো' });
    expect(mail?.text).toContain(hiddenPassword);
    expect(mail?.html).toContain('<html lang="bn">');
  });

  test('sends ten an hour', async () => {
    await save();
    for (let at = 0; at < 10; at++) expect((await office.post(adminCalls.demoAccessTest, {})).status).toBe(200);
    expect((await office.post(adminCalls.demoAccessTest, {})).status).toBe(429);
    expect(await mails()).toHaveLength(10);
  });
});
