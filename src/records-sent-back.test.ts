import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../test/helpers/app.ts';
import { rahim } from '../test/helpers/content.ts';
import { access } from '../test/helpers/demo-access.ts';
import { askForDemo } from '../test/helpers/leads.ts';
import { type Office, openOffice } from '../test/helpers/office.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

// Lists of content: see `testListKind`.
const places: [string, () => Promise<string>][] = [
  ['the site settings', async () => adminCalls.siteSettings],
  [
    'the demo access',
    async () => {
      await office.put(adminCalls.demoAccess, access);
      return adminCalls.demoAccess;
    },
  ],
  ['the own account', async () => calls.account],
  ['the notification settings', async () => calls.notificationSettings],
  ['a person of the staff', async () => `${adminCalls.users}/${office.userId}`],
  ['a lead', async () => leadCalls.one.replace(':id', String(await askForDemo(app, rahim)))],
  [
    'a redirect',
    async () =>
      `${adminCalls.redirects}/${(await office.made(adminCalls.redirects, { from_path: '/old', to_address: '/news' })).id}`,
  ],
  [
    'a sub-category',
    async () => {
      const selectedCategory = (await office.made(adminCalls.featureCategories, { category_name: 'ক' })).id;
      const part = await office.made(adminCalls.featureSubCategories, { sub_category_name: 'খ', selectedCategory });
      return `${adminCalls.featureSubCategories}/${part.id}`;
    },
  ],
];

test.each(places)('%s is accepted as it was read', async (_what, placeOf) => {
  const place = await placeOf();
  const read = await office.get(place);
  expect(read.status, read.text).toBe(200);
  const { data } = read.json<{ data: object }>();
  const answer = await office.put(place, data);
  expect(answer.status, answer.text).toBe(200);
});
