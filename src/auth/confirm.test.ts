import { generateSync } from 'otplib';
import { beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { timestampIn } from '#platform/database/dialect.server.ts';
import { hashOfToken } from '#platform/session/sessions.server.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { Authenticator } from '../../test/helpers/authenticator.ts';
import type { Answer } from '../../test/helpers/requests.ts';
import { hireStaff, rightPassword, type Staff, sendAs, sessionOf, signIn } from '../../test/helpers/staff.ts';

const origin = 'https://www.shikkhaghar.example';

let app: TestApp;
beforeAll(async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'prangon@prangon.example' };
  app = await openTestApp({ env: { PUBLIC_URL: origin, ...mail } });
  return app.close;
});

const current_password = rightPassword;
const colleague = (path: string, { id }: Staff) => path.replace(':id', String(id));
const webhook = { url: 'https://collector.example/hook', events: ['lead.created'], status: 1 };
const gateway = { url: 'https://collector.example/?to={number}&text={text}', events: ['sms'], status: 1 };
const addresses = (sales_addresses: string[]) => ({
  sales_addresses,
  mail_requests: true,
  mail_digest: true,
  digest_hour: 8,
  quiet_from: 22,
  quiet_until: 7,
});

describe('The token of an owner’s session that was confirmed more than ten minutes ago', () => {
  test('makes no owner, changes nobody’s way in, opens no way out, exports nothing, erases nothing and ends no other session', async () => {
    const other = await hireStaff(app);
    const editor = await hireStaff(app, 'রাশেদা বেগম', 'editor');
    const token = await oldSession(await hireStaff(app));
    const factor = { second_factor_since: '2026-01-01' };
    await app.database.updateTable('users').set(factor).where('id', '=', other.id).execute();
    const made = await sendAs(app, await sessionOf(app, await hireStaff(app)), 'POST', adminCalls.webhooks, webhook);
    const hook = colleague(adminCalls.webhook, made.json<{ data: Staff }>().data);
    const before = await tables();
    const invited = { name: 'X', email: 'x@evil.example', role: 'owner' };
    const dangerous: [string, string, unknown?][] = [
      ['POST', adminCalls.users, invited],
      ['POST', adminCalls.users, { ...invited, role: 'sales' }],
      ['PUT', colleague(adminCalls.user, editor), { role: 'owner' }],
      ['PUT', colleague(adminCalls.user, other), { email: 'owner@evil.example' }],
      ['PUT', colleague(adminCalls.user, other), { status: 0 }],
      ['DELETE', colleague(adminCalls.userSecondFactor, other)],
      ['POST', colleague(adminCalls.userInvite, other)],
      ['DELETE', colleague(adminCalls.user, other)],
      ['POST', adminCalls.webhooks, webhook],
      ['PUT', hook, webhook],
      ['DELETE', hook],
      ['POST', adminCalls.webhooks, gateway],
      ['POST', `${adminCalls.webhooks}/bulk`, { action: 'deactivate', ids: [made.json<{ data: Staff }>().data.id] }],
      ['PUT', calls.notificationSettings, addresses(['collector@evil.example'])],
      ['PUT', leadCalls.retention, { won: 1, lost: 1, spam: 1 }],
      ['GET', leadCalls.export],
      ['GET', `${leadCalls.export}?format=xlsx`],
      ['DELETE', calls.accountSessions],
      ['DELETE', calls.accountSession.replace(':id', '1')],
      ['DELETE', colleague(adminCalls.userSession, other).replace(':session', '1')],
    ];
    for (const [method, path, body] of dangerous) {
      const answer = await sendAs(app, token, method, path, body);
      expect(answer.status, `${method} ${path}`).toBe(403);
      expect(answer.json()).toEqual({ message: expect.stringMatching(/^Confirm that it is/), confirm: ['password'] });
    }
    expect(await tables()).toEqual(before);

    // What is wrong is said before anybody confirms it, and what gives nobody anything passes.
    expect((await sendAs(app, token, 'POST', adminCalls.users, { role: 'owner' })).status).toBe(422);
    expect((await sendAs(app, token, 'PUT', colleague(adminCalls.user, other), { name: 'নাম' })).status).toBe(200);
    expect((await sendAs(app, token, 'PUT', calls.notificationSettings, addresses([other.email]))).status).toBe(200);

    expect((await confirm(token, { current_password })).status).toBe(200);
    const change = { email: 'owner@evil.example' };
    expect((await sendAs(app, token, 'PUT', colleague(adminCalls.user, other), change)).status).toBe(200);
    expect((await sendAs(app, token, 'GET', leadCalls.export)).status).toBe(200);
  });

  test('is confirmed by the right password alone, for itself and for ten minutes', async () => {
    const staff = await hireStaff(app);
    const [token, neighbour] = [await oldSession(staff), await oldSession(staff)];
    const wrong = await confirm(token, { current_password: 'wrong password' });
    expect([wrong.status, wrong.json()]).toEqual([
      422,
      expect.objectContaining({ errors: { current_password: ['This is not your current password.'] } }),
    ]);
    expect((await confirm(token, {})).json()).toMatchObject({ errors: { current_password: ['Enter your password.'] } });
    expect(await exported(token)).toBe(403);
    expect((await confirm(token, { current_password })).status).toBe(200);
    expect(await exported(token)).toBe(200);
    expect(await exported(neighbour)).toBe(403);
    await age(staff);
    expect(await exported(token)).toBe(403);
    expect(await exported(await signIn(app, staff))).toBe(200);
  });
});

