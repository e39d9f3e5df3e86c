// @module-tag postgres
import { beforeAll, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { hide, noPicture } from '../../../test/helpers/content.ts';
import { dataUrl, openOffice } from '../../../test/helpers/office.ts';
import { addFeatureCategory } from './categories/data.server.ts';
import { addFeature } from './data.server.ts';
import { writeFeatureContent } from './details/data.server.ts';
import { featureScreens } from './screens/data.server.ts';

let app: TestApp;
const ids = { attendance: 0, fees: 0, hidden: 0, daily: 0, report: 0, online: 0, silent: 0, students: 0, money: 0 };

beforeAll(async () => {
  app = await openTestApp();
  await app.changes.write(['features'], async (transaction) => {
    const ofStudents = { category_name: 'শিক্ষার্থী', subCategories: ['দৈনিক', 'প্রতিবেদন', 'নীরব'] };
    const students = await addFeatureCategory(transaction, ofStudents, 1);
    const money = await addFeatureCategory(transaction, { category_name: 'টাকা', subCategories: ['অনলাইন'] }, 2);
    ids.students = students.id;
    ids.money = money.id;
    [ids.daily = 0, ids.report = 0, ids.silent = 0] = students.subCategoryIds;
    [ids.online = 0] = money.subCategoryIds;
    const add = (title: string, categoryIds: number[], order: number) =>
      addFeature(transaction, { title, image_key: null, categoryIds, sort_order: order });
    ids.fees = await add('বেতন', [ids.money], 2);
    ids.attendance = await add('হাজিরা', [ids.money, ids.students], 1);
    ids.hidden = await add('লুকানো', [], 0);
    const addContent = (featureId: number, subCategoryId: number, content: string) =>
      writeFeatureContent(transaction, { featureId, subCategoryId, content });
    await addContent(ids.attendance, ids.report, '<p>প্রতিবেদন</p>');
    await addContent(ids.attendance, ids.daily, '<p>দৈনিক</p>');
    await addContent(ids.attendance, ids.silent, '');
    await addContent(ids.fees, ids.online, '<p>অনলাইনে বেতন</p>');
  });
  await hide(app, 'features', ids.hidden);
  return app.close;
});

const details = async (id: number) => (await app.get(`/api/get-single-fetures/${id}`)).json();

test('GET /api/get-fetures answers active features by their order', async () => {
  expect((await app.get('/api/get-fetures')).json()).toEqual([
    { id: ids.attendance, title: 'হাজিরা', room: '', package_lines: '', ...noPicture },
    { id: ids.fees, title: 'বেতন', room: '', package_lines: '', ...noPicture },
  ]);
});

test('GET /api/get-single-fetures/{id} lists its categories, each with the sub-tabs that have content for it', async () => {
  expect(await details(ids.attendance)).toEqual({
    feature: {
      id: ids.attendance,
      title: 'হাজিরা',
      room: '',
      package_lines: '',
      ...noPicture,
      category: [
        { id: ids.money, category_name: 'টাকা' },
        { id: ids.students, category_name: 'শিক্ষার্থী' },
      ],
    },
    data: [
      { id: ids.money, name: 'টাকা', subTabs: [] },
      {
        id: ids.students,
        name: 'শিক্ষার্থী',
        subTabs: [
          { id: ids.daily, name: 'দৈনিক', content: '<p>দৈনিক</p>' },
          { id: ids.report, name: 'প্রতিবেদন', content: '<p>প্রতিবেদন</p>' },
        ],
      },
    ],
    screens: [],
  });
});

test('Screens stand with their feature and, in the order of staff, on the home page; not those of a hidden feature', async () => {
  await app.changes.write(['features'], async (transaction) => {
    const add = (feature_id: number, caption: string, sort_order: number, device = 'phone') =>
      featureScreens.add(transaction, { feature_id, caption, device, sort_order, image_key: null });
    await add(ids.attendance, 'দ্বিতীয় পর্দা', 2);
    await add(ids.fees, 'বেতনের পর্দা', 3, 'desk');
    await add(ids.attendance, 'প্রথম পর্দা', 1);
    await add(ids.hidden, 'লুকানো পর্দা', 0);
  });
  expect(await details(ids.attendance)).toHaveProperty('screens', [
    expect.objectContaining({ caption: 'প্রথম পর্দা', device: 'phone', image: null }),
    expect.objectContaining({ caption: 'দ্বিতীয় পর্দা', device: 'phone', image: null }),
  ]);
  const home = (await app.get('/', { accept: 'text/html' })).text;
  const captions = ['প্রথম পর্দা', 'দ্বিতীয় পর্দা', 'বেতনের পর্দা'];
  expect([...home.matchAll(/<b>[^<]*<\/b><span>([^<]*পর্দা)<\/span>/g)].map(([, caption]) => caption)).toEqual(captions);
  const page = (await app.get(`/features/details/${ids.attendance}`, { accept: 'text/html' })).text;
  expect(page).toContain('প্রথম পর্দা');
  expect(page).not.toContain('বেতনের পর্দা');
});

test('A room of the courtyard leads to the feature that staff chose for it, or to all features', async () => {
  const office = await openOffice(app);
  const image = await dataUrl(40, 40);
  const fees = { title: 'বেতন', selectedCategory: [ids.money], room: 'fees', image };
  await office.put(`${adminCalls.features}/${ids.fees}`, fees);
  const home = (await app.get('/', { accept: 'text/html' })).text;
  const [plan = ''] = home.match(/<nav class="plan".*?<\/nav>/s) ?? [];
  const leads = new Map(Array.from(plan.matchAll(/href="([^"]+)".*?<b>([^<]+)<\/b>/gs), ([, to, name]) => [name, to]));
  expect(leads.get('বেতন')).toBe(`/features/details/${ids.fees}`);
  expect(leads.get('ভর্তি')).toBe('/features');
  expect(leads.size).toBe(7);
});

test('GET /api/get-single-fetures/{id} leaves out inactive sub-categories and categories, and is a 404 for an inactive one', async () => {
  expect((await app.get(`/api/get-single-fetures/${ids.hidden}`)).status).toBe(404);
  await hide(app, 'features', ids.daily, 'feature_sub_categories');
  await hide(app, 'features', ids.money, 'feature_categories');
  expect(await details(ids.attendance)).toMatchObject({
    feature: { category: [{ id: ids.students }] },
    data: [{ id: ids.students, subTabs: [{ id: ids.report }] }],
  });
});
