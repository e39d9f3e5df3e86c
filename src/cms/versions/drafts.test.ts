import { beforeAll, describe, expect, test } from 'vitest';
import { picturesModule } from '#admin/pictures/api.server.ts';
import { contentModule } from '#content/module.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { dataUrl, type Office, openOffice, placeForText, type Record } from '../../../test/helpers/office.ts';
import { hireStaff, signIn } from '../../../test/helpers/staff.ts';

let app: TestApp;
let office: Office;
let png: string;
beforeAll(async () => {
  app = await openTestApp({ env: { VERSIONS_KEPT: '6' } });
  office = await openOffice(app);
  png = await dataUrl(64, 40);
  return app.close;
});

const path = adminCalls.news;
const form = { date: '2026-12-05', short_title: 'ভর্তি', title: 'পুরোনো', description: 'বর্ণনা', content: '<p>এক</p>' };

const createRecord = (more: object = {}) => office.made(path, { ...form, image: png, ...more });
const draftOf = async (id: number) => (await office.get(`${path}/${id}/draft`)).json<{ data: Record | null }>().data;
const recordOf = async (id: number) => (await office.get(`${path}/${id}`)).json<{ data: Record }>().data;
const onSite = async (id: number) => app.get(pages.newsDetails(id), { accept: 'text/html' });
/** What was done with a record, the latest first. */
const actionsOn = async (kind: string, id: number) =>
  (await office.get(`${adminCalls.activity}?record=${kind}:${id}`))
    .json<{ data: { action: string }[] }>()
    .data.map(({ action }) => action);
const longAgo = '2026-01-01T00:00:00.000Z';
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

const errorsOf = (answer: { json: <T>() => T }) =>
  Object.keys(answer.json<{ errors?: object }>().errors ?? {}).toSorted();

interface Version {
  number: number;
  what: string;
  scheduled: boolean;
  status: number;
  user_name: string | null;
}
const versionsOf = async (id: number, query = '') =>
  (await office.get(`${path}/${id}/versions${query}`)).json<{ data: Version[]; total: number }>();

