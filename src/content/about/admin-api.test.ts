import { beforeAll, describe, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { dataUrl, type Office, openOffice } from '../../../test/helpers/office.ts';

let app: TestApp;
let office: Office;
let png: string;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  png = await dataUrl(300, 200);
  return app.close;
});

const path = adminCalls.about;
const form = {
  title: 'প্রাঙ্গণ যেভাবে শুরু',
  short_description: 'একটি স্কুলের খাতা থেকে।',
  editimage: '/media/x.webp',
  status: true,
  content: '<p>এক প্রধান শিক্ষকের <em>অনুরোধে</em>।</p>',
};

describe('GET /admin/About', () => {
  test('answers null before there is any, then the newest, whatever its status', async () => {
    expect((await office.get(path)).json()).toEqual({ data: null });
    const first = await office.made(path, { ...form, image: png });
    expect((await office.get(path)).json()).toEqual({ data: first });
    const second = await office.made(path, { ...form, title: 'নতুন', status: 0, image: png });
    expect((await office.get(path)).json()).toEqual({ data: second });
  });

  test('older ones stay readable at their own address while Active', async () => {
    const old = await office.made(path, { ...form, title: 'আগের', image: png });
    const now = await office.made(path, { ...form, title: 'এখনকার', image: png });
    expect((await app.get('/api/about')).json()).toMatchObject({ id: now.id, title: 'এখনকার' });
    expect((await app.get(`/api/get-single-about/${old.id}`)).json()).toMatchObject({ title: 'আগের' });
  });
});

describe('POST /admin/About', () => {
  test('makes a record of today, with everything the form needs', async () => {
    const record = await office.made(path, { ...form, image: png });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dhaka' }).format(new Date());
    const { editimage: _, ...own } = form;
    expect(record).toMatchObject({
      ...own,
      status: 1,
      date: today,
      description: '',
      image_width: 300,
      deleted_at: null,
    });
  });

  test('answers 422 with every field that is missing', async () => {
    const answer = await office.post(path, {});
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['title', 'short_description', 'image']);
  });

  test.each([
    ['title', 'ক'.repeat(256)],
    ['title', 7],
    ['short_description', ''],
    ['short_description', 'ক'.repeat(5_001)],
    ['content', 7],
    ['date', '2026-13-01'],
    ['description', ['x']],
    ['image', 'blob:x'],
    ['status', 'on'],
  ])('answers 422 at %s alone for a wrong value (%#)', async (field, value) => {
    const answer = await office.post(path, { ...form, image: png, [field]: value });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
  });
});

describe('PUT /admin/About/{id}', () => {
  test('changes it, keeps date and description that the form lacks, and is seen at once', async () => {
    const record = await office.made(path, { ...form, date: '2026-01-15', description: 'বর্ণনা', image: png });
    const answer = await office.put(`${path}/${record.id}`, { ...form, title: 'বদলানো' });
    expect(answer.json()).toMatchObject({
      message: 'About updated successfully',
      data: { title: 'বদলানো', date: '2026-01-15', description: 'বর্ণনা', image: record.image },
    });
    expect((await app.get('/api/about')).json()).toMatchObject({ title: 'বদলানো' });
  });

  test('answers 409 when somebody else was faster, 404 for what is not there', async () => {
    const { id, updated_at } = await office.made(path, { ...form, image: png });
    expect((await office.put(`${path}/${id}`, { ...form, title: 'এক', updated_at })).status).toBe(200);
    expect((await office.put(`${path}/${id}`, { ...form, title: 'দুই', updated_at })).status).toBe(409);
    expect((await office.put(`${path}/2147483647`, form)).status).toBe(404);
  });
});

test('DELETE /admin/About/{id} and restore', async () => {
  const { id } = await office.made(path, { ...form, image: png });
  expect((await office.delete(`${path}/${id}`)).json()).toEqual({
    data: { id },
    message: 'About Deleted successfully',
  });
  expect((await app.get(`/api/get-single-about/${id}`)).status).toBe(404);
  expect(await office.ids(`${path}?trash=1`)).toContain(id);
  expect((await office.post(`${path}/${id}/restore`, {})).status).toBe(200);
  expect((await app.get('/api/about')).json()).toMatchObject({ id });
});
