import { beforeAll, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { testListKind } from '../../../test/helpers/list-kind.ts';
import { dataUrl, type Office, openOffice, type Record } from '../../../test/helpers/office.ts';
import { said } from '../../../test/helpers/specified-texts.ts';

const { features, featureCategories, featureSubCategories, storeFeatureContent, featureContent } = adminCalls;

testListKind('features', {
  form: async (office) => {
    const first = await office.made(featureCategories, { category_name: 'অনলাইন ভর্তি' });
    const second = await office.made(featureCategories, { category_name: 'ফি', status: 0 });
    return { title: 'ভর্তি', selectedCategory: [second.id, { id: first.id }, String(second.id)], status: true };
  },
  record: () => ({
    title: 'ভর্তি',
    category: [
      { id: expect.any(Number), category_name: 'ফি' },
      { id: expect.any(Number), category_name: 'অনলাইন ভর্তি' },
    ],
  }),
  text: { form: 'title', record: 'title' },
  required: ['title', 'selectedCategory', 'image'],
  wrong: [
    ['room', 'kitchen'],
    ['selectedCategory', []],
    ['selectedCategory', 1],
    ['selectedCategory', ['x']],
    ['selectedCategory', [999_999]],
    ['selectedCategory', [{ id: null }]],
    ['selectedCategory', Array.from({ length: 101 }, (_, index) => index + 1)],
  ],
  shown: ['title', 'room', 'package_lines'],
});

testListKind('featureCategories', {
  form: async () => ({ category_name: 'হাজিরা', status: true }),
  text: { form: 'category_name', record: 'category_name' },
  required: ['category_name'],
  newestLast: true,
  distinct: true,
});

testListKind('featureSubCategories', {
  form: async (office) => ({
    sub_category_name: 'আবেদন',
    selectedCategory: (await office.made(featureCategories, { category_name: 'ভর্তি' })).id,
    status: 1,
  }),
  record: ({ sub_category_name, selectedCategory }) => ({
    sub_category_name,
    category_id: selectedCategory,
    category_name: 'ভর্তি',
  }),
  text: { form: 'sub_category_name', record: 'sub_category_name' },
  required: ['sub_category_name', 'selectedCategory'],
  wrong: [['selectedCategory', 999_999]],
  newestLast: true,
  distinct: true,
});

testListKind('featureScreens', {
  form: async (office) => {
    const category = await office.made(featureCategories, { category_name: 'ফলাফল' });
    const image = await dataUrl(40, 40);
    const feature = await office.made(features, { title: 'পরীক্ষা', selectedCategory: [category.id], image });
    return { caption: 'ফলাফলপত্র ছাপার জন্য তৈরি', device: 'desk', selectedFeature: feature.id, status: 1 };
  },
  record: ({ caption, device, selectedFeature }) => ({
    caption,
    device,
    feature_id: selectedFeature,
    feature_title: 'পরীক্ষা',
  }),
  text: { form: 'caption', record: 'caption' },
  required: ['caption', 'device', 'selectedFeature', 'image'],
  wrong: [
    ['caption', 'ক'.repeat(161)],
    ['device', 'watch'],
    ['selectedFeature', 999_999],
  ],
  newestLast: true,
});

let app: TestApp;
let office: Office;
let png: string;
let category: Record;
let subCategory: Record;
let feature: Record;
const inCategory = (sub_category_name: string, { id }: Record) =>
  office.made(featureSubCategories, { sub_category_name, selectedCategory: id });
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  png = await dataUrl(40, 40);
  category = await office.made(featureCategories, { category_name: 'ভর্তি' });
  subCategory = await inCategory('আবেদন', category);
  feature = await office.made(features, { title: 'ভর্তি', selectedCategory: [category.id], image: png });
  return app.close;
});
const place = () => ({
  SingleFeature: feature.id,
  singleCategory: category.id,
  selectedSubCategory: subCategory.id,
});
const load = async () => {
  const answer = await office.post(featureContent, {
    SingleFeature_id: feature.id,
    singleCategory: { id: category.id },
    singleSubCategory_id: String(subCategory.id),
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.json<{ content: string; updated_at: string | null; data: object }>();
};
const detail = async () =>
  (await app.get(`/api/get-single-fetures/${feature.id}`)).json<{ data: { subTabs: object[] }[] }>();

test('the selects offer active categories, and the sub-categories of one', async () => {
  await office.made(featureCategories, { category_name: 'গোপন', status: 0 });
  const offered = await office.get(adminCalls.categoriesToChoose);
  expect(offered.json()).toEqual([{ id: category.id, category_name: 'ভর্তি' }]);
  const parts = await office.get(adminCalls.subCategoriesToChoose.replace(':id', String(category.id)));
  expect(parts.json()).toEqual([{ id: subCategory.id, sub_category_name: 'আবেদন' }]);
  expect((await office.get(adminCalls.subCategoriesToChoose.replace(':id', '999999'))).status).toBe(404);
});

test('content is stored, loaded again, and shown to visitors', async () => {
  expect(await load()).toEqual({ content: '', updated_at: null, data: { content: '', updated_at: null } });
  expect((await detail()).data[0]?.subTabs).toEqual([]);
  const content = '<p>আবেদন <strong>ঘরে বসে</strong>।</p>';
  const answer = await office.post(storeFeatureContent, { ...place(), content: `${content}<script>x</script>` });
  expect(answer.status, answer.text).toBe(201);
  expect(answer.json()).toMatchObject({ message: said.created, data: { ...place(), content } });
  expect((await load()).content).toBe(content);
  expect((await detail()).data[0]?.subTabs).toEqual([{ id: subCategory.id, name: 'আবেদন', content }]);
  await office.post(storeFeatureContent, { ...place(), content: '<p>নতুন</p>' });
  expect((await load()).content).toBe('<p>নতুন</p>');
});

test('answers 409 when somebody else wrote the same text first', async () => {
  const { updated_at } = await office.made(storeFeatureContent, { ...place(), content: '<p>এক</p>' });
  await office.made(storeFeatureContent, { ...place(), updated_at, content: '<p>দুই</p>' });
  const late = await office.post(storeFeatureContent, { ...place(), updated_at, content: '<p>তিন</p>' });
  expect(late.status).toBe(409);
  expect(late.json()).toMatchObject({ data: { content: '<p>দুই</p>' } });
});

test('a place that does not belong together answers 422 at its field, and nothing is written', async () => {
  const otherCategory = await office.made(featureCategories, { category_name: 'অন্য' });
  const otherPart = await inCategory('x', otherCategory);
  const before = await load();
  for (const [field, value] of [
    ['SingleFeature', 999_999],
    ['singleCategory', otherCategory.id],
    ['selectedSubCategory', otherPart.id],
    ['SingleFeature', undefined],
    ['singleCategory', 'x'],
    ['selectedSubCategory', null],
    ['content', 7],
    ['content', ''],
    ['content', null],
    ['content', undefined],
    ['content', '<p>&nbsp;</p>'],
  ] as const) {
    const answer = await office.post(storeFeatureContent, { ...place(), content: '<p>x</p>', [field]: value });
    expect(answer.status, field).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
  }
  const query = { SingleFeature_id: feature.id, singleCategory: category.id, singleSubCategory_id: otherPart.id };
  const answer = await office.post(featureContent, query);
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['singleSubCategory_id']);
  expect(await load()).toEqual(before);
});

test('what is in use is not deleted: 409 tells by what', async () => {
  await office.post(storeFeatureContent, { ...place(), content: '<p>x</p>' });
  for (const address of [`${featureCategories}/${category.id}`, `${featureSubCategories}/${subCategory.id}`]) {
    const answer = await office.delete(address);
    expect(answer.status).toBe(409);
    expect(answer.json<{ message: string }>().message).toContain('ভর্তি');
  }
  const lonely = await office.made(featureCategories, { category_name: 'একা' });
  const part = await inCategory('অংশ', lonely);
  expect((await office.delete(`${featureCategories}/${lonely.id}`)).status).toBe(409);
  expect((await office.delete(`${featureSubCategories}/${part.id}`)).status).toBe(200);
  expect((await office.delete(`${featureCategories}/${lonely.id}`)).status).toBe(200);
  expect((await office.post(`${featureSubCategories}/${part.id}/restore`, {})).status).toBe(409);
});

test('a deleted feature lets its category go, and comes back without it', async () => {
  const own = await office.made(featureCategories, { category_name: 'নিজের' });
  const made = await office.made(features, { title: 'x', selectedCategory: [own.id], image: png });
  await office.delete(`${features}/${made.id}`);
  expect((await office.delete(`${featureCategories}/${own.id}`)).status).toBe(200);
  const restored = await office.post(`${features}/${made.id}/restore`, {});
  expect(restored.json()).toMatchObject({ data: { id: made.id, category: [] } });
});
