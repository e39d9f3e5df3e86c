// @module-tag full
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { linkVideosToFilms } from '../helpers/content.ts';
import { scrollThrough, soon } from './helpers/page.ts';
import { watchShifts } from './helpers/shifts.ts';
import { desktop, openSite, phone } from './helpers/site.ts';

const site = openSite();
beforeAll(() => linkVideosToFilms(site.app));

describe.each([desktop, phone])('The first load at %i px', (width) => {
  test.each([pages.home, pages.search])(
    'brings at most 5 KB of script before anything is touched: %s',
    async (path) => {
      const scripts: string[] = [];
      const page = await site.visit(path, {
        width,
        before: async (page) =>
          page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url())),
      });
      await page.waitForLoadState('networkidle');
      expect(scripts).toEqual([]);
      const inline = await page
        .locator('script:not([type="application/ld+json"], [type=speculationrules])')
        .evaluateAll((all) => all.map((script) => script.textContent ?? '').join(''));
      expect(Buffer.byteLength(inline)).toBeGreaterThan(0);
      expect(Buffer.byteLength(inline)).toBeLessThanOrEqual(5 * 1024);
    },
  );

  test('moves nothing and asks for nothing twice, while it comes and is scrolled through, and only for fonts of our own', async () => {
    const asked: string[] = [];
    const page = await site.visit('/', {
      width,
      before: async (page) => {
        page.on('request', (request) => asked.push(request.url()));
        await watchShifts(page);
      },
    });
    await soon(() => loadedFonts(page)).toHaveLength(3);
    for (let times = 0; times < 2; times++) {
      await page.waitForLoadState('networkidle');
      await scrollThrough(page);
    }
    const shifts = await page.evaluate(() => window.shifts);
    expect(
      shifts.reduce((sum, { value }) => sum + value, 0),
      JSON.stringify(shifts),
    ).toBeLessThanOrEqual(0.01);
    expect(asked.filter((url, index) => asked.indexOf(url) !== index)).toEqual([]);
    const fonts = asked.filter((url) => url.includes('.woff2'));
    expect(fonts.length).toBeGreaterThan(0);
    for (const url of fonts) expect(url).toMatch(new RegExp(`^${site.app.url}/assets/`));
  });
});

test('our fonts come after the first paint, and at once on the next page; Latin letters of headings when there are any', async () => {
  const page = await site.visit();
  await soon(() => loadedFonts(page)).toEqual(['Prangon Sans', 'Prangon Sans', 'Prangon Serif']);
  await page.evaluate(() => document.querySelector('.section-head h2')?.prepend('SMS '));
  await soon(() => loadedFonts(page)).toEqual(['Prangon Sans', 'Prangon Sans', 'Prangon Serif', 'Prangon Serif']);
  await page.locator('.site-header').getByRole('link', { name: 'প্যাকেজ' }).click();
  await page.waitForURL('**/packages');
  expect(await page.locator('[data-fonts]').getAttribute('media')).toBe('all');
  await soon(() => loadedFonts(page)).toContain('Prangon Serif');
});

test('a font that never answers does not keep the page from being laid out to its end', async () => {
  let asked: Promise<unknown> | undefined;
  const page = await site.visit('/', {
    before: async (page) => {
      await page.clock.install();
      await page.route(/\.woff2$/, () => undefined);
      asked = page.waitForRequest(/\.woff2$/);
    },
  });
  await asked;
  expect(await page.locator('.later').count()).toBeGreaterThan(0);
  await page.clock.fastForward(30_000);
  await soon(() => page.locator('.later').count()).toBe(0);
});

/** The families of our own font files that the page has, sorted. */
function loadedFonts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.fonts]
      .filter(({ weight, status }) => status === 'loaded' && weight === '400 700')
      .map(({ family }) => family.replaceAll('"', ''))
      .sort(),
  );
}
