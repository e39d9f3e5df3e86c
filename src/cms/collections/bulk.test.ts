import { beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { dataUrl, type Office, openOffice, type Record } from '../../../test/helpers/office.ts';

const { faq, featureCategories, featureSubCategories, news, packages, packageCategories } = adminCalls;

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

interface Answer {
  message: string;
  data: { results: { id: number; ok: boolean; changed: boolean; message: string }[] };
}

let questions = 0;
const question = (more: object = {}) =>
  office.made(faq, { question: `প্রশ্ন ${++questions}?`, answer: 'উত্তর', status: 1, ...more });
const bulk = (path: string, body: object) => office.post(`${path}/bulk`, body);
const publicIds = async () => (await app.get(calls.faq)).json<{ id: number }[]>().map(({ id }) => id);
const record = async (path: string, id: number) => (await office.get(`${path}/${id}`)).json<{ data: Record }>().data;
/** What was done with a question after it was made. */
const historyOfQuestion = async (id: number) =>
  (await office.get(`${adminCalls.activity}?record=faq:${id}`)).json<{ data: object[] }>().data.toReversed().slice(1);

describe('POST /bulk', () => {
  test('hides and shows several at once, tells of each, and visitors see it', async () => {
    const [shown, hidden] = [await question(), await question({ status: 0 })];
    const ids = [shown.id, hidden.id];
    const answer = await bulk(faq, { action: 'deactivate', ids });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json()).toEqual({
      message: '2 records deactivated',
      data: {
        results: [
          { id: shown.id, ok: true, changed: true, message: 'Done' },
          { id: hidden.id, ok: true, changed: false, message: 'Done' },
        ],
      },
    });
    expect(await publicIds()).not.toContain(shown.id);
    expect((await bulk(faq, { action: 'activate', ids })).status).toBe(200);
    expect(await publicIds()).toEqual(expect.arrayContaining(ids));
    const [first, second] = await Promise.all(ids.map(historyOfQuestion));
    expect(first).toMatchObject([{ action: 'update', before: { status: 1 } }, { action: 'update' }]);
    expect(second).toMatchObject([{ action: 'update', before: { status: 0 } }]);
  });

  test('deletes several and brings them back', async () => {
    const ids = [(await question()).id, (await question()).id];
    expect((await bulk(faq, { action: 'delete', ids })).json<Answer>().message).toBe('2 records deleted');
    expect(await office.ids(`${faq}?per_page=100`)).not.toEqual(expect.arrayContaining(ids));
    expect((await bulk(faq, { action: 'restore', ids })).json<Answer>().message).toBe('2 records restored');
    expect(await publicIds()).toEqual(expect.arrayContaining(ids));
    for (const id of ids)
      expect(await historyOfQuestion(id)).toMatchObject([{ action: 'delete' }, { action: 'restore' }]);
  });

  test('names what is in use, and deletes the others all the same', async () => {
    const used = await office.made(featureCategories, { category_name: 'যাতায়াত' });
    const free = await office.made(featureCategories, { category_name: 'বাহন' });
    await office.made(featureSubCategories, { sub_category_name: 'বাসের পথ', selectedCategory: used.id });
    const answer = await bulk(featureCategories, { action: 'delete', ids: [used.id, free.id] });
    expect(answer.status).toBe(200);
    const { message, data } = answer.json<Answer>();
    expect(message).toMatch(/^1 record deleted, 1 not: .*“বাসের পথ”/);
    expect(data.results.map(({ id, ok }) => [id, ok])).toEqual([
      [used.id, false],
      [free.id, true],
    ]);
    expect(await office.ids(featureCategories)).toEqual([used.id]);
    const again = await bulk(featureCategories, { action: 'delete', ids: [used.id, free.id] });
    expect(again.status).toBe(409);
    expect(again.json<Answer>().message).toContain('“বাসের পথ”');
  });

  test('leaves a record as it is that somebody else changed meanwhile', async () => {
    const { id, updated_at } = await question();
    await office.put(`${faq}/${id}`, { question: 'আরেকজনের প্রশ্ন?', answer: 'উত্তর' });
    const answer = await bulk(faq, { action: 'deactivate', ids: [id], updated_at });
    expect(answer.status).toBe(409);
    expect(await record(faq, id)).toMatchObject({ status: 1, question: 'আরেকজনের প্রশ্ন?' });
  });

  test.each([
    ['action', { action: 'publish', ids: [1] }],
    ['ids', { action: 'delete', ids: [] }],
    ['ids', { action: 'delete', ids: Array.from({ length: 101 }, (_, at) => at + 1) }],
    ['ids', { action: 'delete', ids: ['x'] }],
  ])('answers 422 for wrong %s', async (field, body) => {
    const answer = await bulk(faq, body);
    expect(answer.status).toBe(422);
    expect(answer.json<{ errors: object }>().errors).toHaveProperty(field);
  });
});

