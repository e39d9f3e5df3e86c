import { beforeAll, describe, expect, test } from 'vitest';
import { decryptMail } from '#mail/queue.server.ts';
import { calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { hireStaff, newNetwork, rightPassword, sendAs, signIn, tryLogin } from '../../test/helpers/staff.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { PUBLIC_URL: 'https://prangon.example' } });
  return app.close;
});

const password = 'নতুন পাসওয়ার্ড ৪৫৬';
const invalidLink = { message: 'This link does not work any more. Ask for a new one on the sign-in page.' };

describe('POST /api/v1/forgot-password', () => {
  test('answers the same to a known and to an unknown address, and mails just the known one', async () => {
    const { email } = await hireStaff(app, 'নাসরিন <b>আক্তার</b>');
    await app.database.updateTable('users').set({ language: 'bn' }).where('email', '=', email).execute();
    const [known, unknown] = [await forgot(email.toUpperCase()), await forgot('nobody@prangon.example')];
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(known.text).toBe(unknown.text);
    const { id } = await hireStaff(app);
    // Accounts may have it, and no mail can go there.
    const tooLong = `${'a'.repeat(65)}@prangon.example`;
    await app.database.updateTable('users').set({ email: tooLong }).where('id', '=', id).execute();
    expect((await forgot(tooLong)).text).toBe(unknown.text);
    expect(await mailsTo('nobody@prangon.example')).toEqual([]);
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.state).toBe('queued');
    expect(mail?.subject).toMatch(/[ঀ-৿]/);
    // Whoever reads the database, or a copy of it, has no link.
    expect(JSON.stringify(mail)).not.toContain(await lastToken(email));
    for (const body of [mail?.text, mail?.html]) expect(body).toMatch(/^[\w-]{100,}$/);
    const opened = mail && decryptMail(app.settings, mail);
    expect(opened?.text).toMatch(
      /https:\/\/prangon\.example\/reset-password\?token=[\w-]{43}&email=staff\d+%40prangon/,
    );
    expect(opened?.text).toContain('৬০ মিনিট');
    expect(opened?.html).toContain('নাসরিন &lt;b&gt;আক্তার&lt;/b&gt;');
    expect(opened?.html).toMatch(/href="https:\/\/prangon\.example\/reset-password\?token=[\w-]{43}&amp;email=/);
  });

  test('takes as long for either, and longer than the work for either', async () => {
    const known = await Promise.all(Array.from({ length: 8 }, () => hireStaff(app)));
    const times = { known: [] as number[], unknown: [] as number[] };
    for (const [index, { email }] of known.entries()) {
      times.known.push(await timeOf(email));
      times.unknown.push(await timeOf(`stranger${index}@prangon.example`));
    }
    const ratio = median(times.known) / median(times.unknown);
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
    // The work itself differs by less than a busy machine's noise; what hides it is the wait, so that must be there.
    expect(Math.min(...times.known, ...times.unknown)).toBeGreaterThan(95);
  });

  test('answers 422 to what is no address, 419 without a CSRF token, 403 to foreign pages', async () => {
    const answer = await forgot('nasrin');
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['email']);
    expect((await app.postJson(calls.forgotPassword, { email: 'a@b.example' })).status).toBe(419);
    const foreign = { 'x-csrf-token': app.token, origin: 'https://evil.example' };
    expect((await app.postJson(calls.forgotPassword, { email: 'a@b.example' }, foreign)).status).toBe(403);
  });

  test('sends three mails an hour to an address, and answers the same beyond', async () => {
    const { email } = await hireStaff(app);
    const answers = [await forgot(email), await forgot(email), await forgot(email), await forgot(email)];
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect((await mailsTo(email)).length).toBeLessThanOrEqual(3);
    expect((await reset(email, await lastToken(email))).status).toBe(200);
  });
});

