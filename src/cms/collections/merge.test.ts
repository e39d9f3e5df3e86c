import { beforeAll, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp } from '../../../test/helpers/app.ts';
import { dataUrl, type Office, openOffice, type Record } from '../../../test/helpers/office.ts';

const { news, packages, packageCategories, siteSettings } = adminCalls;

let office: Office;
beforeAll(async () => {
  const app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const read = async (path: string) => (await office.get(path)).json<{ data: Record }>().data;
interface Said {
  fields?: string[];
  merged?: string[];
  at?: string;
  changes: { at: string }[];
}
const answerTo = async (path: string, body: object): Promise<[number, Said]> => {
  const answer = await office.put(path, body);
  return [answer.status, answer.json()];
};

const form = { date: '2026-11-01', short_title: 'ক', title: 'খ', description: 'গ', content: '<p>ঘ</p>', status: 1 };

async function createNews() {
  const opened = await office.made(news, { ...form, image: await dataUrl(20, 20) });
  return { opened, path: `${news}/${opened.id}`, stale: { ...form, updated_at: opened.updated_at } };
}

test('a stale form is merged with what was saved since in other fields', async () => {
  const { opened, path, stale } = await createNews();
  const image = await dataUrl(30, 20, '#11aa33');
  await office.put(path, { ...form, title: 'তাঁর', image });
  await office.put(path, { ...form, title: 'তাঁর', status: 0 });
  const theirs = await read(path);
  expect(theirs.image).not.toBe(opened.image);

  const by = { id: office.userId };
  expect(await answerTo(path, { ...stale, content: '<p>আমার</p>', image: opened.image })).toMatchObject([
    200,
    {
      merged: expect.arrayContaining(['title', 'status', 'image']),
      changes: [{}, { by, fields: ['status'] }, { fields: expect.arrayContaining(['title', 'image']) }, {}],
    },
  ]);
  expect(await read(path)).toMatchObject({ title: 'তাঁর', status: 0, image: theirs.image, content: '<p>আমার</p>' });
});

test('of one field that both changed nothing is saved, and it is named', async () => {
  const { path, stale } = await createNews();
  await office.put(path, { ...form, title: 'তাঁর' });
  await office.put(path, { ...form, title: 'তাঁর', description: 'তাঁর বিবরণ' });
  const [status, answer] = await answerTo(path, { ...stale, title: 'আমার', content: '<p>আমার</p>' });
  expect([status, answer]).toMatchObject([409, { fields: ['title'], data: { title: 'তাঁর', content: '<p>ঘ</p>' } }]);
  expect(answer.at).toBe(answer.changes[1]?.at);

  const unknown = { ...stale, updated_at: '2020-01-01T00:00:00.000Z' };
  const [refused, untold] = await answerTo(path, { ...unknown, content: '<p>আমার</p>' });
  expect([refused, untold.fields]).toEqual([409, ['description']]);
  expect(await read(path)).toMatchObject({ content: '<p>ঘ</p>' });
});

test('who changed nothing, or the same, is not told of a conflict', async () => {
  const { path, stale } = await createNews();
  await office.put(path, { ...form, title: 'তাঁর' });
  const [status, answer] = await answerTo(path, { ...stale, title: 'তাঁর' });
  expect([status, answer.merged]).toEqual([200, undefined]);
});

test('what two changes give together is checked', async () => {
  const { id: group } = await office.made(packageCategories, { name: 'মাদ্রাসা', status: 1 });
  const line = {
    selectedCategory: group,
    package_name: 'অঙ্কুর',
    intstilation_cost: '1000',
    monthly_charge: '100',
    students_from: 1,
    students_to: 200,
    status: 1,
  };
  const { id, updated_at } = await office.made(packages, line);
  const path = `${packages}/${id}`;
  await office.put(path, { ...line, students_from: 150, intstilation_cost: '2000' });
  expect((await answerTo(path, { ...line, updated_at, students_to: 100 }))[0]).toBe(409);
  const { package_category_id, installation_cost } = { package_category_id: group, installation_cost: '1000' };
  const { selectedCategory: _, intstilation_cost: __, ...asRead } = line;
  const mine = { ...asRead, package_category_id, installation_cost, updated_at, students_to: 500 };
  expect(await answerTo(path, mine)).toMatchObject([200, { merged: ['intstilation_cost', 'students_from'] }]);
  expect(await read(path)).toMatchObject({ installation_cost: '2000', students_from: 150, students_to: 500 });
});

test('the site settings are merged likewise', async () => {
  await office.put(siteSettings, { name: 'ঘর', tagline: 'আগে' });
  const { updated_at } = await read(siteSettings);
  await office.put(siteSettings, { name: 'ঘর', tagline: 'তাঁর' });
  expect(await answerTo(siteSettings, { name: 'আমার', tagline: 'আগে', updated_at })).toMatchObject([
    200,
    { data: { name: 'আমার', tagline: 'তাঁর' }, merged: ['tagline'] },
  ]);
  expect(await answerTo(siteSettings, { name: 'ঘর', tagline: 'আমার', updated_at })).toMatchObject([
    409,
    { fields: ['tagline'], data: { name: 'আমার' } },
  ]);
});
