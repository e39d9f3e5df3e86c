// @module-tag postgres
import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { dataUrl, type Office, openOffice, placeForText, type Record } from '../../../test/helpers/office.ts';
import { letTimesPass } from '../../../test/helpers/schedules.ts';
import { lockWaits, storeKind } from '../../../test/helpers/store.ts';
import { lockList } from '../collections/listed-table.server.ts';

let app: TestApp;
let second: TestApp;
let office: Office;
let png: string;
beforeAll(async () => {
  app = await openTestApp();
  second = await openTestApp({ store: app.store });
  office = await openOffice(app);
  png = await dataUrl(64, 40);
  return async () => {
    await second.close();
    await app.close();
  };
});

const path = adminCalls.news;
const form = { date: '2026-12-05', short_title: 'ভর্তি', title: 'আগে', description: 'বর্ণনা', content: '<p>এক</p>' };
const createRecord = (more: object = {}) => office.made(path, { ...form, image: png, ...more });
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const statusOn = async (instance: TestApp, id: number) =>
  (await instance.get(pages.newsDetails(id), { accept: 'text/html' })).status;
const recordOf = async (id: number) => (await office.get(`${path}/${id}`)).json<{ data: Record }>().data;
const soon = <T>(value: () => Promise<T>) => expect.poll(value, { interval: 50 });

test('what is due appears on every instance, once, in the name of who wanted it so', async () => {
  const { id } = await createRecord({ status: 0 });
  await office.put(`${path}/${id}?draft=1`, { ...form, title: 'আগামীকালের খবর' });
  expect([await statusOn(app, id), await statusOn(second, id)]).toEqual([404, 404]);
  const set = await office.post(`${path}/${id}/publish`, { publish_at: inMs(60_000) });
  expect([set.status, set.json()]).toMatchObject([
    200,
    { data: { status: 0, pending: { publish_at: expect.any(String) } } },
  ]);
  await letTimesPass(app.database);
  await soon(() => statusOn(second, id)).toBe(200);
  await soon(() => statusOn(app, id)).toBe(200);
  expect(await recordOf(id)).toMatchObject({ title: 'আগামীকালের খবর', status: 1, pending: null });
  const { data } = (await office.get(`${path}/${id}/versions`)).json<{ data: object[] }>();
  expect(data).toHaveLength(3);
  expect(data[0]).toMatchObject({ what: 'published', scheduled: true, user_name: 'নাসরিন আক্তার' });
  const events = (await office.get(`${adminCalls.activity}?record=news:${id}`)).json<{ data: { action: string }[] }>()
    .data;
  expect(events.filter(({ action }) => action === 'publish')).toMatchObject([{ user: { id: office.userId } }]);
});

// On SQLite a writer has the whole file to itself.
test.runIf(storeKind === 'postgres')('what is due waits for who changes its time, and he not for it', async () => {
  const { id } = await createRecord({ status: 0 });
  await office.post(`${path}/${id}/publish`, { publish_at: inMs(60_000) });
  await app.database.transaction().execute(async (transaction) => {
    await lockList(transaction, 'news');
    await letTimesPass(app.database);
    await soon(() => lockWaits(app.database)).toBe(1);
    await transaction.selectFrom('schedules').select('id').forUpdate().noWait().execute();
  });
  await soon(() => statusOn(app, id)).toBe(200);
});