test('a passkey that knows whose it is confirms, once for each challenge', async () => {
  const staff = await hireStaff(app);
  const passkey = new Authenticator(origin);
  const begun = await sendAs(app, await sessionOf(app, staff), 'POST', calls.passkeyBegin, { current_password });
  const { ticket, passkey: options } = begun.json<{ data: { ticket: string; passkey: { challenge: string } } }>().data;
  const added = { ticket, name: 'ফোন', passkey: passkey.make(options) };
  expect((await sendAs(app, await sessionOf(app, staff), 'POST', calls.passkeys, added)).status).toBe(200);

  const token = await oldSession(staff);
  const refused = await sendAs(app, token, 'GET', leadCalls.export);
  expect(refused.json()).toMatchObject({ confirm: ['code', 'passkey'] });
  const sign = async (by = passkey, ways = {}, as = token) => {
    const answer = await sendAs(app, as, 'POST', calls.accountConfirmPasskey);
    const { data } = answer.json<{ data: { ticket: string; passkey: { challenge: string } } }>();
    return { ticket: data.ticket, passkey: by.sign(data.passkey, ways) };
  };
  const wrong = [await sign(new Authenticator(origin)), await sign(passkey, { verified: false })];
  for (const body of [...wrong, await sign(passkey, { challenge: 'other' })])
    expect((await confirm(token, body)).json()).toMatchObject({ errors: { passkey: [expect.any(String)] } });
  const ofOther = await sign();
  expect((await confirm(await oldSession(await hireStaff(app)), ofOther)).status).toBe(410);
  expect(await exported(token)).toBe(403);

  const right = await sign();
  const confirmed = await confirm(token, right);
  const { token: renewed } = confirmed.json<{ token: string }>();
  expect((await confirm(renewed, right)).status).toBe(410);
  expect([await exported(token), await exported(renewed)]).toEqual([401, 200]);
  const none = await sendAs(app, await sessionOf(app, await hireStaff(app)), 'POST', calls.accountConfirmPasskey);
  expect(none.status).toBe(404);
});

