// @module-tag full
import { beforeAll, expect, test } from 'vitest';
import { clients } from '#content/clients/kind.server.ts';
import { addDownload } from '#content/downloads/kind.server.ts';
import { addFeatureCategory } from '#content/features/categories/data.server.ts';
import { addFeature } from '#content/features/data.server.ts';
import { writeFeatureContent } from '#content/features/details/data.server.ts';
import { addPackageGroup } from '#content/packages/kind.server.ts';
import { statistics } from '#content/statistics/kind.server.ts';
import { testimonials } from '#content/testimonials/kind.server.ts';
import { videos } from '#content/videos/kind.server.ts';
import { pages } from '#paths.ts';
import { addSettings } from '../../src/content/settings/data.server.ts';
import { publishAbout, publishManyNews, publishNews, unknownClient } from '../helpers/content.ts';
import { scrollThrough, section, sidewaysScroll, soon, wake } from './helpers/page.ts';
import { desktop, openSite } from './helpers/site.ts';

const site = openSite({ content: 'none' });

/** A word of 55 letters, which no narrow column holds, behind conjuncts that stand high and hang low. */
const word = 'বিশ্ববিদ্যালয়সংশ্লিষ্টব্যবস্থাপনাকর্তৃপক্ষনির্ধারিত';
const long = `${'র্কী ক্ষু স্ত্রূ ষ্ট্র হ্ন প্রতিষ্ঠানের '.repeat(4)}${word}`;
let addresses: string[];

beforeAll(async () => {
  const { app } = site;
  const image_key = null;
  const news = await publishNews(app, { title: long, short_title: long, description: long });
  const about = await publishAbout(app, { title: long, short_description: long, description: long });
  const kinds = ['statistics', 'features', 'packages', 'clients', 'testimonials', 'videos', 'downloads', 'vendor'];
  const { featureId, clientId } = await app.changes.write(kinds, async (transaction) => {
    for (const [sort_order, statistics_count] of ['260000', '123456789012', long].entries())
      await statistics.add(transaction, { statistics_title: long, statistics_count, image_key, sort_order });
    const prices = { package_name: long, installation_cost: long, monthly_charge: '125000' };
    await addPackageGroup(transaction, { name: long, packages: [prices, { ...prices, package_name: 'ক' }] }, 0);
    const story = `<h2>${long}</h2><p>${long}</p>`;
    const clientId = await clients.add(transaction, { ...unknownClient, title: long, kind: long, story });
    await testimonials.add(transaction, { name: long, position: long, description: long, image_key, sort_order: 0 });
    await videos.add(transaction, { gallery_title: long, gallery_link: 'https://youtu.be/prangon0f0c', sort_order: 0 });
    await addDownload(transaction, { title: long, link: 'https://example.com/x.pdf', file_key: null, sort_order: 0 });
    const category = await addFeatureCategory(transaction, { category_name: long, subCategories: [long] }, 0);
    const [subCategoryId = 0] = category.subCategoryIds;
    const feature = { title: long, image_key, categoryIds: [category.id], sort_order: 0 };
    const featureId = await addFeature(transaction, feature);
    await writeFeatureContent(transaction, { featureId, subCategoryId, content: `<h3>${long}</h3><p>${long}</p>` });
    const email = 'a-long-address.for-visitors@subdomain.example-company.com';
    const inScene = ['title', 'lead', 'school', 'grade', 'exam'].map((name) => [name, long]);
    const scene = JSON.stringify({
      ...Object.fromEntries(inScene),
      message: `{name} ${long}`,
      pupils: Array(7).fill(word).join('\n'),
      fees: `${long} ৯৯৯৯৯৯৯`,
      marks: `${long} ১০০\n${word} ০`,
    });
    const name = long.slice(0, 80);
    await addSettings(transaction, { name, tagline: long, email, address: long, hero_lead: long, scene });
    return { featureId, clientId };
  });
  addresses = [
    pages.home,
    pages.about,
    pages.features,
    pages.packages,
    pages.clients,
    pages.news,
    pages.downloads,
    pages.newsDetails(news),
    pages.aboutDetails(about),
    pages.featureDetails(featureId),
    pages.clientStory(clientId),
    `${pages.clients}?district=ঢাকা`,
    '/no-such-page',
  ];
});

test.each([320, 768, desktop])(
  'long names and words without a gap stay in a window of %i px',
  async (width) => {
    site.expectTrouble(/404/);
    const page = await site.visit(pages.packages, { width, reducedMotion: 'reduce' });
    for (const address of addresses) {
      await page.goto(address);
      await scrollThrough(page);
      expect(await sidewaysScroll(page), address).toBeLessThanOrEqual(0);
      const header = await page.locator('.site-header').boundingBox();
      expect(header?.height, address).toBeLessThan(80);
    }
  },
  120_000,
);

test('figures are what staff wrote: a number in Bengali digits, words as they are', async () => {
  const page = await site.visit('/');
  // They are perhaps not laid out yet, and have no text that is seen.
  const figures = await page.locator('.figures b').allTextContents();
  expect(figures).toEqual(['২,৬০,০০০', '১,২৩,৪৫,৬৭,৮৯,০১২', long.normalize('NFC')]);
});

/** One character to a reader, four conjoined letters and a vowel sign to a machine. */
const conjunct = 'স্ত্র্যী';
const limits = [
  ['short title', '.kicker', 68],
  ['title', '.news-title', 40],
  ['description', '.news-rest p', 168],
] as const;

test('texts of a card are cut at 68, 40 and 168 characters as a reader counts them, never inside a conjunct', async () => {
  const long = conjunct.repeat(200);
  await publishNews(site.app, { date: '2027-01-02', short_title: long, title: long, description: long });
  const fits = (length: number) => conjunct.repeat(length);
  await publishNews(site.app, { date: '2027-01-01', short_title: fits(68), title: fits(40), description: fits(168) });
  const page = await site.visit();
  const cards = section(page, 'খবর ও ঘোষণা').getByRole('article');
  for (const [what, selector, limit] of limits) {
    const text = (index: number) => cards.nth(index).locator(selector).textContent();
    expect(await text(0), what).toBe(`${fits(limit)}...`);
    expect(await text(1), what).toBe(fits(limit));
  }
});

test('cards that Load More brings are cut in the same places', async () => {
  // Newer ones push the long one to the second page.
  await publishNews(site.app, {
    date: '2025-01-01',
    title: 'র্ক্ষ্যু ক্ষ্মৈ ষ্ট্রিং '.repeat(20),
    description: 'জ্ঞ্যাঁ ন্দ্রৌ ত্ত্বে '.repeat(60),
  });
  await publishManyNews(site.app, 5);
  const page = await site.visit();
  await wake(page, 'load-more');
  await page.locator('.load-more a').click();
  const byScript = section(page, 'খবর ও ঘোষণা').getByRole('article').last();
  await soon(() => byScript.getByRole('heading').textContent()).toMatch(/^র্ক্ষ্যু.*\.\.\.$/);
  const plain = await site.visit('/news?page=2', { javaScriptEnabled: false });
  const byServer = plain.getByRole('article').last();
  for (const [what, selector] of limits)
    expect(await byScript.locator(selector).textContent(), what).toBe(await byServer.locator(selector).textContent());
});
