// @module-tag postgres
import { beforeAll, expect, test } from 'vitest';
import { adminCalls, discovery, pages, versionPaths } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { addSampleWithoutPictures } from '../../../test/helpers/sample.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const form = { title: 'কওমি মাদ্রাসার জন্য', content: '<p>জামাত ও কিতাবের নম্বর</p>', description: 'হিফজ থেকে দাওরা' };

test('a page of the staff’s own stands at its address, in the site map and in search, until it is hidden', async () => {
  const { id } = await office.made(adminCalls.pages, { ...form, address: ' /For/Qawmi_madrasa/ ' });
  const page = await app.get('/for/qawmi-madrasa');
  expect(page.status).toBe(200);
  for (const text of [form.title, form.content, form.description]) expect(page.text).toContain(text);
  expect((await app.get(discovery.sitemap)).text).toContain('/for/qawmi-madrasa</loc>');
  expect((await app.get(pages.searchFor('দাওরা'))).text).toContain('href="/for/qawmi-madrasa"');
  expect(await app.get('/For/QAWMI-madrasa/?utm=1')).toMatchObject({
    status: 301,
    headers: expect.objectContaining({ location: '/for/qawmi-madrasa?utm=1' }),
  });
  expect((await app.send('/for/qawmi-madrasa', { method: 'POST' })).status).toBe(404);
  await office.put(`${adminCalls.pages}/${id}`, { ...form, address: 'for/qawmi-madrasa', status: 0 });
  expect((await app.get('/for/qawmi-madrasa')).status).toBe(404);
});

test('is there after a start, and the home page leads to those for a kind of institution', async () => {
  await office.made(adminCalls.pages, { ...form, address: 'for/alia', title: 'আলিয়া মাদ্রাসা' });
  await office.made(adminCalls.pages, { ...form, address: 'offer' });
  const again = await openTestApp({ store: app.store });
  for (const path of ['/for/alia', '/offer']) expect((await again.get(path)).status, path).toBe(200);
  const doors = /<nav class="doors.*?<\/nav>/s.exec((await again.get(pages.home)).text)?.[0];
  expect(doors).toContain('href="/for/alia" class="chip">আলিয়া মাদ্রাসা</a>');
  expect(doors).not.toContain('/offer');
  await again.close();
});

test('is no unknown address, and its answer ends once', async () => {
  await office.made(adminCalls.pages, { ...form, address: 'for/coaching' });
  for (const path of ['/for/coaching', '/For/coaching/']) await app.send(path, { headers: { accept: 'text/html' } });
  const { data } = (await office.get(adminCalls.redirectsMissed)).json<{ data: { path: string }[] }>();
  expect(data.filter(({ path }) => /coaching/i.test(path))).toEqual([]);
});

test('an address may be Bengali, leads on when it changes, and there and back', async () => {
  const { id } = await office.made(adminCalls.pages, { ...form, address: 'মাদ্রাসা' });
  const rename = (address: string) => office.put(`${adminCalls.pages}/${id}`, { ...form, address, status: 1 });
  const at = async (path: string) => {
    const { status, headers } = await app.get(encodeURI(path));
    return status === 301 ? headers.location : status;
  };
  expect(await at('/মাদ্রাসা')).toBe(200);
  await rename('hifz');
  await rename('hifz-khana');
  expect(await Promise.all(['/মাদ্রাসা', '/hifz', '/hifz-khana'].map(at))).toEqual(['/hifz-khana', '/hifz-khana', 200]);
  await rename('hifz');
  expect(await Promise.all(['/মাদ্রাসা', '/hifz', '/hifz-khana'].map(at))).toEqual(['/hifz', 200, '/hifz']);
});

test('an address that is a word of the language is one page, as any other', async () => {
  await office.made(adminCalls.pages, { ...form, address: 'constructor' });
  expect((await office.post(adminCalls.pages, { ...form, address: 'constructor' })).status).toBe(422);
  expect((await app.get('/constructor')).status).toBe(200);
});

test.each([
  ['news', 'This address belongs to the product itself.'],
  ['admin', 'This address belongs to the product itself.'],
  ['taken', 'There is a page at this address already.'],
  ['a/b', 'Write Latin or Bengali letters, digits and hyphens, such as for/madrasa.'],
  ['<script>', 'Write Latin or Bengali letters, digits and hyphens, such as for/madrasa.'],
  ['..', 'Write Latin or Bengali letters, digits and hyphens, such as for/madrasa.'],
])('the address %s is refused at its field', async (address, message) => {
  if (address === 'taken') await office.made(adminCalls.pages, { ...form, address });
  const answer = await office.post(adminCalls.pages, { ...form, address });
  expect([answer.status, answer.json<{ errors: object }>().errors]).toEqual([422, { address: [message] }]);
});

test('blocks are drawn from what the site has, in their order, also in the preview of a draft', async () => {
  await addSampleWithoutPictures(app);
  const blocks = 'demo packages faq';
  const { id } = await office.made(adminCalls.pages, { ...form, address: 'prices-of-all', blocks });
  const order = (html: string) =>
    [...html.matchAll(/(?:id|aria-labelledby)="(demo|packages|faq|features)-heading"/g)].map(([, name]) => name);
  const inTurn = (html: string) => [...new Set(order(html))];
  expect(inTurn((await app.get('/prices-of-all')).text)).toEqual(['demo', 'packages', 'faq']);
  const draft = { ...form, address: 'prices-of-all', blocks: 'features packages' };
  const link = await office.post(versionPaths.preview(adminCalls.pages, id), draft);
  const { url } = link.json<{ url: string }>();
  expect(inTurn((await app.get(url)).text)).toEqual(['features', 'packages']);
  for (const refused of ['features banner', 'faq faq'])
    expect((await office.post(adminCalls.pages, { ...draft, address: 'x', blocks: refused })).status).toBe(422);
});
