import { expect, test } from 'vitest';
import { createApp } from '#app.server.ts';
import { decryptMail } from '#mail/queue.server.ts';
import { calls } from '#paths.ts';
import { readSettings } from '#platform/settings/settings.server.ts';
import { environment, openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { hireStaff, newNetwork, sendAs, sessionOf } from '../../test/helpers/staff.ts';
import { createTicket } from './second-factor/tickets.server.ts';

const statusOf = async (app: TestApp, token: string) => (await sendAs(app, token, 'GET', calls.signedInUser)).status;

test('sessions, reset links and tickets of a store that was put back end before the first request is answered, and once', async () => {
  const first = await openTestApp();
  const { database, store } = first;
  const nasrin = await hireStaff(first);
  const token = await sessionOf(first, nasrin);
  const from = newNetwork();
  const post = (app: TestApp, path: string, body: object) =>
    app.postJson(path, body, { 'x-csrf-token': app.token }, from);
  await post(first, calls.forgotPassword, { email: nasrin.email });
  const mails = () => database.selectFrom('mails').selectAll().execute();
  const [mail] = await mails();
  const link = /token=([\w-]{43})/.exec(mail ? decryptMail(first.settings, mail).text : '')?.[1];

  const stranger = { purpose: 'passkey alone', user: null, challenge: 'x', remember: false } as const;
  await createTicket(database, stranger);

  await database.updateTable('store_facts').set({ value: '"another"' }).where('name', '=', 'mail_store').execute();
  const early = await createApp(readSettings(environment(store)));
  const url = calls.signedInUser;
  const ask = async () => (await early.http.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
  expect(await ask()).toBe(503);
  await early.prepare(() => undefined);
  expect(await ask()).toBe(401);
  await early.http.close();
  expect(await mails()).toMatchObject([{ state: 'cancelled', text: '', html: '' }]);
  expect(await database.selectFrom('tickets').selectAll().execute()).toEqual([]);

  // Nobody has said yet whether the mails may go out, so it is still found to be another store.
  const later = await openTestApp({ store });
  expect(
    (await post(later, calls.resetPassword, { token: link, email: nasrin.email, password: 'শিউলি ফোটেনি ১২৩' })).status,
  ).toBe(400);
  const next = await sessionOf(later, nasrin);
  await later.close();
  const last = await openTestApp({ store });
  expect(await statusOf(last, next)).toBe(200);
  await last.close();
  await first.close();
});