describe('A draft', () => {
  test('stands beside what is public, with a text and a picture of its own, until it is published', async () => {
    const record = await createRecord();
    const { id, updated_at } = record;
    const other = await dataUrl(64, 40, '#aa3311');
    const dirty = { ...form, title: 'খসড়া', content: '<p>দুই<script>alert(1)</script></p>', image: other, updated_at };
    const answer = await office.put(`${path}/${id}?draft=1`, dirty);
    expect([answer.status, answer.json()]).toMatchObject([200, { message: 'Draft saved', data: { title: 'খসড়া' } }]);

    const { pending, ...shown } = await recordOf(id);
    const { pending: _, ...before } = record;
    expect(shown).toEqual(before);
    expect(pending).toMatchObject({ draft_by: 'নাসরিন আক্তার', publish_at: null });
    expect((await onSite(id)).text).not.toContain('খসড়া');
    const draft = await draftOf(id);
    expect(draft).toMatchObject({ title: 'খসড়া', content: '<p>দুই</p>', image_width: 64 });
    expect(draft?.image).not.toBe(record.image);
    expect((await app.get(String(draft?.image))).status).toBe(200);

    const published = await office.post(`${path}/${id}/publish`, {});
    expect([published.status, published.json()]).toMatchObject([
      200,
      { data: { title: 'খসড়া', image: draft?.image, pending: null }, message: 'news updated successfully' },
    ]);
    expect((await onSite(id)).text).toContain('খসড়া');
    expect((await app.get(`/api/search?q=${encodeURIComponent('খসড়া')}`)).text).toContain(pages.newsDetails(id));
    expect(await draftOf(id)).toBeNull();
    expect(await actionsOn('news', id)).toEqual(['publish', 'save-draft', 'create']);
  });

  test.each([
    ['status', ''],
    ['status', []],
    ['title', []],
    ['content', []],
    ['date', []],
    ['image', []],
  ])('is refused with 422 where %s is %j, which is none of its type', async (name, value) => {
    const { id } = await createRecord();
    const refused = await office.put(`${path}/${id}?draft=1`, { ...form, [name]: value });
    expect([refused.status, errorsOf(refused)], refused.text).toEqual([422, [name]]);
    expect((await office.post(`${path}?draft=1`, { ...form, [name]: value })).status).toBe(422);
    expect(await draftOf(id)).toBeNull();
  });

  test('that an earlier release kept with fields of another type is opened without them', async () => {
    const { id } = await createRecord();
    await office.put(`${path}/${id}?draft=1`, { ...form, title: 'খসড়া' });
    const fields = JSON.stringify({ ...form, title: 'খসড়া', status: '', description: [] });
    await app.database.updateTable('drafts').set({ fields }).where('record_id', '=', id).execute();
    expect(await draftOf(id)).toMatchObject({ title: 'খসড়া', status: 1, description: form.description });
    const { status, text } = await office.post(`${path}/${id}/preview`, {});
    expect(status, text).toBe(200);
    const saved = await office.put(`${path}/${id}?draft=1`, { ...form, title: 'আবার' });
    expect([saved.status, saved.json()], saved.text).toMatchObject([200, { data: { title: 'আবার', status: 1 } }]);
    expect((await office.post(`${path}/${id}/publish`, {})).status).toBe(200);
  });

  test('is refused where a field is wrong, and where somebody else saved it meanwhile', async () => {
    const { id, updated_at } = await createRecord();
    const draft = `${path}/${id}?draft=1`;
    const wrong = { title: 'ক'.repeat(256), date: '2026-02-30', description: 7 };
    const refused = await office.put(draft, { ...form, ...wrong });
    expect([refused.status, errorsOf(refused)]).toEqual([422, ['date', 'description', 'title']]);
    expect((await office.put(draft, { ...form, image: 'https://evil.example/x.png' })).status).toBe(422);
    expect(await draftOf(id)).toBeNull();
    expect((await office.put(draft, { ...form, title: 'প্রথম', updated_at })).status).toBe(200);
    const stale = await office.put(draft, { ...form, title: 'দ্বিতীয়', updated_at });
    const by = { id: office.userId, name: 'নাসরিন আক্তার' };
    expect([stale.status, stale.json()]).toMatchObject([
      409,
      {
        data: { title: 'প্রথম' },
        by,
        fields: ['title'],
        // The draft left the version of its record as it was.
        changes: [
          { by, fields: ['title'], version: null },
          { by, version: updated_at },
        ],
      },
    ]);
    const { pending } = (await recordOf(id)) as unknown as { pending: { draft_at: string } };
    expect((await office.put(draft, { ...form, title: 'দ্বিতীয়', updated_at: pending.draft_at })).status).toBe(200);
    expect((await office.put(`${path}/2147483647?draft=1`, form)).status).toBe(404);
  });

  test('is not published over what somebody saved after it', async () => {
    const { id, updated_at } = await createRecord();
    await office.put(`${path}/${id}?draft=1`, { ...form, title: 'খসড়া', updated_at });
    // A client that knows nothing of drafts.
    expect((await office.put(`${path}/${id}`, { ...form, title: 'সরাসরি', updated_at })).status).toBe(200);
    expect((await onSite(id)).text).toContain('সরাসরি');
    expect((await draftOf(id))?.title).toBe('খসড়া');
    const refused = await office.post(`${path}/${id}/publish`, {});
    expect([refused.status, refused.json()]).toMatchObject([409, { data: { title: 'সরাসরি' } }]);
    const now = await recordOf(id);
    expect((await office.post(`${path}/${id}/publish`, { updated_at: now.updated_at })).status).toBe(200);
    expect((await onSite(id)).text).toContain('খসড়া');
  });

  test('is done with when the form that shows it is saved, and can be thrown away', async () => {
    const { id, updated_at, image } = await createRecord();
    const other = await dataUrl(64, 40, '#11aa33');
    await office.put(`${path}/${id}?draft=1`, { ...form, title: 'খসড়া', image: other });
    const draft = (await recordOf(id)) as unknown as { pending: { draft_at: string } };
    const from = encodeURIComponent(draft.pending.draft_at);
    const stale = await office.put(`${path}/${id}?from_draft=${longAgo}`, { ...form, updated_at });
    expect(stale.status).toBe(409);
    const saved = await office.put(`${path}/${id}?from_draft=${from}`, { ...form, title: 'শেষ', updated_at });
    expect([saved.status, saved.json()]).toMatchObject([200, { data: { title: 'শেষ', pending: null } }]);
    // The form had no new picture: it meant the draft's.
    expect(saved.json<{ data: Record }>().data.image).not.toBe(image);

    await office.put(`${path}/${id}?draft=1`, { ...form, title: 'আবার' });
    const dropped = await office.delete(`${path}/${id}/draft`);
    expect(dropped.json()).toMatchObject({ data: { title: 'শেষ', pending: null } });
    expect((await office.delete(`${path}/${id}/draft`)).status).toBe(404);
  });
});

