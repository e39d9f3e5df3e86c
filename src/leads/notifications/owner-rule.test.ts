// @module-tag postgres
import { beforeAll, expect, test } from 'vitest';
import { calls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { askForDemo, leadOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';

let app: TestApp;
let office: Office;
let people = 0;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const ask = async () => (await leadOf(office, await askForDemo(app, visitor(people++)))).owner?.name ?? null;

test('PUT /admin/lead-settings: new leads go in turn to the active salespeople, also when several come at once', async () => {
  for (const name of ['Kamal', 'Nadia', 'Rafiq']) await hireStaff(app, name, 'sales');
  const left = await hireStaff(app, 'Left', 'sales');
  const invited = await hireStaff(app, 'Invited', 'sales');
  await app.database.updateTable('users').set({ status: 0 }).where('id', '=', left.id).execute();
  await app.database.updateTable('users').set({ password_hash: '' }).where('id', '=', invited.id).execute();
  expect((await office.get(leadCalls.settings)).json()).toEqual({ data: { assign: 'none' } });
  expect(await ask()).toBeNull();

  expect((await office.put(leadCalls.settings, { assign: 'by_dice' })).status).toBe(422);
  expect((await office.put(leadCalls.settings, { assign: 'in_turn' })).json()).toEqual({ data: { assign: 'in_turn' } });
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual(['Kamal', 'Nadia', 'Rafiq', 'Kamal']);
  const together = await Promise.all([1, 2, 3, 4, 5, 6].map(() => ask()));
  expect(together.sort()).toEqual(['Kamal', 'Kamal', 'Nadia', 'Nadia', 'Rafiq', 'Rafiq']);
  const { history, owner } = await leadOf(office, await askForDemo(app, visitor(people++)));
  expect(history.find(({ event }) => event === 'owner_changed')).toMatchObject({
    user: null,
    details: { to: owner?.name },
  });
});

test('the rule stays for who saves the settings without it, and a viewer can’t change it', async () => {
  const { data } = (await office.get(calls.notificationSettings)).json<{ data: Record<string, unknown> }>();
  const { assign, mail_server: _, ...settings } = data;
  expect(assign).toBe('in_turn');
  expect((await office.put(calls.notificationSettings, settings)).status).toBe(200);
  expect((await office.get(leadCalls.settings)).json()).toEqual({ data: { assign } });
  const viewer = await sessionOf(app, await hireStaff(app, 'Viewer', 'viewer'));
  expect((await sendAs(app, viewer, 'PUT', leadCalls.settings, { assign: 'none' })).status).toBe(403);
});
