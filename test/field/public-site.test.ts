import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { brand, brandAtNight } from '../../src/brand.ts';
import { linkVideosToFilms, visitor } from '../helpers/content.ts';
import { storedRequests } from '../helpers/demo-requests.ts';
import { Carousel } from '../journeys/helpers/carousel.ts';
import { DemoForm } from '../journeys/helpers/demo-form.ts';
import { laidOut, section, sidewaysScroll, soon, wake } from '../journeys/helpers/page.ts';
import { desktop, openSite, phone } from '../journeys/helpers/site.ts';
import { canRunOldBrowsers, oldBrowser } from './helpers/old-browsers.ts';

const site = openSite({ browser: () => oldBrowser(92) });
beforeAll(() => linkVideosToFilms(site.app));

describe.skipIf(!canRunOldBrowsers)('In Chromium 92', () => {
  const open = (path = '/') => site.visit(path, { width: phone, reducedMotion: 'reduce' });

  test('the menu opens over the page, and closes', async () => {
    const page = await open();
    await page.locator('[data-drawer-open]').click();
    const menu = page.getByRole('dialog', { name: 'মেনু' });
    await menu.waitFor();
    expect(await colourOf(menu, 'backgroundColor')).toBe(rgb('#024e36'));
    await menu.locator('[data-drawer-close]').first().click();
    await menu.waitFor({ state: 'hidden' });
  });

  test('a demo request is stored once', async () => {
    const page = await open();
    const form = new DemoForm(page);
    await form.toggle.press('Enter');
    const typed = visitor(92);
    await form.fill(typed);
    expect(await borderOf(form.field('name'))).toBe(`1px ${rgb(brand.lineStrong)}`);
    await form.submit.press('Enter');
    await form.sent.waitFor();
    const { rows } = await storedRequests(site.app);
    expect(rows.filter(({ email }) => email === typed.email)).toHaveLength(1);
  });

  test('more news come', { tags: ['full'] }, async () => {
    const page = await open();
    const more = (await wake(page, 'load-more')).locator('.load-more a, a.load-more, a').last();
    await more.press('Enter');
    await soon(() => section(page, 'খবর ও ঘোষণা').getByRole('article').count()).toBe(12);
  });

  test('a carousel moves on', { tags: ['full'] }, async () => {
    const page = await open();
    const carousel = await Carousel.of(page, 'testimonial');
    await carousel.pause.press('Enter');
    await carousel.comesToRest();
    const before = await carousel.shown();
    await carousel.next.press('Enter');
    await soon(() => carousel.shown()).not.toEqual(before);
  });

  test('a film plays in its place', async () => {
    const page = await open();
    const gallery = await wake(page, 'videos');
    await gallery.locator('.video-card a').first().press('Enter');
    await gallery.locator('iframe').waitFor();
  });

  test('the search offers hits while somebody types', { tags: ['full'] }, async () => {
    const page = await open(pages.search);
    await page.getByRole('searchbox').click();
    await page.locator('[data-island="search-box"][data-awake="yes"]').waitFor();
    await page.keyboard.type('ভর্তি');
    await page.getByRole('option').first().click();
    await page.waitForURL(/details/);
  });

  test('the price calculator recommends a package', { tags: ['full'] }, async () => {
    const page = await open(pages.packages);
    await page.getByLabel('প্রতিষ্ঠানের ধরন').selectOption('মাদ্রাসা');
    await page.getByLabel('শিক্ষার্থীর সংখ্যা').fill('৪৫০');
    await page.getByRole('button', { name: 'খরচ দেখুন' }).click();
    const quote = page.getByRole('article', { name: 'পল্লব' });
    await quote.waitFor();
    expect(await quote.innerText()).toContain('৳ ২১,৪০০');
  });

  test.each([
    { colorScheme: 'light', ground: brand.bg, ink: brand.ink, action: brand.flame, onAction: brand.onSolid },
    { colorScheme: 'dark', ground: brandAtNight.bg, ink: '#eeefe6', action: '#f68c58', onAction: '#081614' },
  ] as const)(
    'the home page has its colours and places by the $colorScheme theme',
    { tags: ['full'] },
    async ({ colorScheme, ...colours }) => {
      for (const width of [360, desktop]) {
        const page = await site.visit('/', { width, colorScheme });
        await laidOut(page);
        expect(await page.evaluate(() => navigator.userAgent)).toContain('Chrome/92.');
        expect(await colourOf(page.locator('html'), 'backgroundColor')).toBe(rgb(colours.ground));
        expect(await colourOf(page.locator('h1'), 'color')).toBe(rgb(colours.ink));
        const action = page.locator('[data-demo-toggle]').first();
        expect(await colourOf(action, 'backgroundColor')).toBe(rgb(colours.action));
        expect(await colourOf(action, 'color')).toBe(rgb(colours.onAction));
        expect((await action.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        // Of the container queries of the header, which this browser does not know.
        expect(await page.locator('.site-nav').isVisible()).toBe(width === desktop);
        expect(await sidewaysScroll(page)).toBe(0);
      }
    },
  );
});

function colourOf(element: Locator, property: 'color' | 'backgroundColor'): Promise<string> {
  return element.evaluate((node, property) => getComputedStyle(node)[property], property);
}

function borderOf(field: Locator): Promise<string> {
  return field.evaluate((node) => {
    const { borderTopWidth, borderTopColor } = getComputedStyle(node);
    return `${borderTopWidth} ${borderTopColor}`;
  });
}

function rgb(hex: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${parts.join(', ')})`;
}