test('every owner is mailed when an owner, a factor or an outbound address changes', async () => {
  const [witness, victim] = [await hireStaff(app), await hireStaff(app)];
  const editor = await hireStaff(app, 'রাশেদা বেগম', 'editor');
  const actor = await hireStaff(app);
  const token = await sessionOf(app, actor);
  const news = async (method: string, path: string, body?: unknown) => {
    await app.database.deleteFrom('mails').execute();
    const answer = await sendAs(app, token, method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    const notices = app.database.selectFrom('mails').select(['recipient', 'text']);
    const mails = await notices.where('kind', '=', 'account_notice').execute();
    for (const { text } of mails) expect(text).not.toMatch(/https?:/);
    return mails.filter(({ recipient }) => [witness, actor, editor].some(({ email }) => email === recipient));
  };
  const toBoth = (about: string) =>
    [witness, actor].map(({ email }) => ({ recipient: email, text: expect.stringContaining(`Which: ${about}`) }));

  const added = { name: 'X', email: 'next-owner@prangon.example', role: 'owner' };
  expect(await news('POST', adminCalls.users, added)).toEqual(toBoth(added.email));
  expect(await news('PUT', colleague(adminCalls.user, editor), { name: 'নাম' })).toEqual([]);
  expect(await news('PUT', colleague(adminCalls.user, victim), { role: 'editor' })).toEqual(toBoth(victim.email));
  expect(await news('PUT', colleague(adminCalls.user, victim), { role: 'owner' })).toEqual(toBoth(victim.email));
  await app.database.updateTable('users').set({ second_factor_since: 'x' }).where('id', '=', victim.id).execute();
  expect(await news('DELETE', colleague(adminCalls.userSecondFactor, victim))).toEqual(toBoth(victim.email));
  expect(await news('DELETE', colleague(adminCalls.user, victim))).toEqual(toBoth(victim.email));
  const made = { ...webhook, url: 'https://told.example/key-12345' };
  expect(await news('POST', adminCalls.webhooks, made)).toEqual(toBoth('told.example'));
  expect(await news('POST', adminCalls.webhooks, gateway)).toEqual(toBoth('SMS, collector.example'));
  const last = await app.database.selectFrom('webhooks').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const saved = adminCalls.webhook.replace(':id', String(last.id));
  expect(await news('PUT', saved, gateway)).toEqual([]);
  expect(await news('DELETE', saved)).toEqual(toBoth('SMS, collector.example'));
  const outside = ['partner@school.example'];
  expect(await news('PUT', calls.notificationSettings, addresses(outside))).toEqual(toBoth('partner@school.example'));
});

async function withCodeApp() {
  const staff = await hireStaff(app);
  const token = await sessionOf(app, staff);
  const begun = await sendAs(app, token, 'POST', calls.codeApp, { current_password });
  const { secret, setup } = begun.json<{ data: { secret: string; setup: string } }>().data;
  const set = await sendAs(app, token, 'PUT', calls.codeApp, { setup, code: generateSync({ secret }) });
  return { staff, token, codes: set.json<{ data: { recovery_codes: string[] } }>().data.recovery_codes };
}

function confirm(token: string, body: object): Promise<Answer> {
  return sendAs(app, token, 'POST', calls.accountConfirm, body);
}

async function exported(token: string): Promise<number> {
  return (await sendAs(app, token, 'GET', leadCalls.export)).status;
}

async function oldSession(staff: Staff): Promise<string> {
  const token = await sessionOf(app, staff);
  await age(staff);
  return token;
}

/** Eleven minutes pass for the sessions of somebody. */
async function age({ id }: Staff): Promise<void> {
  await app.database
    .updateTable('sessions')
    .set({ confirmed_at: timestampIn(app.database, -660) })
    .where('user_id', '=', id)
    .execute();
}

/** What must not change. */
async function tables() {
  const { database } = app;
  return [
    await database.selectFrom('users').selectAll().orderBy('id').execute(),
    await database.selectFrom('webhooks').selectAll().execute(),
    await database.selectFrom('notification_settings').selectAll().execute(),
    await database.selectFrom('audit_events').selectAll().orderBy('id').execute(),
    await database.selectFrom('mails').select('id').orderBy('id').execute(),
  ];
}

describe('An account with a second factor', () => {
  test('confirms with it alone, which gives a new token and ends the old one, once for two at the same time', async () => {
    const { staff, token, codes } = await withCodeApp();
    await age(staff);
    expect((await sendAs(app, token, 'GET', leadCalls.export)).json()).toMatchObject({ confirm: ['code'] });
    for (const body of [{ current_password }, { current_password, code: '' }, { current_password, code: '000000' }]) {
      const refused = await confirm(token, body);
      expect([refused.status, refused.json()]).toMatchObject([422, { errors: { code: [expect.any(String)] } }]);
    }
    // The password alone confirms by no other call either, and does nothing there.
    const body = { current_password, password: 'tea-boat-lamp', password_confirmation: 'tea-boat-lamp' };
    expect((await sendAs(app, token, 'PUT', calls.accountPassword, body)).json()).toMatchObject({ confirm: ['code'] });
    expect(await exported(token)).toBe(403);

    const confirmed = await confirm(token, { code: codes[0] });
    expect([confirmed.status, confirmed.json()]).toEqual([
      200,
      { message: expect.any(String), token: expect.stringMatching(/^[\w-]{43}$/) },
    ]);
    const { token: renewed } = confirmed.json<{ token: string }>();
    expect([await exported(token), await exported(renewed)]).toEqual([401, 200]);
    expect((await sendAs(app, renewed, 'PUT', calls.accountPassword, body)).status).toBe(200);
    expect((await confirm(renewed, { code: codes[0] })).status).toBe(422);
    const both = await Promise.all([1, 2].map((at) => confirm(renewed, { code: codes[at] })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test.each([
    ['app', calls.codeAppRemove],
    ['codes', calls.recoveryCodes],
    ['new app', calls.codeApp],
    ['new passkey', calls.passkeyBegin],
  ])('changes no factor by the password alone: %s', async (_name, path) => {
    const { token, codes } = await withCodeApp();
    const refused = await sendAs(app, token, 'POST', path, { current_password });
    expect([refused.status, refused.json()]).toMatchObject([422, { errors: { code: [expect.any(String)] } }]);
    expect((await sendAs(app, token, 'POST', path, { code: codes[0] })).status).toBe(200);
  });

  test('has recovery codes of 112 bits; those from before go on', async () => {
    const { token, codes } = await withCodeApp();
    for (const code of codes) expect(code.replaceAll('-', '').length * Math.log2(31)).toBeGreaterThan(112);
    const code_hash = hashOfToken('recovery abcdefghjkmnpqrs');
    const newest = app.database.selectFrom('recovery_codes').select('id').orderBy('id', 'desc').limit(1);
    await app.database.updateTable('recovery_codes').set({ code_hash }).where('id', '=', newest).execute();
    expect((await confirm(token, { code: 'abcd-efgh-jkmn-pqrs' })).status).toBe(200);
  });
});

test('wrong tries by a stolen session lock that session alone', async () => {
  const staff = await hireStaff(app);
  const [stolen, own] = [await oldSession(staff), await signIn(app, staff)];
  for (let count = 0; count < 5; count++) await confirm(stolen, { current_password: 'wrong password' });
  expect((await confirm(stolen, { current_password })).status).toBe(429);
  expect((await confirm(own, { current_password })).status).toBe(200);

  const { token, codes, staff: other } = await withCodeApp();
  for (let count = 0; count < 5; count++) await confirm(token, { code: '000000' });
  expect((await confirm(token, { code: codes[0] })).status).toBe(429);
  expect((await confirm(await sessionOf(app, other), { code: codes[0] })).status).toBe(200);
});
