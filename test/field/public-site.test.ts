import { expect, test } from 'vitest';
import { openSite } from '../journeys/helpers/site.ts';
import { oldBrowser } from './helpers/old-browsers.ts';

const site = openSite({ browser: () => oldBrowser(92) });

test('the home page opens in Chromium 92', async () => {
  const page = await site.visit('/');
  expect(await page.evaluate(() => navigator.userAgent)).toContain('Chrome/92.');
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
});
