import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { rahim } from '../../../test/helpers/content.ts';
import { askForDemo, leadOf } from '../../../test/helpers/leads.ts';
import { testListKind } from '../../../test/helpers/list-kind.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';

const { packages, packageCategories } = adminCalls;

testListKind('packages', {
  form: async (office) => ({
    selectedCategory: (await office.made(packageCategories, { name: 'বিদ্যালয়' })).id,
    package_name: 'মাধ্যমিক',
    intstilation_cost: '১৫,০০০',
    monthly_charge: 'আলোচনা সাপেক্ষে',
    status: true,
  }),
  record: ({ selectedCategory, package_name }) => ({
    package_name,
    package_category_id: selectedCategory,
    package_category: 'বিদ্যালয়',
    installation_cost: '15000',
    monthly_charge: 'আলোচনা সাপেক্ষে',
  }),
  text: { form: 'package_name', record: 'package_name' },
  required: ['selectedCategory', 'package_name', 'intstilation_cost', 'monthly_charge'],
  wrong: [
    ['selectedCategory', 999_999],
    ['selectedCategory', 'x'],
    ['selectedCategory', [1]],
    ['selectedCategory', { id: 'x' }],
    ['intstilation_cost', ''],
    ['intstilation_cost', -1],
    ['monthly_charge', null],
    ['audience', 'ক'.repeat(121)],
    ['students_from', 'অনেক'],
    ['students_from', 0],
    ['students_to', 100_001],
    ['recommended', 'হ্যাঁ'],
  ],
  shown: [
    ...['package_name', 'installation_cost', 'monthly_charge', 'audience', 'includes'],
    ...['students_from', 'students_to', 'recommended'],
  ],
  newestLast: true,
});

testListKind('packageCategories', {
  form: async () => ({ name: 'কলেজ', status: true }),
  text: { form: 'name', record: 'name' },
  required: ['name'],
  wrong: [['sms_price', 'কম']],
  newestLast: true,
  distinct: true,
});

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});
const costs = { package_name: 'ক', intstilation_cost: 1, monthly_charge: 2 };

test('what makes packages comparable is kept, told to visitors, and emptied again', async () => {
  const top = { name: 'তুলনা', note: 'এসএমএস আলাদা', sms_price: '০.৫০' };
  const { id: selectedCategory } = await office.made(packageCategories, top);
  const facts = {
    audience: 'ছোট মাদ্রাসা',
    includes: 'হাজিরা\nফলাফল',
    students_from: '১',
    students_to: 300,
    recommended: true,
  };
  const item = await office.made(packages, { ...costs, ...facts, selectedCategory });
  const saved = { ...facts, students_from: 1, recommended: 1 };
  expect(item).toMatchObject(saved);
  const groups = (await app.get(calls.packages)).json<{ [label: string]: unknown }>();
  expect(groups.তুলনা).toMatchObject({ note: top.note, sms_price: '0.50', data: [saved] });
  const place = `${packages}/${item.id}`;
  const partly = await office.put(place, { ...costs, selectedCategory, students_to: '', recommended: 0 });
  expect(partly.json()).toMatchObject({ data: { ...saved, students_to: null, recommended: 0 } });
  const wrong = await office.put(place, { ...costs, selectedCategory, students_from: 9, students_to: 8 });
  expect(wrong.json()).toMatchObject({ errors: { students_to: [expect.any(String)] } });
});

test('GET /admin/price-get-category offers the active categories', async () => {
  const active = await office.made(packageCategories, { name: 'মাদ্রাসা' });
  const inactive = await office.made(packageCategories, { name: 'কোচিং', status: 0 });
  const offered = (await office.get(adminCalls.packageCategoriesToChoose)).json<{ id: number }[]>();
  expect(offered).toContainEqual({ id: active.id, name: 'মাদ্রাসা', note: '', sms_price: '' });
  expect(offered.map((category) => category.id)).not.toContain(inactive.id);
});

test('the category may be an object with an id, or text', async () => {
  const { id } = await office.made(packageCategories, { name: 'x' });
  for (const selectedCategory of [id, String(id), { id }, { id: String(id), name: 'x' }]) {
    expect(await office.made(packages, { ...costs, selectedCategory })).toMatchObject({ package_category_id: id });
  }
});

test('a category in use is not deleted: 409 tells by what; one of the trash comes back before its packages', async () => {
  const category = await office.made(packageCategories, { name: 'ব্যবহৃত' });
  const item = await office.made(packages, { ...costs, package_name: 'প্রাথমিক', selectedCategory: category.id });
  const refused = await office.delete(`${packageCategories}/${category.id}`);
  expect(refused.status).toBe(409);
  expect(refused.json<{ message: string }>().message).toContain('প্রাথমিক');
  await office.delete(`${packages}/${item.id}`);
  expect((await office.delete(`${packageCategories}/${category.id}`)).status).toBe(200);
  expect((await office.post(`${packages}/${item.id}/restore`, {})).status).toBe(409);
  await office.post(`${packageCategories}/${category.id}/restore`, {});
  expect((await office.post(`${packages}/${item.id}/restore`, {})).status).toBe(200);
});

test('of a deletion and a new package at once, never both succeed', async () => {
  for (let round = 0; round < 10; round++) {
    const category = await office.made(packageCategories, { name: `দৌড় ${round}` });
    const [deleted, added] = await Promise.all([
      office.delete(`${packageCategories}/${category.id}`),
      office.post(packages, { ...costs, selectedCategory: category.id }),
    ]);
    expect([
      [200, 422],
      [409, 201],
    ]).toContainEqual([deleted.status, added.status]);
  }
});

test('a demo request is worth the first year of the package that was chosen, or nothing', async () => {
  const { id: selectedCategory } = await office.made(packageCategories, { name: 'কলেজ' });
  const sold = { selectedCategory, intstilation_cost: 10_000 };
  const perHead = 'প্রতি শিক্ষার্থী ৫ টাকা';
  await office.made(packages, { ...sold, package_name: 'পল্লব', monthly_charge: perHead });
  const open = { intstilation_cost: 'আলোচনা সাপেক্ষে', monthly_charge: 900 };
  await office.made(packages, { ...sold, ...open, package_name: 'বটমূল' });
  const requests = [
    ['350', 'পল্লব (কলেজ), ৩৫০ শিক্ষার্থী', 10_000 + 12 * 5 * 350],
    // The price has to be talked about; the numbers do not fit together; the price list has no such package.
    ['350', 'বটমূল (কলেজ), ৩৫০ শিক্ষার্থী', null],
    ['300', 'পল্লব (কলেজ), ৩৫০ শিক্ষার্থী', null],
    ['350', 'হাতে লেখা', null],
  ] as const;
  for (const [at, [students, chosen, value]] of requests.entries()) {
    const person = { ...rahim, number: `0171234500${at}`, email: `worth${at}@x.example` };
    const id = await askForDemo(app, { ...person, students, package: chosen } as typeof rahim);
    expect((await leadOf(office, id)).value, chosen).toBe(value);
  }
});

test('the list stands in groups, in the order of the categories', async () => {
  const first = await office.made(packageCategories, { name: 'প্রথম' });
  const second = await office.made(packageCategories, { name: 'দ্বিতীয়' });
  for (const selectedCategory of [first.id, second.id, first.id])
    await office.made(packages, { ...costs, selectedCategory });
  const rows = (await office.get(`${packages}?per_page=100`)).json<{ data: { package_category_id: number }[] }>().data;
  const groups = rows.map((row) => row.package_category_id).filter((id, index, all) => id !== all[index - 1]);
  expect(new Set(groups).size).toBe(groups.length);
});
