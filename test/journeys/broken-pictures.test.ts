// @module-tag full
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { soon } from './helpers/page.ts';
import { openSite } from './helpers/site.ts';

const site = openSite();

/** The colours near its upper left corner, where a browser draws its own sign for what did not come. */
async function corner(picture: Locator): Promise<Set<string>> {
  const part = { left: 6, top: 6, width: 12, height: 12 };
  const pixels = await sharp(await picture.screenshot())
    .extract(part)
    .removeAlpha()
    .raw()
    .toBuffer();
  return new Set(Array.from({ length: 144 }, (_, index) => String([...pixels.subarray(index * 3, index * 3 + 3)])));
}

test('a picture whose file does not come gives way to our drawing, a logo to its name', async () => {
  site.expectTrouble(/\/media\//);
  const page = await site.visit(pages.news, { before: (page) => page.route('**/media/**', (route) => route.abort()) });
  const picture = page.locator('.picture').first();
  await soon(() => corner(picture)).toEqual(new Set(['221,243,230']));
  await page.goto(pages.clients);
  const logo = page.locator('.client-cell img').first();
  await soon(() => corner(logo)).toEqual(new Set(['255,255,255']));
  expect(await logo.evaluate((img) => getComputedStyle(img, '::after').content)).toContain(
    await logo.getAttribute('alt'),
  );
});
