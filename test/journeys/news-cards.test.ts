// @module-tag full
import { expect, test } from 'vitest';
import { publishManyNews, publishNews } from '../helpers/content.ts';
import { section, soon, wake } from './helpers/page.ts';
import { openSite } from './helpers/site.ts';

const site = openSite({ content: 'none' });

/** One character to a reader, four conjoined letters and a vowel sign to a machine. */
const conjunct = 'স্ত্র্যী';
const limits = [
  ['short title', '.kicker', 68],
  ['title', '.news-title', 40],
  ['description', '.news-rest p', 168],
] as const;

test('texts of a card are cut at 68, 40 and 168 characters as a reader counts them, never inside a conjunct', async () => {
  const long = conjunct.repeat(200);
  await publishNews(site.app, { date: '2026-11-02', short_title: long, title: long, description: long });
  const fits = (length: number) => conjunct.repeat(length);
  await publishNews(site.app, { date: '2026-11-01', short_title: fits(68), title: fits(40), description: fits(168) });
  const page = await site.visit();
  const cards = section(page, 'খবর ও ঘোষণা').getByRole('article');
  for (const [what, selector, limit] of limits) {
    const text = (index: number) => cards.nth(index).locator(selector).textContent();
    expect(await text(0), what).toBe(`${fits(limit)}...`);
    expect(await text(1), what).toBe(fits(limit));
  }
});

test('cards that Load More brings are cut in the same places', async () => {
  // Seven newer ones push the long one to the second page.
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
