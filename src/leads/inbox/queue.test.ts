import { beforeAll, expect, test } from 'vitest';
import { adminCalls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import type { Holidays } from '../lead/schema.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

test('GET …/holidays answers the days of the settings to sales too; an empty field brings the built-in days back', async () => {
  const sales = await sessionOf(app, await hireStaff(app, 'Nadia', 'sales'));
  const holidays = async () => (await sendAs(app, sales, 'GET', leadCalls.holidays)).json<Holidays>().data;
  expect(await holidays()).toContainEqual({ day: '2026-12-16', name: 'Victory Day' });

  const save = (text: string) => office.put(adminCalls.siteSettings, { name: 'শিক্ষাঘর', holidays: text });
  expect((await save(' ২০২৭-০৩-১০  Eid-ul-Fitr \n\n2027-12-16')).status).toBe(200);
  expect(await holidays()).toEqual([
    { day: '2027-03-10', name: 'Eid-ul-Fitr' },
    { day: '2027-12-16', name: '' },
  ]);

  await save('');
  expect(await holidays()).toHaveLength(32);
});