describe('A draft that is not complete', () => {
  test.each([
    [adminCalls.news, { title: 'আধা' }, { date: '', short_title: '', description: ' ', image: '' }, 4],
    [adminCalls.about, { title: 'আধা' }, { short_description: '', date: '', image: null }, 2],
    [adminCalls.features, { title: 'আধা' }, { selectedCategory: [], image: '' }, 2],
  ])(
    'POST %s?draft=1 keeps it hidden, and publishing says all that is missing',
    async (call, given, empty, missing) => {
      const answer = await office.post(`${call}?draft=1`, { ...given, ...empty, status: 1 });
      expect([answer.status, answer.json()], answer.text).toMatchObject([
        201,
        { data: { ...given, status: 0, image: null, pending: { shown: false } }, message: 'Draft saved' },
      ]);
      const { data } = answer.json<{ data: Record }>();
      for (const refused of [
        await office.post(`${call}/${data.id}/publish`, {}),
        await office.put(`${call}/${data.id}/schedule`, { publish_at: tomorrow }),
        await office.put(`${call}/${data.id}`, { ...given, ...empty, status: 1 }),
      ]) {
        expect(refused.status, refused.text).toBe(422);
        expect(errorsOf(refused)).toHaveLength(missing);
        expect(errorsOf(refused)).toContain('image');
      }
      const bulk = await office.post(`${call}/bulk`, { ids: [data.id], action: 'activate' });
      if (call !== adminCalls.about)
        expect([bulk.status, bulk.text]).toEqual([409, expect.stringContaining('It can’t be published yet.')]);
      expect((await office.get(`${call}/${data.id}`)).json()).toMatchObject({ data: { status: 0 } });
      expect((await office.post(`${call}?draft=1`, { title: 'ক'.repeat(256) })).status).toBe(422);
      expect((await office.post(call, given)).status, 'without draft=1').toBe(422);
    },
  );

  test('is the record itself until it is published: the list finds what was written last', async () => {
    const created = await office.post(`${path}?draft=1`, {});
    const { id, updated_at } = created.json<{ data: Record }>().data;
    const draft = `${path}/${id}?draft=1`;
    const saved = await office.put(draft, { title: 'বিজ্ঞানমেলা', updated_at });
    expect([saved.status, saved.json()], saved.text).toMatchObject([200, { data: { title: 'বিজ্ঞানমেলা', status: 0 } }]);
    expect((await office.put(draft, { title: 'অন্য', updated_at })).status, 'another tab').toBe(409);
    expect(await office.ids(`${path}?search=${encodeURIComponent('বিজ্ঞানমেলা')}`)).toEqual([id]);
    expect((await versionsOf(id)).data.map(({ what }) => what)).toEqual(['draft', 'draft']);
    expect((await onSite(id)).status).toBe(404);

    await office.put(draft, { ...form, image: png });
    const published = await office.post(`${path}/${id}/publish`, {});
    expect([published.status, published.json()], published.text).toMatchObject([
      200,
      { data: { ...form, status: 1, pending: null } },
    ]);
    expect((await onSite(id)).text).toContain('পুরোনো');
    await office.put(draft, { ...form, title: '' });
    expect(await draftOf(id)).toMatchObject({ title: '' });
    expect(errorsOf(await office.post(`${path}/${id}/publish`, {}))).toEqual(['title']);
    expect((await onSite(id)).text).toContain('পুরোনো');
  });

  test('and a scheduled one are found by their state; a saved view may have it', async () => {
    const { id } = await createRecord();
    const found = async (state: string) => (await office.ids(`${path}?state=${state}&per_page=100`)).includes(id);
    const states = async () =>
      (await Promise.all(['draft', 'scheduled', 'public', 'hidden'].map(found))).map(Number).join('');
    expect(await states()).toBe('0010');
    await office.put(`${path}/${id}?draft=1`, { ...form, title: 'খসড়া' });
    expect(await states()).toBe('1010');
    await office.put(`${path}/${id}/schedule`, { publish_at: tomorrow });
    expect(await states()).toBe('1110');
    await office.post(`${path}/bulk`, { ids: [id], action: 'deactivate' });
    expect(await states()).toBe('1101');
    const page = (await office.get(`${path}?state=draft&per_page=1`)).json<{ total: number; data: unknown[] }>();
    expect([page.data.length, page.total > 1]).toEqual([1, true]);
    expect((await versionsOf(id)).data[0]).toMatchObject({ what: 'saved', status: 0 });
  });

  test('is made once for one key, as any record', async () => {
    const authorization = `Bearer ${await signIn(app, await hireStaff(app))}`;
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': 'draft-of-one-key' };
    const body = JSON.stringify({ title: 'একবার' });
    const create = () => app.send(`${path}?draft=1`, { method: 'POST', headers, body });
    const [one, other] = [await create(), await create()];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(other.json<{ data: Record }>().data.id).toBe(one.json<{ data: Record }>().data.id);
  });
});

