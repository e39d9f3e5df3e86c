import { beforeAll, expect, test } from 'vitest';
import { calls } from '#paths.ts';
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

const settings = async () =>
  (await office.get(calls.notificationSettings)).json<{ data: Record<string, unknown> }>().data;
const setRule = async (assign: string) => {
  const { mail_server: _, ...kept } = await settings();
  return office.put(calls.notificationSettings, { ...kept, assign });
};
const ask = async () => (await leadOf(office, await askForDemo(app, visitor(people++)))).owner?.name ?? null;

test('new leads go in turn to the active salespeople, also when several come at once', async () => {
  for (const name of ['Kamal', 'Nadia', 'Rafiq']) await hireStaff(app, name, 'sales');
  const left = await hireStaff(app, 'Left', 'sales');
  const invited = await hireStaff(app, 'Invited', 'sales');
  await app.database.updateTable('users').set({ status: 0 }).where('id', '=', left.id).execute();
  await app.database.updateTable('users').set({ password_hash: '' }).where('id', '=', invited.id).execute();
  expect(await settings()).toMatchObject({ assign: 'none' });
  expect(await ask()).toBeNull();

  expect((await setRule('by_dice')).status).toBe(422);
  expect((await setRule('in_turn')).json()).toMatchObject({ data: { assign: 'in_turn' } });
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
  const { assign, mail_server: _, ...others } = await settings();
  expect(assign).toBe('in_turn');
  expect((await office.put(calls.notificationSettings, others)).status).toBe(200);
  expect(await settings()).toMatchObject({ assign });
  const viewer = await sessionOf(app, await hireStaff(app, 'Viewer', 'viewer'));
  expect((await sendAs(app, viewer, 'PUT', calls.notificationSettings, others)).status).toBe(403);
});
