// @module-tag full
import { expect, test } from 'vitest';
import { adminPages } from '#paths.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { scrollThrough, sidewaysScroll } from '../helpers/page.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

test('a page of eight blocks is made and put in order by keyboard, and reads well on the phone', async () => {
  const page = await office.enter(adminPages.pages, { width: 1366 });
  const screen = new Screen(page);
  await screen.field('Title').fill('কওমি ও হিফজ মাদ্রাসার জন্য');
  await screen.field('Address').fill('for/hifz');
  await screen.field('Description').fill('জামাত, কিতাব ও সবকের হিসাব এক জায়গায়।');
  await page.locator('.rich-text-area').click();
  await page.locator('[contenteditable=true]').fill('তাইসির থেকে দাওরা পর্যন্ত প্রতিটি জামাতের নম্বর।');
  const blocks = ['scene', 'statistics', 'features', 'packages', 'clients', 'testimonials', 'demo', 'faq'];
  for (const block of blocks) await page.getByLabel('Below the text').selectOption(block);
  await screen.button('Move up: Questions').press('Enter');
  expect(await faultsInBothThemes(page, 'form.form-card')).toEqual([]);
  await screen.submit.press('Enter');
  await page.getByText('Created successfully').first().waitFor();

  const site = await office.site.visit('/for/hifz', { width: 360 });
  const headings = await site.getByRole('heading', { level: 2 }).allTextContents();
  expect(headings.indexOf('সাধারণ জিজ্ঞাসা')).toBe(headings.indexOf('নিজের প্রতিষ্ঠানের জন্য ডেমো চাই') - 1);
  await scrollThrough(site);
  expect(await sidewaysScroll(site)).toBe(0);
  expect(await faultsInBothThemes(site)).toEqual([]);
});