describe('Versions', () => {
  test('are kept with every save, the newest first, and so many of a record', async () => {
    const { id } = await createRecord();
    for (const title of ['দুই', 'তিন']) await office.put(`${path}/${id}`, { ...form, title });
    await office.put(`${path}/${id}?draft=1`, { ...form, title: 'খসড়া' });
    await office.post(`${path}/${id}/publish`, {});
    const { data, total } = await versionsOf(id);
    expect(total).toBe(5);
    expect(data.map(({ number, what }) => [number, what])).toEqual([
      [5, 'published'],
      [4, 'draft'],
      [3, 'saved'],
      [2, 'saved'],
      [1, 'saved'],
    ]);
    expect(data[0]).toMatchObject({ user_name: 'নাসরিন আক্তার', scheduled: false });
    for (const title of ['ছয়', 'সাত']) await office.put(`${path}/${id}`, { ...form, title });
    expect((await versionsOf(id)).data.map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2]);
    expect((await versionsOf(id, '?per_page=2&page=2')).data.map(({ number }) => number)).toEqual([5, 4]);
    expect((await office.get(`${path}/${id}/versions/1`)).status).toBe(404);
  });

  test('are restored, and that is undone; whether visitors see the record stays', async () => {
    const { id, image } = await createRecord();
    const next = { ...form, title: 'নতুন', content: '<p>দুই</p>' };
    await office.put(`${path}/${id}`, { ...next, image: await dataUrl(64, 40, '#123456') });
    await office.put(`${path}/${id}`, { ...form, title: 'নতুন', status: 0 });
    const old = (await office.get(`${path}/${id}/versions/1`)).json();
    expect(old).toMatchObject({ data: { fields: { title: 'পুরোনো', content: '<p>এক</p>', image, status: 1 } } });
    const restored = await office.post(`${path}/${id}/versions/1/restore`, {});
    expect([restored.status, restored.json()]).toMatchObject([
      200,
      { data: { title: 'পুরোনো', content: '<p>এক</p>', image, status: 0 }, undo: 3, message: 'Version restored' },
    ]);
    await office.post(`${path}/${id}/versions/3/restore`, {});
    expect(await recordOf(id)).toMatchObject({ title: 'নতুন', status: 0 });
    expect((await versionsOf(id)).data[0]).toMatchObject({ what: 'restored' });
  });

  test('begin with what a record said before there were any', async () => {
    const { id } = await createRecord();
    for (const table of ['versions', 'pictures_in_versions'] as const)
      await app.database.deleteFrom(table).where('record_id', '=', id).execute();
    await office.put(`${path}/${id}`, { ...form, title: 'নতুন' });
    const { data } = await versionsOf(id);
    expect(data).toMatchObject([{ what: 'saved' }, { number: 1, what: 'found', user_name: null }]);
    await office.post(`${path}/${id}/versions/1/restore`, {});
    expect(await recordOf(id)).toMatchObject({ title: 'পুরোনো' });
  });

  test('keep their pictures, and go with the record for good', async () => {
    const { id, image } = await createRecord({ image: await dataUrl(30, 31) });
    await office.put(`${path}/${id}`, { ...form, image: await dataUrl(32, 33) });
    await office.put(`${path}/${id}?draft=1`, { ...form, image: await dataUrl(34, 35) });
    const ofDraft = (await draftOf(id))?.image;
    const sweep = async () => {
      await app.database.updateTable('pictures').set({ created_at: longAgo }).execute();
      for (const { name, run } of [...contentModule.cleanups(app), ...picturesModule.cleanups(app)])
        if (/^(trash of news|pictures)$/.test(name)) await run();
    };
    await sweep();
    for (const address of [image, ofDraft]) expect((await app.get(String(address))).status).toBe(200);
    await office.delete(`${path}/${id}`);
    await app.database.updateTable('news').set({ deleted_at: longAgo }).where('id', '=', id).execute();
    await sweep();
    for (const address of [image, ofDraft]) expect((await app.get(String(address))).status).toBe(404);
    await expectNothingKept('news', id);
  });
});

