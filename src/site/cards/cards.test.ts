import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { addFeature } from '#content/features/data.server.ts';
import { addPackageGroup } from '#content/packages/kind.server.ts';
import { adminCalls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { addPicture, admissionNews, hide, idsOf, publishAbout, publishNews } from '../../../test/helpers/content.ts';
import { dataUrl } from '../../../test/helpers/office.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

const asBrowser = { accept: 'text/html' };

/** The path of the picture that a page names, and the other elements that go with it. */
async function cardOf(page: string): Promise<string> {
  const { text } = await app.get(page, asBrowser);
  const address = /<meta property="og:image" content="([^"]+)">/.exec(text)?.[1] ?? '';
  expect(address.startsWith(`${app.settings.publicUrl}/card/`), page).toBe(true);
  expect(text).toContain('<meta property="og:image:width" content="1200">');
  expect(text).toContain('<meta property="og:image:height" content="630">');
  expect(text).toContain('<meta name="twitter:card" content="summary_large_image">');
  expect(text).toMatch(/<meta property="og:image:alt" content="[^"]+">/);
  return address.slice(app.settings.publicUrl.length);
}

async function expectPicture(path: string): Promise<Buffer> {
  const { status, headers, bytes } = await app.get(path);
  expect(status, path).toBe(200);
  expect(headers['content-type']).toBe('image/jpeg');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers['content-encoding']).toBeUndefined();
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  return bytes;
}

const lists = ['home', 'about', 'features', 'packages', 'clients', 'news', 'downloads'] as const;

test.each(lists)('the page %s has a card of its own', async (page) => {
  const path = await cardOf(pages[page]);
  expect(path).toMatch(new RegExp(`^/card/${page}-[0-9a-f]{12}\\.jpg$`));
  await expectPicture(path);
});

test('a card has the words of its page, shaped: other words, other picture', async () => {
  const pictureOf = async (title: string) =>
    expectPicture(await cardOf(pages.newsDetails(await publishNews(app, { title }))));
  expect((await pictureOf('র্কী ক্ষু স্ত্রূ')).equals(await pictureOf('ষ্ট্র হ্ন'))).toBe(false);
});

test('news show their own picture beside the title', async () => {
  const { key } = await addPicture(app, 800, 500);
  const bytes = await expectPicture(await cardOf(pages.newsDetails(await publishNews(app, { image_key: key }))));
  const { dominant } = await sharp(
    await sharp(bytes).extract({ left: 800, top: 100, width: 300, height: 300 }).toBuffer(),
  ).stats();
  // The colour of the test's picture, #0d6b4f.
  expect(dominant.g).toBeGreaterThan(dominant.r + 40);
});

test.each([
  ['Latin letters, marks and an emoji', 'School “ERP” 2.0 – ১০০% 🎉 café'],
  ['nothing that the fonts have', '学校管理'],
  ['one endless word', 'ক্ষ্ম'.repeat(80)],
  ['an element of SVG', '</svg><script>alert(1)</script>&amp;'],
])('a title of %s is drawn', async (_what, title) => {
  await expectPicture(await cardOf(pages.newsDetails(await publishNews(app, { title }))));
});

describe('The address of a card', () => {
  test('changes with what it shows, and the old one leads to the new one', async () => {
    const id = await publishNews(app);
    const before = await cardOf(pages.newsDetails(id));
    await app.changes.write(['news'], (transaction) =>
      transaction.updateTable('news').set({ title: 'নতুন শিরোনাম' }).where('id', '=', id).execute(),
    );
    const after = await cardOf(pages.newsDetails(id));
    expect(after).not.toBe(before);
    const answer = await app.get(before);
    expect([answer.status, answer.headers.location]).toEqual([302, after]);
  });

  test.each([
    '/card/home.jpg',
    '/card/home-000000000000.png',
    '/card/home-00000000000g.jpg',
    '/card/login-000000000000.jpg',
    '/card/admin-1-000000000000.jpg',
    '/card/news-0-000000000000.jpg',
    '/card/news-999999-000000000000.jpg',
    '/card/news-9999999999-000000000000.jpg',
    '/card/..%2fhome-000000000000.jpg',
  ])('%s leads nowhere', async (path) => {
    expect((await app.get(path)).status).toBe(404);
  });
});

test.each(['news', 'about', 'features'] as const)('the card of %s is gone with its record', async (kind) => {
  const id = await { news: publishNews, about: publishAbout, features: newFeature }[kind](app);
  const path = await cardOf(`/${kind}/details/${id}`);
  await expectPicture(path);
  await hide(app, kind, id);
  expect((await app.get(path)).status).toBe(404);
});

test('a calculation has a card with its sum, which is drawn for each who asks', async () => {
  const sold = { package_name: 'শাপলা', installation_cost: '5000', monthly_charge: '1200' };
  await app.changes.write(['packages'], (transaction) =>
    addPackageGroup(transaction, { name: 'স্কুল', sms_price: '0.5', packages: [sold] }, 1),
  );
  const [id] = await idsOf(app, 'packages');
  const path = await cardOf(`${pages.packages}?students=450&sms=1000`);
  expect(path).toMatch(new RegExp(`^/card/packages-${id}-450-1000-[0-9a-f]{12}\\.jpg$`));
  const bytes = await expectPicture(path);
  expect(app.cache.get(path)).toBeNull();
  expect(bytes.equals(await expectPicture(await cardOf(`${pages.packages}?students=450`)))).toBe(false);
  expect((await app.get(path.replace('-450-', '-0-'))).status).toBe(404);
});

test('many who ask for one card at once get the same one', async () => {
  const path = await cardOf(pages.newsDetails(await publishNews(app, { title: 'একসঙ্গে অনেকে' })));
  const answers = await Promise.all(Array.from({ length: 30 }, () => app.get(path)));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
});

test('the card of what staff saved is there before anybody asks for it, and is not drawn anew for another', async () => {
  const owner = await sessionOf(app, await hireStaff(app));
  const { image_key: _, ...fields } = admissionNews;
  const form = { ...fields, image: await dataUrl(640, 360), status: true };
  expect((await sendAs(app, owner, 'POST', adminCalls.news, form)).status).toBe(201);
  const path = await cardOf(pages.newsDetails((await idsOf(app, 'news')).at(-1) ?? 0));
  await expect.poll(() => app.cache.get(path), { timeout: 30_000 }).not.toBeNull();
  const drawn = app.cache.get(path);
  await publishNews(app);
  await expectPicture(path);
  // Another process may tell of the change once more by now; the drawn card is kept all the same.
  expect(app.cache.getStale(path)).toBe(drawn);
});

test('twenty cards that are asked for at once wait their turn', { tags: ['full'] }, async () => {
  const paths: string[] = [];
  for (let number = 1; number <= 20; number++)
    paths.push(await cardOf(pages.newsDetails(await publishNews(app, { title: `খবর ${number}` }))));
  const answers = await Promise.all(paths.map((path) => app.get(path)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test('a page that is not there has no card and no canonical address', async () => {
  const { text } = await app.get('/nothing-here', asBrowser);
  expect(text).not.toContain('og:image');
  expect(text).not.toContain('rel="canonical"');
  expect(text).not.toContain('ld+json');
});

async function newFeature(): Promise<number> {
  const { key } = await addPicture(app, 300, 300);
  await app.changes.write(['features'], (transaction) =>
    addFeature(transaction, { title: 'হাজিরা', image_key: key, categoryIds: [], sort_order: 1 }),
  );
  return (await idsOf(app, 'features')).at(-1) ?? 0;
}
