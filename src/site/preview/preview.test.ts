import { beforeAll, expect, test } from 'vitest';
import { adminCalls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { dataUrl, type Office, openOffice, placeForText } from '../../../test/helpers/office.ts';
import { hireStaff, newNetwork, sendAs, sessionOf } from '../../../test/helpers/staff.ts';

let app: TestApp;
let office: Office;
let png: string;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  png = await dataUrl(64, 40);
  return app.close;
});

const path = adminCalls.news;
const form = { date: '2026-12-05', short_title: 'ভর্তি', title: 'প্রকাশিত', description: 'বর্ণনা', content: '<p>এক</p>' };
const urlOf = async (call: string, body: unknown) => {
  const answer = await office.post(call, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<{ url: string }>().url;
};
const open = (url: string) => app.send(url, { headers: { accept: 'text/html' }, from: newNetwork() });

test('a form that is not saved is drawn as its page, for a frame of ours, and nothing of it is public', async () => {
  const { id } = await office.made(path, { ...form, image: png });
  const unsaved = { ...form, title: 'লেখা হচ্ছে', content: '<p>দুই<script>alert(1)</script></p>' };
  const page = await open(await urlOf(`${path}/preview?of=${id}`, unsaved));
  expect(page.status).toBe(200);
  expect(page.text).toContain('<h1 id="news-heading" class="article-title">লেখা হচ্ছে</h1>');
  expect(page.text).toContain('<p>দুই</p>');
  expect(page.text, 'the record’s own picture').toMatch(/<article[\s\S]*\/media\/[0-9a-f]{40}/);
  expect(page.text).toContain('<meta name="robots" content="noindex">');
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': expect.stringMatching(/frame-ancestors 'self'.*; sandbox allow-same-origin$/),
  });
  expect((await app.get(pages.newsDetails(id), { accept: 'text/html' })).text).not.toContain('লেখা হচ্ছে');
  expect((await office.get(`${path}/${id}`)).text).not.toContain('লেখা হচ্ছে');
  // A new one, before it has a picture.
  expect((await open(await urlOf(`${path}/preview`, unsaved))).text).toContain('লেখা হচ্ছে');
  // An incomplete one, as a draft may be.
  expect((await open(await urlOf(`${path}/preview`, { title: 'শুধু শিরোনাম', date: '' }))).text).toContain('শুধু শিরোনাম');
  expect((await office.post(`${path}/preview`, { ...form, title: 'ক'.repeat(256) })).status).toBe(422);
});

test('a link for a colleague shows the draft as it is then, ends after a day and with its record', async () => {
  const { id } = await office.made(path, { ...form, status: 0, image: png });
  const url = await urlOf(`${path}/${id}/preview`, {});
  expect((await open(url)).text).toContain('প্রকাশিত');
  await office.put(`${path}/${id}?draft=1`, { ...form, title: 'খসড়া এক' });
  await office.put(`${path}/${id}?draft=1`, { ...form, title: 'খসড়া দুই' });
  const page = await open(url);
  expect(page.text).toContain('খসড়া দুই');
  expect(page.text).toContain('<p class="preview-banner">');
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
  });
  const rows = await app.database.selectFrom('previews').select(['token_hash', 'fields']).execute();
  expect(JSON.stringify(rows)).not.toContain(url.split('/').at(-1));
  await office.delete(`${path}/${id}`);
  expect((await open(url)).status).toBe(404);
  await office.post(`${path}/${id}/restore`, {});
  expect((await open(url)).status).toBe(200);
  await app.database.updateTable('previews').set({ expires_at: '2026-01-01T00:00:00.000Z' }).execute();
  expect((await open(url)).status).toBe(404);
  expect((await open(`/preview/${'x'.repeat(43)}`)).status).toBe(404);
});

test('a link ends with the account of whoever made it, deactivated or removed', async () => {
  const author = await hireStaff(app, 'রাশেদা বেগম', 'editor');
  const { id } = await office.made(path, { ...form, image: png });
  const shared = await sendAs(app, await sessionOf(app, author), 'POST', `${path}/${id}/preview`, {});
  const { url } = shared.json<{ url: string }>();
  const status = async () => (await open(url)).status;
  const set = (status: number) =>
    app.database.updateTable('users').set({ status }).where('id', '=', author.id).execute();
  expect(await status()).toBe(200);
  await set(0);
  expect(await status()).toBe(404);
  await set(1);
  expect(await status()).toBe(200);
  await app.database.deleteFrom('users').where('id', '=', author.id).execute();
  expect(await status()).toBe(404);
});

test.each([
  [adminCalls.about, { title: 'আমাদের কথা', short_description: 'ছোট' }, 'আমাদের কথা'],
  [adminCalls.features, { title: 'হাজিরা', selectedCategory: [] as number[] }, 'শ্রেণি'],
])('%s is previewed too', async (call, texts, shown) => {
  const { id } = await office.made(adminCalls.featureCategories, { category_name: `শ্রেণি ${call}` });
  const body = 'selectedCategory' in texts ? { ...texts, selectedCategory: [id] } : texts;
  const { text } = await open(await urlOf(`${call}/preview`, body));
  expect(text).toContain(texts.title);
  expect(text).toContain(shown);
});

test('a text that is told of a feature is previewed on the page of that feature', async () => {
  const call = adminCalls.featureContents;
  const place = await placeForText(office, png);
  // Nothing is written there yet.
  const unsaved = await open(await urlOf(`${call}/preview`, { ...place, content: '<p>নতুন</p>' }));
  expect(unsaved.text).toMatch(/<h3 id="part-\d+-name">অংশ<\/h3>.*<p>নতুন<\/p>/);
  expect((await open(await urlOf(`${call}/preview`, { content: '<p>x</p>' }))).status, 'without a place').toBe(404);
  const { id } = await office.made(adminCalls.storeFeatureContent, { ...place, content: '<p>প্রকাশিত</p>' });
  await office.put(`${call}/${id}?draft=1`, { content: '<p>খসড়া</p>' });
  const url = await urlOf(`${call}/${id}/preview`, {});
  const { text } = await open(url);
  expect(text).toContain('<p>খসড়া</p>');
  expect(text).not.toContain('<p>প্রকাশিত</p>');
  await office.delete(`${adminCalls.features}/${place.SingleFeature}`);
  expect((await open(url)).status).toBe(404);
});