test('a feature has drafts and versions too, with its categories in their order', async () => {
  const call = adminCalls.features;
  const chosen = [(await placeForText(office, png)).singleCategory, (await placeForText(office, png)).singleCategory];
  const feature = { title: 'হাজিরা', image: png, selectedCategory: chosen };
  const { id } = await office.made(call, feature);
  const changed = { title: 'খসড়া', image: '', selectedCategory: chosen.toReversed() };
  expect((await office.put(`${call}/${id}?draft=1`, changed)).status).toBe(200);
  expect((await office.post(`${call}/${id}/publish`, {})).status).toBe(200);
  const read = async () =>
    (await office.get(`${call}/${id}`)).json<{ data: Record & { category: { id: number }[] } }>().data;
  const now = await read();
  expect([now.title, now.category.map((each) => each.id)]).toEqual(['খসড়া', chosen.toReversed()]);
  await office.post(`${call}/${id}/versions/1/restore`, {});
  const back = await read();
  expect([back.title, back.category.map((each) => each.id), back.image]).toEqual(['হাজিরা', chosen, now.image]);
});

describe('A text that is told of a feature', () => {
  const path = adminCalls.featureContents;
  const store = adminCalls.storeFeatureContent;
  const parts = async (id: unknown) =>
    (await app.get(calls.featureDetails.replace(':id', String(id)))).json<{ data: { subTabs: object[] }[] }>().data[0]
      ?.subTabs;
  const toldOf = async (id: unknown) => (await office.get(`${path}?feature=${id}`)).json<{ data: Record[] }>().data;

  test('stands hidden until it is stored, and then has a draft, versions and a way back', async () => {
    const place = await placeForText(office, png);
    const feature = place.SingleFeature;
    const { id } = await office.made(store, { ...place, content: '<p>এক</p>', status: 0 });
    expect(await parts(feature)).toEqual([]);
    expect(await toldOf(feature)).toMatchObject([{ id, status: 0, pending: null, sub_category_name: 'অংশ' }]);
    const { updated_at } = await office.made(store, { ...place, content: '<p>এক</p>' });
    expect(await parts(feature)).toMatchObject([{ content: '<p>এক</p>' }]);

    const dirty = { content: '<p>দুই<script>alert(1)</script></p>', updated_at };
    const answer = await office.put(`${path}/${id}?draft=1`, dirty);
    expect([answer.status, answer.json()]).toMatchObject([
      200,
      { message: 'Draft saved', data: { content: '<p>দুই</p>' } },
    ]);
    expect((await office.put(`${path}/${id}?draft=1`, dirty)).status, 'another tab').toBe(409);
    expect(await parts(feature)).toMatchObject([{ content: '<p>এক</p>' }]);
    const query = {
      SingleFeature_id: feature,
      singleCategory: place.singleCategory,
      singleSubCategory_id: place.selectedSubCategory,
    };
    const shown = { content: '<p>এক</p>', updated_at };
    expect((await office.post(adminCalls.featureContent, query)).json()).toEqual({ ...shown, data: shown });
    expect(await toldOf(feature)).toMatchObject([{ pending: { shown: true, draft_by: 'নাসরিন আক্তার' } }]);

    expect((await office.post(`${path}/${id}/publish`, {})).status).toBe(200);
    expect(await parts(feature)).toMatchObject([{ content: '<p>দুই</p>' }]);
    const { data } = (await office.get(`${path}/${id}/versions`)).json<{ data: Version[] }>();
    expect(data.map(({ what }) => what)).toEqual(['published', 'draft', 'saved', 'saved']);
    await office.post(`${path}/${id}/versions/1/restore`, {});
    expect(await parts(feature)).toMatchObject([{ content: '<p>এক</p>' }]);
    expect(await actionsOn('feature_details', id)).toContain('restore-version');
  });

  test('stays in its place, and goes with its feature and all that was kept of it', async () => {
    const place = await placeForText(office, png);
    const { image } = await createRecord({ image: await dataUrl(21, 22) });
    const { id } = await office.made(store, { ...place, content: `<p><img src="${image}"></p>` });
    const other = await placeForText(office, png);
    await office.made(store, { ...other, content: '<p>y</p>' });
    const { singleCategory, selectedSubCategory } = other;
    const free = await placeForText(office, png);
    for (const half of [
      other,
      { selectedSubCategory },
      { singleCategory },
      { selectedSubCategory: free.selectedSubCategory },
    ]) {
      const moved = await office.put(`${path}/${id}`, { ...half, content: '<p>x</p>' });
      expect([moved.status, errorsOf(moved)], moved.text).toEqual([422, ['selectedSubCategory']]);
    }
    expect((await office.put(`${path}/${id}`, { selectedSubCategory: place.selectedSubCategory })).status).toBe(200);
    await office.put(`${path}/${id}?draft=1`, { content: '<p>খসড়া</p>' });
    await office.delete(`${adminCalls.features}/${place.SingleFeature}`);
    expect((await office.get(`${path}/${id}`)).status).toBe(404);
    expect((await office.post(`${path}/${id}/publish`, {})).status).toBe(404);
    const feature = app.database.updateTable('features').where('id', '=', place.SingleFeature);
    await feature.set({ deleted_at: longAgo }).execute();
    for (const { name, run } of contentModule.cleanups(app)) if (name === 'trash of features') await run();
    await expectNothingKept('feature_details', id);
  });
});

