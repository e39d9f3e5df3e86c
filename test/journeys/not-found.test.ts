// @module-tag full
import { expect, test } from 'vitest';
import { sidewaysScroll } from './helpers/page.ts';
import { openSite, phone } from './helpers/site.ts';

const site = openSite({ content: 'none' });

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
  await page.locator('#demo-name').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'মূল পাতায় ফিরুন' }).click();
  expect(new URL(page.url()).pathname).toBe('/');
});
