// @module-tag full
import { expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { clientWithStory } from '../helpers/content.ts';
import { Carousel } from './helpers/carousel.ts';
import { sidewaysScroll, soon } from './helpers/page.ts';
import { openSite } from './helpers/site.ts';

const site = openSite();
const narrow = 360;

test('without JavaScript a head finds madrasas, those of the own district, a story and the form', async () => {
  const page = await site.visit(pages.clients, { width: narrow, javaScriptEnabled: false });
  await page.getByLabel('প্রতিষ্ঠানের ধরন').selectOption('মাদ্রাসা');
  await page.getByRole('button', { name: 'দেখুন' }).click();
  await page.getByText('২টি প্রতিষ্ঠান').waitFor();
  await page.getByLabel('জেলা', { exact: true }).selectOption('ফেনী');
  await page.getByRole('button', { name: 'দেখুন' }).click();
  await page.getByText('আপনার জেলায় ১টি প্রতিষ্ঠান').waitFor();
  expect(await page.locator('.clients-grid img').count()).toBe(1);
  await page.getByRole('link', { name: 'দারুল হিকমা আলিম মাদ্রাসা' }).click();
  await page.getByRole('heading', { level: 1, name: 'দারুল হিকমা আলিম মাদ্রাসা' }).waitFor();
  for (const word of ['ইবতেদায়ি', 'দাখিল', 'হিফজ', 'মাওলানা নুরুল ইসলাম'])
    expect(await page.locator('article').innerText()).toContain(word.normalize('NFC'));
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('button', { name: 'ডেমো চাই' }).click();
  await page.waitForURL(`**${pages.clientStory(await clientWithStory(site.app))}?demo=1#demo`);
  expect(await page.locator('.field-error').count()).toBeGreaterThan(0);

  await page.goto(`${pages.clients}?district=ভোলা`);
  await page.getByText('তালিকায় আপনার জেলার কোনো প্রতিষ্ঠান এখনো নেই।').waitFor();
  await page.locator('.clients-none a').click();
  await page.waitForURL('**#demo');
});

test('a logo of the moving row leads to the story; what is out of view is not reached by the keyboard', async () => {
  const page = await site.visit(pages.home, { width: 1440, reducedMotion: 'reduce' });
  const carousel = await Carousel.of(page, 'client');
  const [told = []] = [await carousel.told()];
  const reached = await carousel.row
    .locator('a')
    .evaluateAll((all) => all.filter((link) => !link.closest('[inert]')).map((link) => link.getAttribute('href')));
  expect(told).toHaveLength(8);
  expect(reached).toHaveLength(2);
  await carousel.row.getByRole('link', { name: 'দারুল হিকমা' }).click();
  await page.waitForURL(`**${pages.clientStory(await clientWithStory(site.app))}`);
  await page.goBack();
  const story = page.getByRole('link', { name: 'প্রতিষ্ঠানটির গল্প' }).first();
  await story.scrollIntoViewIfNeeded();
  await soon(() => story.getAttribute('href')).toMatch(/^\/clients\/\d+$/);
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