async function expectNothingKept(kind: string, id: number): Promise<void> {
  for (const table of ['versions', 'drafts', 'pictures_in_versions'] as const) {
    const kept = app.database.selectFrom(table).select('record_id').where('record_id', '=', id);
    expect(await kept.where('kind', '=', kind).execute(), table).toEqual([]);
  }
}

describe('A form that was stored before a field came', () => {
  const { news, about, features, featureContents } = adminCalls;
  test.each([
    ['news', news, form],
    ['about', about, { title: 'কথা', short_description: 'ছোট', date: '2026-01-01', content: '<p>এক</p>' }],
    ['features', features, { title: 'হাজিরা', room: '' }],
    ['feature_details', featureContents, { content: '<p>এক</p>' }],
  ])('%s: is restored and published, and what it does not say stays as the record has it', async (kind, call, own) => {
    const place = await placeForText(office, png);
    const isText = call === featureContents;
    const chosen = { image: await dataUrl(64, 40, '#224466'), selectedCategory: [place.singleCategory] };
    const sent = isText ? own : { ...own, ...chosen };
    const { id } = await office.made(isText ? adminCalls.storeFeatureContent : call, { ...place, ...sent });
    const read = async (of: string) => (await office.get(`${call}/${id}${of}`)).json<{ data: Record }>().data;
    const stored = async (table: 'drafts' | 'versions') => {
      const row = await app.database
        .selectFrom(table)
        .select('fields')
        .where('kind', '=', kind)
        .where('record_id', '=', id)
        .executeTakeFirstOrThrow();
      return JSON.parse(row.fields) as Record;
    };
    const strip = async (table: 'drafts' | 'versions', name: string) => {
      const { [name]: _, ...fields } = await stored(table);
      await app.database
        .updateTable(table)
        .set({ fields: JSON.stringify(fields) })
        .where('kind', '=', kind)
        .where('record_id', '=', id)
        .execute();
    };
    const { updated_at: _, pending: __, ...before } = await read('');
    for (const name of Object.keys(await stored('versions'))) {
      const draft = await office.put(`${call}/${id}?draft=1`, sent);
      expect(draft.status, draft.text).toBe(200);
      await strip('drafts', name);
      await strip('versions', name);
      const seen = `${kind} without ${name}`;
      expect(await read('/draft'), seen).toMatchObject(before);
      const { data } = (await office.get(`${call}/${id}/versions`)).json<{ data: Version[] }>();
      const restored = await office.post(`${call}/${id}/versions/${data[0]?.number}/restore`, {});
      expect([restored.status, restored.json()], seen).toMatchObject([200, { data: before }]);
      const { updated_at } = await read('');
      const published = await office.post(`${call}/${id}/publish`, { updated_at });
      expect([published.status, published.json()], seen).toMatchObject([200, { data: before }]);
    }
  });
});
