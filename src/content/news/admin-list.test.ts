// @module-tag postgres
import { beforeAll, describe, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { dataUrl, type Office, openOffice } from '../../../test/helpers/office.ts';

const path = adminCalls.news;
const form = { short_title: 'x', description: 'মোবাইলেই আবেদন করা যাবে।', content: '' };

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  const image = await dataUrl(20, 20);
  for (let day = 1; day <= 25; day++) {
    const date = `2026-01-${String(day).padStart(2, '0')}`;
    const title = day % 5 === 0 ? `Annual SPORTS ${day}` : `বার্ষিক ক্রীড়া ${day}`;
    await office.made(path, { ...form, date, title, image, status: day > 20 ? 0 : 1 });
  }
  return app.close;
});

describe('GET /admin/News', () => {
  const read = async (query: string) =>
    (await office.get(`${path}${query}`)).json<Record<string, unknown> & { data: { id: number; date: string }[] }>();

  test('answers ten records a page, newest first, with links', async () => {
    const page = await read('');
    expect(page).toMatchObject({ current_page: 1, per_page: 10, total: 25, last_page: 3, from: 1, to: 10, path });
    expect(page.data.map((news) => news.date)).toEqual(
      Array.from({ length: 10 }, (_, index) => `2026-01-${25 - index}`),
    );
    expect(page.next_page_url).toBe(`${path}?page=2`);
  });

  test.each([
    ['?search=sports', 5],
    ['?search=SPORTS%20annual', 5],
    ['?search=ক্রীড়া', 20],
    ['?search=%20', 25],
    ['?search=ports%20২৫', 1],
    ['?search=%25', 0],
    ['?search=_', 0],
    [`?search=${encodeURIComponent("' OR 1=1--")}`, 0],
    [`?search=${encodeURIComponent('"; drop table news')}`, 0],
    ['?search=sports*', 0],
    ['?search=%00', 25],
    ['?search=x%20AND%20x', 0],
    ['?status=0', 5],
    ['?status=1', 20],
    ['?status=1&search=sports', 4],
    ['?status=abc', 25],
    ['?trash=1', 0],
    ['?page=1&page=2', 25],
    ['?search[]=sports', 25],
  ])('%s finds %d', async (query, total) => {
    expect((await read(encodeURI(decodeURI(query)))).total).toBe(total);
  });

  test.each([
    ['?per_page=100', 25],
    ['?per_page=500', 25],
    ['?per_page=0', 10],
    ['?per_page=-1', 10],
    ['?per_page=abc', 10],
    ['?per_page=1', 1],
    ['?page=4', 0],
    ['?page=0', 10],
  ])('%s answers %d records', async (query, count) => {
    expect((await read(query)).data).toHaveLength(count);
  });

  test('answers 422 for a search without measure', async () => {
    expect((await office.get(`${path}?search=${'a'.repeat(201)}`)).status).toBe(422);
  });

  test('finds a changed record by its new text only', async () => {
    const [id] = await office.ids(`${path}?search=sports%205`);
    await office.put(`${path}/${id}`, { ...form, date: '2026-01-05', title: 'Quiz' });
    expect((await read('?search=quiz')).total).toBe(1);
    expect((await read('?search=sports')).total).toBe(4);
  });
});