describe('POST /api/v1/reset-password', () => {
  test('sets the password, ends every session and every wait; the audit has it without the password', async () => {
    const { id, email } = await hireStaff(app);
    const tokens = [await signIn(app, { email }), await signIn(app, { email })];
    for (let count = 0; count < 6; count++) await tryLogin(app, { email, password: 'wrong password' });
    await forgot(email);
    expect((await reset(email, await lastToken(email))).status).toBe(200);
    for (const token of tokens) expect((await sendAs(app, token, 'GET', calls.signedInUser)).status).toBe(401);
    expect((await tryLogin(app, { email, password: rightPassword })).status).toBe(401);
    expect((await tryLogin(app, { email, password })).status).toBe(200);
    const rows = await app.database.selectFrom('audit_events').selectAll().where('user_id', '=', id).execute();
    const told = { action: 'reset-password', kind: 'accounts', record_id: id, user_email: email };
    expect(rows).toMatchObject([{ ...told, before: null, after: null }]);
  });

  test('of links asked for at once one works, and a link works once, also when it is used twice at the same moment', async () => {
    const { id, email } = await hireStaff(app);
    await Promise.all([forgot(email), forgot(email), forgot(email)]);
    const links = app.database.selectFrom('password_resets').select('id').where('user_id', '=', id);
    expect(await links.where('ended_at', 'is', null).execute()).toHaveLength(1);
    const token = await lastToken(email);
    const answers = await Promise.all([1, 2, 3].map(() => reset(email, token)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
    const again = await reset(email, token);
    expect([again.status, again.json()]).toEqual([400, invalidLink]);
  });

  test('only the newest link works, and changing the password or the address ends it; mails of ended links are emptied', async () => {
    const [used, replaced] = [await hireStaff(app), await hireStaff(app)];
    const [ended, moved] = [await hireStaff(app), await hireStaff(app)];
    for (const { email } of [used, replaced, ended, moved]) await forgot(email);
    const older = await lastToken(replaced.email);
    const [ofEnded, ofMoved] = [await lastToken(ended.email), await lastToken(moved.email)];
    expect((await reset(used.email, await lastToken(used.email))).status).toBe(200);
    await forgot(replaced.email);
    const change = { current_password: rightPassword, password, password_confirmation: password };
    await sendAs(app, await signIn(app, ended), 'PUT', calls.accountPassword, change);
    const email = `moved-${moved.email}`;
    const move = { name: 'তানভীর', email, current_password: rightPassword };
    await sendAs(app, await signIn(app, moved), 'PUT', calls.account, move);
    for (const [to, token] of [
      [replaced.email, older],
      [ended.email, ofEnded],
      [moved.email, ofMoved],
      [email, ofMoved],
    ] as const)
      expect((await reset(to, token)).json()).toEqual(invalidLink);

    const [first, second] = await mailsTo(replaced.email);
    for (const mail of [first, ...(await mailsTo(used.email)), ...(await mailsTo(ended.email))])
      expect(mail).toMatchObject({ state: 'cancelled', text: '', html: '' });
    expect(second).toMatchObject({ state: 'queued', text: expect.stringMatching(/./) });
    expect((await reset(replaced.email, await lastToken(replaced.email))).status).toBe(200);
  });

  test('a link lives 60 minutes', async () => {
    const { id, email } = await hireStaff(app);
    await forgot(email);
    const links = app.database.selectFrom('password_resets').selectAll().where('user_id', '=', id);
    const row = await links.executeTakeFirstOrThrow();
    expect(Date.parse(row.expires_at) - Date.parse(row.created_at)).toBe(3_600_000);
    const token = await lastToken(email);
    expect(JSON.stringify(row)).not.toContain(token);
    const expires_at = new Date(Date.now() - 1_000).toISOString();
    await app.database.updateTable('password_resets').set({ expires_at }).where('id', '=', row.id).execute();
    expect((await reset(email, token)).json()).toEqual(invalidLink);
  });

  test('a link of another user, a made-up one and an unknown address: the same 400', async () => {
    const [nasrin, tanvir] = [await hireStaff(app), await hireStaff(app)];
    await forgot(nasrin.email);
    const token = await lastToken(nasrin.email);
    for (const [email, sent] of [
      [tanvir.email, token],
      [nasrin.email, 'x'.repeat(43)],
      ['nobody@prangon.example', token],
      [nasrin.email, ''],
    ] as const) {
      const answer = await reset(email, sent);
      expect([answer.status, answer.json()]).toEqual([400, invalidLink]);
    }
    expect((await reset(nasrin.email, token)).status).toBe(200);
  });

  test('a refused password does not use up the link, and neither does looking at it', async () => {
    const { email } = await hireStaff(app);
    await forgot(email);
    const token = await lastToken(email);
    for (const short of ['', 'ছোট', '123456789', 'x'.repeat(129)]) {
      const answer = await reset(email, token, short);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['password']);
    }
    expect((await app.get(`${calls.resetPassword}?token=${token}`)).status).toBe(405);
    expect((await reset(email, token)).status).toBe(200);
  });
});

function forgot(email: string, from = newNetwork()) {
  return app.postJson(calls.forgotPassword, { email }, { 'x-csrf-token': app.token }, from);
}

function reset(email: string, token: string, chosen = password) {
  const body = { token, email, password: chosen };
  return app.postJson(calls.resetPassword, body, { 'x-csrf-token': app.token }, newNetwork());
}

function mailsTo(email: string) {
  return app.database
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .where('kind', '=', 'password_reset')
    .orderBy('id')
    .execute();
}

async function lastToken(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1);
  return /token=([\w-]{43})/.exec(mail ? decryptMail(app.settings, mail).text : '')?.[1] ?? '';
}

async function timeOf(email: string): Promise<number> {
  const from = newNetwork();
  const start = performance.now();
  await forgot(email, from);
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
