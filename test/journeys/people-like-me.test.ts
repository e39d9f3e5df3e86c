// @module-tag full
import { expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { clientWithStory } from '../helpers/content.ts';
import { Carousel } from './helpers/carousel.ts';
import { openSite } from './helpers/site.ts';

const site = openSite();

test('without JavaScript a head finds madrasas, those of the own district, and a story', async () => {
  const page = await site.visit(pages.clients, { width: 360, javaScriptEnabled: false });
  await page.getByLabel('প্রতিষ্ঠানের ধরন').selectOption('মাদ্রাসা');
  await page.getByRole('button', { name: 'দেখুন' }).click();
  await page.getByText('২টি প্রতিষ্ঠান').waitFor();
  await page.getByLabel('জেলা', { exact: true }).selectOption('ফেনী');
  await page.getByRole('button', { name: 'দেখুন' }).click();
  await page.getByText('আপনার জেলায় ১টি প্রতিষ্ঠান').waitFor();
  expect(await page.locator('.clients-grid img').count()).toBe(1);
  await page.getByRole('link', { name: 'দারুল হিকমা আলিম মাদ্রাসা' }).click();
  await page.getByRole('heading', { level: 1, name: 'দারুল হিকমা আলিম মাদ্রাসা' }).waitFor();
});

test('a logo of the moving row leads to the story; what is out of view is not reached by the keyboard', async () => {
  const page = await site.visit(pages.home, { width: 1440, reducedMotion: 'reduce' });
  const { row } = await Carousel.of(page, 'client');
  const links = row.locator('a');
  expect(await links.evaluateAll((all) => all.filter((link) => !link.closest('[inert]')).length)).toBe(2);
  await row.getByRole('link', { name: 'দারুল হিকমা' }).click();
  await page.waitForURL(`**${pages.clientStory(await clientWithStory(site.app))}`);
});

test.each([
  [360, 3],
  [768, 5],
  [1440, 7],
])('no logo stands alone in the last row of a window of %i px', async (width, columns) => {
  const page = await site.visit(pages.clients, { width });
  const items = page.locator('.clients-grid > li');
  // Whatever their number, down from all of the sample's.
  for (let count = await items.count(); count > columns; count--) {
    const tops = await items.evaluateAll((all) => all.map((item) => item.getBoundingClientRect().top));
    expect(tops.filter((top) => top === tops.at(-1)).length, `${count} logos`).toBeGreaterThan(1);
    await items.last().evaluate((item) => item.remove());
  }
});
