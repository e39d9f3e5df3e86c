// @module-tag full
import { describe, expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { said } from '../helpers/specified-texts.ts';
import { faultsOf } from './helpers/faults-of.ts';
import { focused, scrollThrough, sidewaysScroll, soon } from './helpers/page.ts';
import { desktop, openSite, phone } from './helpers/site.ts';

const site = openSite({ content: 'none' });

describe.each([320, phone, desktop])('A site without content at %i px', (width) => {
  test('says Data Not Found! in one line of every section of staff, and nothing is broken', async () => {
    const page = await site.visit('/', { width, reducedMotion: 'reduce' });
    await scrollThrough(page);
    const sections = page.locator('main section:not(.hero)');
    expect(await sections.count()).toBe(9);
    for (const section of await sections.all()) {
      expect(await section.getByRole('heading', { level: 2 }).count()).toBe(1);
      expect((await section.boundingBox())?.height).toBeLessThan(width === 320 ? 120 : 96);
      expect(await section.getByText(said.noData, { exact: true }).count()).toBe(1);
      expect(await section.getByText('এখানে এখনো কিছু রাখা হয়নি।').count()).toBe(1);
    }
    expect(await page.getByText('Load More').count()).toBe(0);
    expect(await page.locator('main img, main iframe, main table').count()).toBe(0);
    expect(await page.locator('main').evaluate((main) => main.scrollHeight)).toBeLessThan(2 * 844);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
  });
});

test('its page of news says so too', async () => {
  const page = await site.visit('/news');
  expect(await page.getByText(said.noData).count()).toBe(1);
  expect(await page.locator('main nav a').count()).toBe(0);
});

test('no link of its pages leads to a place that is not there', async () => {
  const page = await site.visit();
  for (const path of [pages.home, pages.packages]) {
    await page.goto(path);
    const links = await page
      .locator('a[href*="#"]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    for (const link of new Set(links)) {
      await page.goto(link);
      expect(await page.locator(`[id="${new URL(link).hash.slice(1)}"]`).count(), link).toBe(1);
    }
  }
});

test('an address that is not there has a page that leads on, with menu and theme', async () => {
  site.expectTrouble(/404/);
  const page = await site.visit('/এমন-পাতা-নেই', { width: phone, colorScheme: 'light' });
  expect(await page.title()).toBe('পথ হারিয়ে গেছে | প্রাঙ্গণ');
  expect(await page.locator('main').innerText()).toContain('৪০৪');
  expect(await page.locator('main').getByRole('link', { name: 'এই সাইটে খুঁজুন' }).isVisible()).toBe(true);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('button', { name: 'মেনু খুলুন' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'রাতের রং' }).click();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.getByRole('dialog').getByRole('link', { name: 'ডেমো চাই' }).click();
  await page.waitForURL('**/#demo');
  await soon(() => focused(page)).toBe('demo-name');
  await page.goBack();
  await page.getByRole('link', { name: 'মূল পাতায় ফিরুন' }).click();
  expect(new URL(page.url()).pathname).toBe('/');
});
