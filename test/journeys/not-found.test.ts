// @module-tag full
import { describe, expect, test } from 'vitest';
import { sidewaysScroll } from './helpers/page.ts';
import { desktop, openSite, phone } from './helpers/site.ts';

const site = openSite({ content: 'none' });

describe.each([desktop, phone])('An address that is not there, at %i px', (width) => {
  test.each(['/nothing-here', '/এমন-পাতা-নেই', '/news/details/999999', '/features/details/x'])(
    '%s is a page of its own with status 404',
    async (path) => {
      site.expectTrouble(/404/);
      const page = await site.visit('about:blank', { width });
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      expect(answer?.headers()['content-type']).toBe('text/html; charset=utf-8');
      expect(await page.title()).toBe('পথ হারিয়ে গেছে | প্রাঙ্গণ');
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('পথ হারিয়ে গেছে');
      expect(await page.locator('main').innerText()).toContain('৪০৪');
      expect(await page.locator('main').getByRole('link', { name: 'এই সাইটে খুঁজুন' }).isVisible()).toBe(true);
      expect(await sidewaysScroll(page)).toBe(0);
      await page.getByRole('link', { name: 'মূল পাতায় ফিরুন' }).click();
      expect(new URL(page.url()).pathname).toBe('/');
    },
  );
});

test('the menu and the theme work there too', async () => {
  site.expectTrouble(/404/);
  const page = await site.visit('/nothing-here', { width: phone, colorScheme: 'light' });
  await page.getByRole('button', { name: 'মেনু খুলুন' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'রাতের রং' }).click();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.getByRole('dialog').getByRole('link', { name: 'ডেমো চাই' }).click();
  await page.waitForURL('**/#demo');
  await page.locator('#demo-name').waitFor();
});