test('a list is sorted by its columns, both ways, through its pages and its search', async () => {
  const image = await dataUrl(40, 30);
  const titled = async (title: string, date: string) =>
    (await office.made(news, { title, date, short_title: 'খ', description: 'গ', image, status: 1 })).id;
  const b = await titled('b sorted', '2026-01-03');
  const a = await titled('a sorted', '2026-01-01');
  const twin = await titled('b sorted', '2026-01-02');
  expect(await office.ids(news)).toEqual([b, twin, a]);
  expect(await office.ids(`${news}?sort=title`)).toEqual([a, b, twin]);
  expect(await office.ids(`${news}?sort=-title`)).toEqual([twin, b, a]);
  expect(await office.ids(`${news}?sort=date&status=1&search=sorted`)).toEqual([a, twin, b]);
  expect(await office.ids(`${news}?sort=-title&per_page=2&page=2`)).toEqual([a]);
  const page = await office.get(`${news}?sort=-title&per_page=2`);
  expect(page.json()).toMatchObject({ next_page_url: `${news}?per_page=2&sort=-title&page=2` });
  for (const wrong of ['content', 'id;--', '-', 'search_text', 'constructor'])
    expect(await office.ids(`${news}?sort=${encodeURIComponent(wrong)}`)).toEqual([b, twin, a]);
});

describe('Categories', () => {
  test('a name is given once, whatever its spaces and capitals; a deleted one does not come back beside another', async () => {
    const first = await office.made(packageCategories, { name: 'Madrasa ১' });
    const second = await office.post(packageCategories, { name: ' madrasa  1' });
    expect(second.status).toBe(422);
    expect(second.json()).toMatchObject({ errors: { name: [expect.stringContaining('name')] } });
    expect((await office.put(`${packageCategories}/${first.id}`, { name: 'MADRASA 1' })).status).toBe(200);
    await office.delete(`${packageCategories}/${first.id}`);
    await office.made(packageCategories, { name: 'Madrasa 1' });
    expect((await office.post(`${packageCategories}/${first.id}/restore`, {})).status).toBe(409);
    const both = await Promise.all(['কলেজ', 'কলেজ'].map((name) => office.post(packageCategories, { name })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  });

  test('several people rename, arrange, hide and restore them at once', async () => {
    const ids: number[] = [];
    for (const name of ['এক', 'দুই', 'তিন', 'চার']) ids.push((await office.made(packageCategories, { name })).id);
    const backwards = ids.toReversed();
    for (let round = 1; round <= 5; round++) {
      await bulk(packageCategories, { action: 'delete', ids: ids.slice(0, 2) });
      const answers = await Promise.all([
        bulk(packageCategories, { action: 'restore', ids: ids.slice(0, 2) }),
        bulk(packageCategories, { action: 'deactivate', ids: backwards.slice(0, 2) }),
        ...ids.slice(2).map((id) => office.put(`${packageCategories}/${id}`, { name: `${id} ${round}` })),
        ...[ids, backwards].map(([, , one, two]) => office.put(`${packageCategories}/order`, { ids: [two, one] })),
      ]);
      const failed = answers.filter(({ status }) => status >= 500);
      expect(failed.map(({ text }) => text)).toEqual([]);
    }
  });

  test('a sub-category shares its name with those of other categories only', async () => {
    const { id: one } = await office.made(featureCategories, { category_name: 'ভর্তি' });
    const { id: other } = await office.made(featureCategories, { category_name: 'ফলাফল' });
    const sub = (selectedCategory: number) =>
      office.post(featureSubCategories, { sub_category_name: 'নিয়ম', selectedCategory });
    expect((await sub(one)).status).toBe(201);
    expect((await sub(other)).status).toBe(201);
    expect((await sub(one)).json()).toMatchObject({ errors: { sub_category_name: [expect.any(String)] } });
  });

  test('visitors see no category before it has a package, and the newest package last', async () => {
    const { id: selectedCategory } = await office.made(packageCategories, { name: 'নতুন' });
    const shown = async () => (await app.get(calls.packages)).json<object>();
    expect(await shown()).not.toHaveProperty('নতুন');
    const form = { selectedCategory, package_name: 'ক', intstilation_cost: 1, monthly_charge: 1 };
    const ids = [(await office.made(packages, form)).id, (await office.made(packages, form)).id];
    expect(await shown()).toMatchObject({ নতুন: { data: ids.map((id) => ({ id })) } });
    await bulk(packages, { action: 'deactivate', ids });
    expect(await shown()).not.toHaveProperty('নতুন');
  });
});
