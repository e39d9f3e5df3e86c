import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { hireStaff, newNetwork, rightPassword, sendAs, sessionOf, tryLogin } from '../../test/helpers/staff.ts';
import { freshStore } from '../../test/helpers/store.ts';
import { createResetLink } from './password-reset.server.ts';

const env = { PUBLIC_URL: 'https://www.shikkhaghar.example' };
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env });
  return app.close;
});

const staffName = 'Tanvir Hasan';
const strong = 'tea-boat-lamp';

test('a new password is none of those that are tried first, nor made of names around the account, nor is one set with a link', async () => {
  const staff = await hireStaff(app, staffName);
  const { id, email } = staff;
  const session = await sessionOf(app, staff);
  await sendAs(app, await sessionOf(app, await hireStaff(app)), 'PUT', adminCalls.siteSettings, { name: 'শিক্ষাঘর' });
  const change = (password: string) => {
    const body = { current_password: rightPassword, password, password_confirmation: password };
    return sendAs(app, session, 'PUT', calls.accountPassword, body);
  };
  // Which is not used up.
  const { token } = await app.database.transaction().execute((transaction) => createResetLink(transaction, id));
  const reset = (password: string) =>
    app.postJson(calls.resetPassword, { token, email, password }, { 'x-csrf-token': app.token }, newNetwork());
  for (const password of ['password12', ' '.repeat(10), 'TanvirHasan', email, 'শিক্ষাঘর২০২৬', 'shikkhaghar4261'])
    for (const [answer, says] of [
      [await change(password), /^This password is easily guessed\. Use a few words/],
      [await reset(password), /সহজেই অনুমান/],
    ] as const) {
      expect(answer.status, password).toBe(422);
      expect(answer.json()).toEqual({
        message: expect.stringMatching(says),
        errors: { password: [expect.any(String)] },
      });
    }
  expect((await reset(strong)).status).toBe(200);
  const body = { current_password: strong, password: 'boat-lamp-tea', password_confirmation: 'boat-lamp-tea' };
  expect((await sendAs(app, await sessionOf(app, staff), 'PUT', calls.accountPassword, body)).status).toBe(200);
});

test('ADMIN_PASSWORD too, where it makes the first account; a store that has accounts starts as before', async () => {
  const store = await freshStore();
  const start = (password: string) =>
    openTestApp({ store, env: { ...env, ADMIN_EMAIL: 'a@prangon.example', ADMIN_PASSWORD: password } });
  await expect(start('shikkhaghar4261')).rejects.toThrow(/^ADMIN_PASSWORD is easily guessed/);
  const given = await start(strong);
  const signedIn = await tryLogin(given, { email: 'a@prangon.example', password: strong });
  expect(signedIn.json<{ user: object }>().user).not.toHaveProperty('must_change_password');
  await given.close();
  await (await start('password12')).close();
  await store.remove();
});
