import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { hireStaff, newNetwork, rightPassword, sendAs, sessionOf } from '../../test/helpers/staff.ts';
import { freshStore } from '../../test/helpers/store.ts';
import { makeResetLink } from './password-reset/data.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { PUBLIC_URL: 'https://www.shikkhaghar.example' } });
  return app.close;
});

const staffName = 'Tanvir Hasan';
const strong = 'tea-boat-lamp';

test('a new password is none of those that are tried first, nor made of names around the account', async () => {
  const staff = await hireStaff(app, staffName);
  const token = await sessionOf(app, staff);
  await sendAs(app, await sessionOf(app, await hireStaff(app)), 'PUT', adminCalls.siteSettings, { name: 'শিক্ষাঘর' });
  const change = (password: string) => {
    const body = { current_password: rightPassword, password, password_confirmation: password };
    return sendAs(app, token, 'PUT', calls.accountPassword, body);
  };
  for (const password of ['password12', ' '.repeat(10), 'TanvirHasan', staff.email, 'শিক্ষাঘর২০২৬', 'shikkhaghar']) {
    const answer = await change(password);
    expect(answer.status, password).toBe(422);
    expect(answer.json()).toEqual({
      message: 'This is one of the first passwords that somebody would try. Choose another one.',
      errors: { password: [expect.any(String)] },
    });
  }
  expect((await change(strong)).status).toBe(200);
});

test('the same holds for a password that is set with a link, which it does not use up', async () => {
  const { id, email } = await hireStaff(app, staffName);
  const { token } = await app.database.transaction().execute((transaction) => makeResetLink(transaction, id));
  const reset = (password: string) =>
    app.postJson(calls.resetPassword, { token, email, password }, { 'x-csrf-token': app.token }, newNetwork());
  for (const password of ['password12', 'Tanvir Hasan', email, ' '.repeat(10)]) {
    const answer = await reset(password);
    expect([answer.status, answer.json()], password).toEqual([
      422,
      { message: expect.stringMatching(/সহজেই অনুমান/), errors: { password: [expect.any(String)] } },
    ]);
  }
  expect((await reset(strong)).status).toBe(200);
});

test('ADMIN_PASSWORD too, where it makes the first account; a store that has accounts starts as before', async () => {
  const store = await freshStore();
  const start = (password: string) =>
    openTestApp({ store, env: { ADMIN_EMAIL: 'a@shikkhaghar.example', ADMIN_PASSWORD: password } });
  await expect(start('Administrator')).rejects.toThrow(/^ADMIN_PASSWORD is one of the first passwords/);
  await (await start(strong)).close();
  await (await start('password12')).close();
  await store.remove();
});
