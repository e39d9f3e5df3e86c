import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { testListKind } from '../../../test/helpers/list-kind.ts';
import { dataUrl, type Office, openOffice } from '../../../test/helpers/office.ts';

const path = adminCalls.about;
const form = {
  title: 'প্রাঙ্গণ যেভাবে শুরু',
  short_description: 'একটি স্কুলের খাতা থেকে।',
  editimage: '/media/x.webp',
  status: true,
  content: '<p>এক প্রধান শিক্ষকের <em>অনুরোধে</em>।</p>',
};
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dhaka' }).format(new Date());

testListKind('about', {
  form: async () => form,
  record: ({ editimage: _, status: __, ...own }) => ({ ...own, date: today, description: '' }),
  text: { form: 'title', record: 'title' },
  required: ['title', 'short_description', 'image'],
  wrong: [
    ['short_description', ''],
    ['short_description', 'ক'.repeat(5_001)],
    ['content', 7],
    ['date', '2026-13-01'],
    ['description', ['x']],
  ],
  messages: { updated: 'About updated successfully', deleted: 'About Deleted successfully' },
  shown: ['title', 'short_description', 'date', 'description', 'content'],
  ordered: false,
});

let app: TestApp;
let office: Office;
let image: string;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  image = await dataUrl(300, 200);
  return app.close;
});

test('GET /admin/About answers null before there is any, then the newest, whatever its status', async () => {
  expect((await office.get(path)).json()).toEqual({ data: null });
  const first = await office.made(path, { ...form, image });
  expect((await office.get(path)).json()).toEqual({ data: first });
  const second = await office.made(path, { ...form, title: 'নতুন', status: 0, image });
  expect((await office.get(path)).json()).toEqual({ data: second });
});

test('PUT /admin/About/{id} keeps date and description that the form lacks', async () => {
  const record = await office.made(path, { ...form, date: '2026-01-15', description: 'বর্ণনা', image });
  const answer = await office.put(`${path}/${record.id}`, { ...form, title: 'বদলানো' });
  expect(answer.json()).toMatchObject({ data: { title: 'বদলানো', date: '2026-01-15', description: 'বর্ণনা' } });
  expect((await app.get(calls.about)).json()).toMatchObject({ title: 'বদলানো' });
});
