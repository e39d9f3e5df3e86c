import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { publishNews } from '../../../test/helpers/content.ts';
import { dataUrl, type Office, openOffice } from '../../../test/helpers/office.ts';
import type { FirstDay, SampleRemoved } from './schema.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const titles = async (path: string = adminCalls.news) =>
  (await office.get(path))
    .json<{ data: { title: string }[] }>()
    .data.map(({ title }) => title)
    .sort();
const read = async () => (await office.get(calls.firstDay)).json<FirstDay>();
const done = async () => Object.fromEntries((await read()).steps.map(({ step, done }) => [step, done]));

const own = { date: '2026-11-01', short_title: 'ক', title: 'Own', description: 'ক', content: '<p>ক</p>', status: 1 };

test('the sample goes to the trash in one step and comes back in one, but for what somebody changed', async () => {
  // As the sample does it: past the calls, and so without a line in the audit.
  await app.database
    .insertInto('store_facts')
    .values({ name: 'sample_content', value: new Date().toISOString() })
    .execute();
  await publishNews(app, { title: 'Untouched' });
  const changed = await publishNews(app, { title: 'Sample' });
  await office.put(`${adminCalls.news}/${changed}`, { ...own, title: 'Changed' });
  await office.made(adminCalls.news, { ...own, image: await dataUrl(20, 20) });
  expect((await read()).sample_left).toBe(1);

  const { data } = (await office.post(calls.removeSample, {})).json<SampleRemoved>();
  expect(data).toMatchObject({ removed: 1, kept: [{ table: 'news', id: changed, name: 'Changed' }] });
  expect(await titles()).toEqual(['Changed', 'Own']);
  expect(await titles(`${adminCalls.news}?trash=1`)).toEqual(['Untouched']);
  expect(await done()).toMatchObject({ sample: true });
  expect((await app.get('/news')).text).not.toContain('Untouched');

  const undone = await office.post(calls.restoreSample, { removed_at: data.removed_at });
  expect(undone.json()).toMatchObject({ data: { restored: 1 } });
  expect(await titles()).toEqual(['Changed', 'Own', 'Untouched']);
  expect((await read()).sample_left).toBe(1);
});

test('a lead that came by itself is no sample', async () => {
  await office.post(leadCalls.list, { name: 'Rahim', institute_name: 'Shapla', number: '01712345678' });
  const { data } = (await office.post(calls.removeSample, {})).json<SampleRemoved>();
  expect(data.removed).toBe(1);
  expect((await office.get(leadCalls.list)).json()).toMatchObject({ total: 1 });
});

test('the first steps know what is done, and are put away by whoever does not want to see them', async () => {
  // Somebody who was invited, and so chose the password.
  expect(await done()).toMatchObject({ password: true, mail: false, brand: false, invite: true });
  await office.put(adminCalls.siteSettings, { name: 'ঘর' });
  expect(await done()).toMatchObject({ brand: true });
  expect((await office.put(calls.firstDay, { put_away: true })).json()).toMatchObject({ put_away: true });
  expect((await read()).put_away).toBe(true);
});