test('what was overdue while nothing ran is done in its order, but for what is deleted, put off or can’t be published', async () => {
  await app.jobs.get('schedules')?.close();
  await second.jobs.get('schedules')?.close();
  const [both, deleted] = [await createRecord({ status: 0 }), await createRecord({ status: 0 })];
  const cancelled = await createRecord();
  await office.put(`${path}/${both.id}/schedule`, { publish_at: inMs(60_000), unpublish_at: inMs(90_000) });
  await office.put(`${path}/${deleted.id}/schedule`, { publish_at: inMs(60_000) });
  await office.delete(`${path}/${deleted.id}`);
  await office.put(`${path}/${cancelled.id}/schedule`, { unpublish_at: inMs(60_000) });
  await office.put(`${path}/${cancelled.id}/schedule`, { unpublish_at: null });
  const place = await placeForText(office, png);
  const featureText = await office.made(adminCalls.storeFeatureContent, { ...place, content: '<p>এক</p>', status: 0 });
  const partOn = async () => (await app.get(pages.featureDetails(place.SingleFeature), { accept: 'text/html' })).text;
  expect(await partOn()).not.toContain('<p>এক</p>');
  await office.put(`${adminCalls.featureContents}/${featureText.id}/schedule`, { publish_at: inMs(60_000) });
  const { id: category } = await office.made(adminCalls.featureCategories, { category_name: 'যাবে' });
  const feature = { title: 'হাজিরা', image: png, selectedCategory: [place.singleCategory], status: 0 };
  const { id: failing } = await office.made(adminCalls.features, feature);
  const toFail = `${adminCalls.features}/${failing}`;
  await office.put(`${toFail}?draft=1`, { ...feature, image: '', selectedCategory: [category] });
  expect((await office.delete(`${adminCalls.featureCategories}/${category}`)).status).toBe(200);
  await office.post(`${toFail}/publish`, { publish_at: inMs(60_000) });
  await letTimesPass(app.database);
  const third = await openTestApp({ store: app.store });
  try {
    await soon(async () => (await recordOf(both.id)).pending).toBeNull();
    const { data } = (await office.get(`${path}/${both.id}/versions`)).json<{ data: { what: string }[] }>();
    expect(data.map(({ what }) => what)).toEqual(['unpublished', 'published', 'saved']);
    const failed = expect.stringContaining('not there any more');
    await soon(() => office.get(toFail).then(({ json }) => json())).toMatchObject({ data: { pending: { failed } } });
    expect((await app.get(calls.featureDetails.replace(':id', String(failing)))).status).toBe(404);
    const left = app.database.selectFrom('schedules').select('record_id').where('state', '<>', 'failed');
    await soon(() => left.execute()).toEqual([]);
    expect(await recordOf(cancelled.id)).toMatchObject({ status: 1 });
    await soon(partOn).toContain('<p>এক</p>');
    await office.post(`${path}/${deleted.id}/restore`, {});
    expect(await recordOf(deleted.id)).toMatchObject({ status: 0 });
  } finally {
    await third.close();
  }
});

test('what a newer version no longer takes is told to who set its time when the program starts, not at its hour', async () => {
  const { id } = await createRecord({ status: 0 });
  await office.put(`${path}/${id}?draft=1`, { ...form, title: 'আগামী মাসের খবর' });
  await office.post(`${path}/${id}/publish`, { publish_at: inMs(30 * 86_400_000) });
  const fields = JSON.stringify({ ...form, title: 'দীর্ঘ'.repeat(100) });
  const drafts = app.database.updateTable('drafts').set({ fields });
  await drafts.where('kind', '=', 'news').where('record_id', '=', id).execute();
  const starts = await Promise.all([openTestApp({ store: app.store }), openTestApp({ store: app.store })]);
  try {
    const pending = async () => (await recordOf(id)).pending;
    await soon(pending).toMatchObject({ publish_at: null, failed: expect.stringContaining('title') });
    const told = app.database.selectFrom('mails').select(['recipient', 'text']).where('kind', '=', 'not_published');
    const mails = await told.execute();
    expect(mails.filter(({ text }) => text.includes(`${pages.admin}/institutional_news?edit=${id}`))).toEqual([
      { recipient: office.email, text: expect.stringContaining('Correct it') },
    ]);
  } finally {
    for (const each of starts) await each.close();
  }
});

test('a time that has passed is refused at its field, and publishes nothing; so are times that make no sense', async () => {
  const { id } = await createRecord({ status: 0 });
  const schedule = `${path}/${id}/schedule`;
  expect((await office.put(schedule, { publish_at: 'tomorrow' })).status).toBe(422);
  const refused = await office.put(schedule, { publish_at: inMs(90_000), unpublish_at: inMs(60_000) });
  expect([refused.status, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([422, ['unpublish_at']]);
  expect((await recordOf(id)).pending).toBeNull();
  await office.put(`${path}/${id}?draft=1`, { ...form, title: 'আগামী মাসের খবর' });
  for (const [field, message] of [
    ['publish_at', 'This time has passed. Publish now, or choose another.'],
    ['unpublish_at', 'This time has passed. Choose another.'],
  ] as const) {
    const time = { [field]: inMs(-1_000) };
    const refusal = [422, { errors: { [field]: [message] } }];
    const answers = [await office.put(schedule, time), await office.post(`${path}/${id}/publish`, time)];
    for (const { status, json } of answers) expect([status, json()]).toMatchObject(refusal);
    expect(await recordOf(id)).toMatchObject({ status: 0, pending: { publish_at: null, unpublish_at: null } });
  }
});

test('a time that passed while nothing ran is no reason to refuse the other one', async () => {
  for (const each of [app, second]) await each.jobs.get('schedules')?.close();
  const { id } = await createRecord();
  await office.put(`${path}/${id}/schedule`, { unpublish_at: inMs(90_000) });
  await letTimesPass(app.database);
  const { unpublish_at } = Object((await recordOf(id)).pending);
  const both = await office.put(`${path}/${id}/schedule`, { publish_at: null, unpublish_at });
  expect([both.status, unpublish_at], both.text).toEqual([200, expect.stringMatching('2020')]);
});
