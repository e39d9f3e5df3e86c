import { generateSync } from 'otplib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#api/rights.ts';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { Authenticator } from '../../../test/helpers/authenticator.ts';
import type { Answer } from '../../../test/helpers/requests.ts';
import {
  hireStaff,
  newNetwork,
  rightPassword,
  type Staff,
  sendAs,
  sessionOf,
  signIn,
  tryLogin,
} from '../../../test/helpers/staff.ts';

const origin = 'https://www.shikkhaghar.example';
const current_password = rightPassword;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { PUBLIC_URL: origin } });
  return app.close;
});

interface Step {
  data: { ticket: string; proofs: string[]; passkey: { challenge: string; allowCredentials: { id: string }[] } | null };
}
interface Codes {
  data: { recovery_codes: string[] };
}

describe('An app that makes codes', () => {
  test('counts after its first code; then the password alone is no sign-in', async () => {
    const staff = await hireStaff(app);
    const token = await sessionOf(app, staff);
    expect((await sendAs(app, token, 'POST', calls.codeApp, { current_password: 'wrong password' })).status).toBe(422);
    const { secret, setup, uri } = await beginApp(token);
    expect(uri).toMatch(/^otpauth:\/\/totp\//);
    const confirm = (code: string, as = token) => sendAs(app, as, 'PUT', calls.codeApp, { setup, code });
    expect((await confirm('000000')).json()).toMatchObject({ errors: { code: [expect.any(String)] } });
    expect((await confirm(codeOf(secret), await sessionOf(app, staff))).status).toBe(410);
    expect((await login(staff)).status).toBe(200);
    const set = await confirm(codeOf(secret));
    expect(set.json<Codes>().data.recovery_codes).toHaveLength(10);
    expect((await sendAs(app, token, 'GET', calls.accountSecondFactor)).json()).toMatchObject({
      data: { app_since: expect.any(String), recovery_codes_left: 10, passkeys: [], is_missing: false },
    });

    const answer = await login(staff);
    expect([answer.status, answer.json()]).toEqual([
      403,
      {
        message: expect.stringMatching(/second step/),
        data: { ticket: expect.any(String), seconds: 300, proofs: ['app', 'recovery_code'], passkey: null },
      },
    ]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { database } = app;
    const tables = ['code_apps', 'tickets', 'recovery_codes', 'audit_events', 'mails'] as const;
    const rows = tables.map((table) =>
      database
        .selectFrom(table as 'mails')
        .selectAll()
        .execute(),
    );
    const kept = JSON.stringify(await Promise.all(rows));
    for (const clear of [secret, answer.json<Step>().data.ticket, ...set.json<Codes>().data.recovery_codes])
      expect(kept).not.toContain(clear);
  });

  test('each code signs in once, as a sign-in without it does; Bengali digits too', async () => {
    const { staff, secret } = await withApp();
    const fresh = codeOf(secret, 1);
    const first = await secondStep(await ticketOf(staff), { code: bengali(fresh) });
    expect([first.status, first.json()]).toEqual([
      200,
      {
        token: expect.stringMatching(/^[\w-]{43}$/),
        user: { id: staff.id, name: 'নাসরিন আক্তার', email: staff.email, image: null, role: 'owner', language: 'en' },
      },
    ]);
    expect(String(first.headers['set-cookie'])).toMatch(/device=/);
    for (const used of [codeOf(secret), fresh]) {
      const again = await secondStep(await ticketOf(staff), { code: used });
      expect([again.status, again.json()]).toEqual([401, { message: [expect.stringMatching(/used before/)] }]);
    }
  });

  test('two at once with the same code and ticket: one session, remembered as it was asked for', async () => {
    const { staff, secret } = await withApp();
    const ticket = await ticketOf(staff, { remember: true });
    const prove = () => secondStep(ticket, { code: codeOf(secret, 1), remember: false });
    const both = await Promise.all([prove(), prove()]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await prove()).status).toBe(410);
    const sessions = app.database.selectFrom('sessions').select('remember').where('user_id', '=', staff.id);
    expect(await sessions.orderBy('id', 'desc').limit(1).execute()).toEqual([{ remember: 1 }]);
  });

  test('a recovery code works once, and its owner is told', async () => {
    const { staff, codes } = await withApp();
    const [code = ''] = codes;
    expect((await secondStep(await ticketOf(staff), { code: ` ${code.toUpperCase()} ` })).status).toBe(200);
    expect((await secondStep(await ticketOf(staff), { code })).status).toBe(401);
    expect(await noticesTo(staff)).toContainEqual('A recovery code of your account was used');
    const token = await sessionOf(app, staff);
    const made = await sendAs(app, token, 'POST', calls.recoveryCodes, { code: codes[2] });
    expect((await secondStep(await ticketOf(staff), { code: codes[1] })).status).toBe(401);
    const [, fresh] = made.json<Codes>().data.recovery_codes;
    expect((await secondStep(await ticketOf(staff), { code: fresh })).status).toBe(200);
  });

  test('is set up once by what was begun, also by two at a time, and removed with a code; recovery codes go with it', async () => {
    const staff = await hireStaff(app);
    const token = await sessionOf(app, staff);
    const { secret, setup } = await beginApp(token);
    const confirm = () => sendAs(app, token, 'PUT', calls.codeApp, { setup, code: codeOf(secret) });
    const statuses = (await Promise.all([confirm(), confirm()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 410]);
    const remove = async (code: string) => (await sendAs(app, token, 'POST', calls.codeAppRemove, { code })).status;
    expect([await remove('000000'), await remove(codeOf(secret, 1))]).toEqual([422, 200]);
    expect((await confirm()).status).toBe(410);
    expect((await login(staff)).status).toBe(200);
    expect((await sendAs(app, token, 'GET', calls.accountSecondFactor)).json()).toMatchObject({
      data: { app_since: null, recovery_codes_left: 0 },
    });
    const audit = app.database.selectFrom('audit_events').select('action').where('user_id', '=', staff.id);
    expect((await audit.orderBy('id').execute()).map(({ action }) => action)).toEqual(['add-app', 'remove-app']);
    expect(await noticesTo(staff)).toHaveLength(3);
  });
});

describe('A ticket', () => {
  test('ends after five wrong codes', async () => {
    const { staff } = await withApp();
    const ticket = await ticketOf(staff);
    await app.database.deleteFrom('failed_attempts').execute();
    for (let count = 0; count < 5; count++) {
      expect((await secondStep(ticket, { code: '000000' })).status).toBe(401);
      await app.database.deleteFrom('failed_attempts').execute();
    }
    expect((await secondStep(ticket, { code: '000000' })).status).toBe(410);
    expect(await noticesTo(staff)).toContainEqual('Somebody tried to sign in with your password');
  });

  test('wrong codes count for the account, over tickets and networks', async () => {
    const { staff, secret } = await withApp();
    for (let count = 0; count < 5; count++) await secondStep(await ticketOf(staff), { code: '000000' });
    const answer = await secondStep(await ticketOf(staff), { code: codeOf(secret, 1) });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('ends with its time, and with the password that it was made by', async () => {
    const { staff, secret } = await withApp();
    const late = await ticketOf(staff);
    const code = codeOf(secret, 1);
    const expired = { expires_at: '2020-01-01T00:00:00.000Z' };
    await app.database.updateTable('tickets').set(expired).where('user_id', '=', staff.id).execute();
    expect((await secondStep(late, { code })).status).toBe(410);
    const ticket = await ticketOf(staff);
    await app.database.updateTable('users').set({ password_hash: 'x' }).where('id', '=', staff.id).execute();
    expect((await secondStep(ticket, { code })).status).toBe(410);
    for (const wrong of ['', 'x'.repeat(43)]) expect((await secondStep(wrong, { code })).status).toBe(410);
  });

  test('is not taken from a page of another site', async () => {
    const foreign = { 'x-csrf-token': app.token, origin: 'https://evil.example' };
    for (const path of [calls.loginSecondStep, calls.loginPasskey]) {
      expect((await app.postJson(path, { ticket: 'x', code: 'x' }, foreign)).status).toBe(403);
      expect((await app.postJson(path, { ticket: 'x', code: 'x' })).status).toBe(419);
    }
  });
});

describe('A passkey', () => {
  test('signs in without a password, once with each challenge, for this site only', async () => {
    const { staff, passkey } = await withPasskey();
    const answer = await begin();
    const proof = passkey.sign(answer.passkey);
    const first = await secondStep(answer.ticket, { passkey: proof, remember: true });
    expect([first.status, first.json()]).toMatchObject([200, { user: { id: staff.id } }]);
    expect((await secondStep(answer.ticket, { passkey: proof })).status).toBe(410);
    expect((await secondStep((await begin()).ticket, { passkey: proof })).status).toBe(401);
    const stranger = new Authenticator(origin);
    for (const [by, ways] of [
      [passkey, { origin: 'https://evil.example' }],
      [passkey, { origin: 'http://www.shikkhaghar.example' }],
      [passkey, { challenge: 'x'.repeat(43) }],
      [passkey, { verified: false }],
      [stranger, {}],
    ] as const) {
      const { ticket, passkey: options } = await begin();
      const refused = await secondStep(ticket, { passkey: by.sign(options, ways) });
      expect(refused.status, JSON.stringify(ways)).toBe(401);
    }
    const { ticket, passkey: options } = await begin();
    expect((await secondStep(ticket, { passkey: { ...stranger.sign(options), id: passkey.id } })).status).toBe(401);
  });

  test('is a second step for its own account, also without a finger', async () => {
    const { staff, passkey } = await withPasskey();
    const { passkey: foreign } = await withPasskey();
    const step = (await login(staff)).json<Step>().data;
    expect(step).toMatchObject({
      proofs: ['passkey', 'recovery_code'],
      passkey: { allowCredentials: [{ id: passkey.id }] },
    });
    const options = step.passkey ?? { challenge: '' };
    expect((await secondStep(step.ticket, { passkey: foreign.sign(options) })).status).toBe(401);
    const right = await secondStep(step.ticket, { passkey: passkey.sign(options, { verified: false }) });
    expect(right.status, right.text).toBe(200);
  });

  test('whose count goes back is refused', async () => {
    const { passkey } = await withPasskey();
    const use = async () => {
      const { ticket, passkey: options } = await begin();
      return (await secondStep(ticket, { passkey: passkey.sign(options) })).status;
    };
    passkey.count = 4_000_000_000;
    expect(await use()).toBe(200);
    passkey.count = 3;
    expect([await use(), await use()]).toEqual([401, 401]);
    passkey.count = 4_000_000_001;
    expect(await use()).toBe(200);
  });

  test('is made with the password, for this challenge and site, at most ten of an account; and removed', async () => {
    const { staff, token, passkey } = await withPasskey();
    const begun = await beginPasskey(token, await confirmation(token, passkey));
    const add = (made: object, ticket = begun.ticket) =>
      sendAs(app, token, 'POST', calls.passkeys, { ticket, name: 'x', passkey: made });
    const fresh = new Authenticator(origin);
    expect((await add(fresh.make(begun.passkey, { origin: 'https://evil.example' }))).status).toBe(422);
    expect((await add(fresh.make(begun.passkey))).status).toBe(410);
    const next = await beginPasskey(token, await confirmation(token, passkey));
    expect((await add(passkey.make(next.passkey), next.ticket)).status).toBe(422);
    const row = { user_id: staff.id, public_key: 'x', counter: 0, transports: '', name: 'x', created_at: '' };
    const more = Array.from({ length: 9 }, (_, at) => ({ ...row, credential_id: `${staff.id} ${at}` }));
    await app.database.insertInto('passkeys').values(more).execute();
    const full = await sendAs(app, token, 'POST', calls.passkeyBegin, await confirmation(token, passkey));
    expect(full.json()).toMatchObject({ errors: { current_password: [expect.stringMatching(/at most/)] } });
    await app.database.deleteFrom('passkeys').where('public_key', '=', 'x').execute();
    const listed = await sendAs(app, token, 'GET', calls.accountSecondFactor);
    const { passkeys } = listed.json<{ data: { passkeys: { id: number }[] } }>().data;
    const path = calls.passkeyRemove.replace(':id', String(passkeys[0]?.id));
    const stranger = await sessionOf(app, await hireStaff(app));
    expect((await sendAs(app, stranger, 'POST', path, { current_password })).status).toBe(404);
    expect((await sendAs(app, token, 'POST', path, { current_password })).json()).toMatchObject({
      errors: { code: [expect.any(String)] },
    });
    expect((await sendAs(app, token, 'POST', path, await confirmation(token, passkey))).status).toBe(200);
    expect((await login(staff)).status).toBe(200);
  });
});

describe('A second factor that is lost', () => {
  test('is taken off by an owner, who is somebody else; the sessions end and its owner is told', async () => {
    const { staff, token } = await withApp();
    const path = adminCalls.userSecondFactor.replace(':id', String(staff.id));
    expect((await sendAs(app, token, 'DELETE', path)).status).toBe(422);
    const colleague = await hireStaff(app);
    const other = await sessionOf(app, colleague);
    const asRole = (role: Role) => app.database.updateTable('users').set({ role }).where('id', '=', colleague.id);
    await asRole('editor').execute();
    expect((await sendAs(app, other, 'DELETE', path)).status).toBe(403);
    await asRole('owner').execute();
    expect((await sendAs(app, other, 'DELETE', path)).status).toBe(200);
    expect((await sendAs(app, other, 'DELETE', path)).status).toBe(404);
    expect((await sendAs(app, token, 'GET', calls.signedInUser)).status).toBe(401);
    expect((await login(staff)).status).toBe(200);
    expect(await noticesTo(staff)).toContainEqual('The second factor of your account was taken off');
  });

  test('SECOND_FACTOR=owners: an owner without one has only the own account', async () => {
    const { store } = app;
    const strict = await openTestApp({ store, env: { PUBLIC_URL: origin, SECOND_FACTOR: 'owners' } });
    const staff = await hireStaff(strict);
    const token = await signIn(strict, staff);
    const ask = (path: string) => sendAs(strict, token, 'GET', path);
    const refused = await ask(adminCalls.news);
    expect([refused.status, refused.json()]).toMatchObject([403, { message: expect.stringMatching(/Set one up/) }]);
    for (const own of [calls.account, calls.accountSessions, calls.signedInUser])
      expect((await ask(own)).status).toBe(200);
    expect((await ask(calls.accountSecondFactor)).json()).toMatchObject({ data: { is_missing: true } });
    const { secret, setup } = await beginApp(token, strict);
    await sendAs(strict, token, 'PUT', calls.codeApp, { setup, code: codeOf(secret) });
    expect((await ask(adminCalls.news)).status).toBe(200);
    const editor = { role: 'editor', second_factor_since: null } as const;
    await strict.database.updateTable('users').set(editor).where('id', '=', staff.id).execute();
    expect((await ask(adminCalls.news)).status).toBe(200);
    await strict.close();
  });

  test('SECOND_FACTOR=all: nobody without one has more than the own account', async () => {
    const strict = await openTestApp({ store: app.store, env: { SECOND_FACTOR: 'all' } });
    for (const role of ['editor', 'sales', 'viewer'] as const) {
      const token = await sessionOf(strict, await hireStaff(strict, 'Mita Das', role));
      const statusOf = async (path: string) => (await sendAs(strict, token, 'GET', path)).status;
      expect([await statusOf(calls.dashboardFigures), await statusOf(calls.account)], role).toEqual([403, 200]);
    }
    await strict.close();
  });
});

/** The code of now, or of so many steps later: each is accepted, whenever the next step begins. */
function codeOf(secret: string, later: 0 | 1 = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + later * 30 });
}

function bengali(digits: string): string {
  return digits.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');
}

async function beginApp(token: string, on = app) {
  const begun = await sendAs(on, token, 'POST', calls.codeApp, { current_password });
  return begun.json<{ data: { secret: string; setup: string; uri: string } }>().data;
}

async function withApp() {
  const staff = await hireStaff(app);
  const token = await sessionOf(app, staff);
  const { secret, setup } = await beginApp(token);
  const set = await sendAs(app, token, 'PUT', calls.codeApp, { setup, code: codeOf(secret) });
  return { staff, token, secret, codes: set.json<Codes>().data.recovery_codes };
}

async function withPasskey() {
  const staff = await hireStaff(app);
  const token = await sessionOf(app, staff);
  const begun = await beginPasskey(token);
  const passkey = new Authenticator(origin);
  const body = { ticket: begun.ticket, name: 'ফোন', passkey: passkey.make(begun.passkey) };
  const added = await sendAs(app, token, 'POST', calls.passkeys, body);
  expect(added.status, added.text).toBe(200);
  return { staff, token, passkey };
}

interface Begun {
  data: { ticket: string; passkey: { challenge: string } };
}

/** The answer of a passkey that confirms one call. */
async function confirmation(token: string, passkey: Authenticator) {
  const { data } = (await sendAs(app, token, 'POST', calls.accountConfirmPasskey)).json<Begun>();
  return { ticket: data.ticket, passkey: passkey.sign(data.passkey) };
}

async function beginPasskey(token: string, proof: object = { current_password }): Promise<Begun['data']> {
  const answer = await sendAs(app, token, 'POST', calls.passkeyBegin, proof);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<Begun>().data;
}

async function begin(): Promise<Begun['data']> {
  return (await app.postJson(calls.loginPasskey, {}, { 'x-csrf-token': app.token }, newNetwork())).json<Begun>().data;
}

function login({ email }: Staff, more: object = {}): Promise<Answer> {
  return tryLogin(app, { email, password: rightPassword, ...more });
}

async function ticketOf(staff: Staff, more: object = {}): Promise<string> {
  return (await login(staff, more)).json<Step>().data.ticket;
}

function secondStep(ticket: string, proof: object): Promise<Answer> {
  return app.postJson(calls.loginSecondStep, { ticket, ...proof }, { 'x-csrf-token': app.token }, newNetwork());
}

async function noticesTo({ email }: Staff): Promise<string[]> {
  const mails = app.database.selectFrom('mails').select('subject').where('kind', '=', 'account_notice');
  return (await mails.where('recipient', '=', email).orderBy('id').execute()).map(({ subject }) => subject);
}
