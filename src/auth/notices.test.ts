import { beforeAll, expect, test } from 'vitest';
import { calls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { callOf } from '../../test/helpers/leads.ts';
import { openOffice } from '../../test/helpers/office.ts';
import {
  hireStaff,
  newNetwork,
  rightPassword,
  type Staff,
  sendAs,
  sessionOf,
  tryLogin,
} from '../../test/helpers/staff.ts';
import { createResetLink } from './password-reset.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0';
const password = 'tea-boat-lamp';

test('nobody is told of the very first sign-in; then of each from a browser that is not known, in the own language', async () => {
  const staff = await hireStaff(app);
  await app.database.updateTable('users').set({ language: 'bn' }).where('id', '=', staff.id).execute();
  const first = await enter(staff);
  expect(await noticesTo(staff.email)).toEqual([]);
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
  await enter(staff, { cookie });
  expect(await noticesTo(staff.email)).toEqual([]);

  await enter(staff, { 'user-agent': firefox }, '127.7.7.7');
  const [notice, ...more] = await noticesTo(staff.email);
  expect(more).toEqual([]);
  expect(notice).toMatchObject({ state: 'queued', subject: expect.stringContaining('নতুন ব্রাউজার থেকে লগইন') });
  expect(notice?.text).toContain('কোথা থেকে: Firefox, Windows, 127.7.7.7');
  expect(notice?.text).toMatch(/কখন: [০-৯]+ \S+ ২০[০-৯]{2}, [০-৯]{2}:[০-৯]{2} \(/);

  // Who has chosen no language reads English, as the office is then.
  const colleague = await hireStaff(app);
  await enter(colleague, { cookie, 'user-agent': firefox }, '127.7.7.8');
  const [english, ...others] = await noticesTo(colleague.email);
  expect(others).toEqual([]);
  expect(english?.subject).toBe('Your account was signed in from a new browser');
  expect(english?.text).toContain('Device and network: Firefox, Windows, 127.7.7.8');
  expect(english?.text).toMatch(/When: \d{4}-\d\d-\d\d \d\d:\d\d \(/);
});

test('a browser that signs in without cookies all day is told of ten times', async () => {
  const staff = await hireStaff(app);
  for (let count = 0; count < 11; count++) await enter(staff);
  expect(await noticesTo(staff.email)).toHaveLength(10);
});

test('the owner is told of a new password however it was set, of another address at the old one, and of nothing that did not happen', async () => {
  const staff = await hireStaff(app);
  const token = await sessionOf(app, staff);
  const email = `new-${staff.email}`;
  const body = { current_password: rightPassword, password, password_confirmation: password };
  await sendAs(app, token, 'PUT', calls.account, { name: 'নাসরিন', email });
  await sendAs(app, token, 'PUT', calls.accountPassword, { ...body, current_password: 'wrong password' });
  await tryLogin(app, { email: staff.email, password: 'wrong password' });
  expect(await noticesTo(staff.email)).toEqual([]);

  await sendAs(app, token, 'PUT', calls.accountPassword, body);
  const link = await app.database.transaction().execute((transaction) => createResetLink(transaction, staff.id));
  const reset = { token: link.token, email: staff.email, password: 'boat-lamp-tea' };
  await app.postJson(calls.resetPassword, reset, { 'x-csrf-token': app.token }, newNetwork());
  const moved = { name: 'নাসরিন', email, current_password: reset.password };
  expect((await sendAs(app, await sessionOf(app, staff), 'PUT', calls.account, moved)).status).toBe(200);
  expect(await noticesTo(email)).toEqual([]);
  const notices = await noticesTo(staff.email);
  expect(notices.map(({ subject }) => subject)).toEqual([
    'The password of your account was changed',
    'A new password was set for your account',
    'The e-mail address of your account was changed',
  ]);
  for (const { text, html } of notices) expect(text + html).not.toMatch(/https?:|href|tea|lamp/);
  expect(notices.at(-1)?.text).not.toContain(email);
});

test('an account whose address no mail can reach signs in all the same', async () => {
  const staff = await hireStaff(app);
  const email = `${'a'.repeat(70)}@prangon.example`;
  await app.database.updateTable('users').set({ email }).where('id', '=', staff.id).execute();
  await enter({ ...staff, email });
  expect(await noticesTo(email)).toEqual([]);
});

test('a notice does not go with a lead of the same address', async () => {
  const staff = await hireStaff(app);
  await enter(staff);
  const office = await openOffice(app);
  const notices = await noticesTo(staff.email);
  expect(notices).toHaveLength(1);
  const lead = await office.made(leadCalls.list, { name: 'নাসরিন', email: staff.email });
  const erased = await office.post(callOf(leadCalls.erase, lead.id), { confirm: 'ERASE' });
  expect(erased.status, erased.text).toBe(200);
  expect(await noticesTo(staff.email)).toEqual(notices);
});

async function enter({ email }: Staff, headers: Record<string, string> = {}, from = newNetwork()) {
  const answer = await tryLogin(app, { email, password: rightPassword }, { headers, from });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

function noticesTo(email: string) {
  const mails = app.database.selectFrom('mails').selectAll().where('kind', '=', 'account_notice');
  return mails.where('recipient', '=', email).orderBy('id').execute();
}
