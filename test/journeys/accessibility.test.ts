// @module-tag full
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { clientWithStory, idsOf, linkVideosToFilms, visitor } from '../helpers/content.ts';
import { openForm } from './helpers/demo-form.ts';
import { faultsInBothThemes, faultsOf } from './helpers/faults-of.ts';
import { leftBelowFooter, pageWithTabs, scrollThrough, sidewaysScroll, soon, tabsReady, wake } from './helpers/page.ts';
import { desktop, openSite, phone } from './helpers/site.ts';

const site = openSite();

beforeAll(() => linkVideosToFilms(site.app));
beforeEach(async () => {
  site.expectTrouble(/404 .*\/nothing-here/);
  await site.app.database.deleteFrom('rate_limits').execute();
});

/** Every page of its own kind but the first one, and one of each record. */
async function furtherPages(): Promise<string[]> {
  const last = async (table: 'news' | 'about') => (await idsOf(site.app, table)).at(-1) ?? 0;
  return [
    pages.about,
    pages.features,
    pages.packages,
    pages.clients,
    `${pages.clients}?district=ঢাকা`,
    `${pages.clients}?district=ভোলা`,
    pages.clientStory(await clientWithStory(site.app)),
    pages.news,
    `${pages.news}?page=4`,
    pages.downloads,
    pages.offline,
    pages.search,
    pages.searchFor('ভর্তি'),
    pages.searchFor('কিছুই নেই এমন'),
    '/nothing-here',
    await pageWithTabs(site.app),
    pages.newsDetails(await last('news')),
    pages.aboutDetails(await last('about')),
  ];
}

// First: of a page that was shown before, the answer from then may stand in.
test('axe finds nothing in both themes on the open drawer, nor on the page of an error', async () => {
  site.expectTrouble(/500/);
  const page = await site.visit('/', { width: phone, reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'মেনু খুলুন' }).click();
  expect(await faultsInBothThemes(page)).toEqual([]);

  const { cache, database } = site.app;
  const rename = async (from: string, to: string) => {
    await database.schema.alterTable(from).renameTo(to).execute();
    cache.invalidate(['downloads']);
  };
  await rename('downloads', 'lost_downloads');
  try {
    await page.goto(pages.downloads);
    await page.getByText('Failed to load').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
  } finally {
    await rename('lost_downloads', 'downloads');
  }
});

describe.each([desktop, phone])('axe finds nothing at %i px in both themes', (width) => {
  // Colours are measured where nothing moves or fades.
  const look = { width, reducedMotion: 'reduce' } as const;

  test('on the home page with all its islands alive', async () => {
    const page = await site.visit('/', look);
    await scrollThrough(page);
    for (const island of ['load-more', 'client-carousel', 'testimonial-carousel', 'videos']) await wake(page, island);
    await page.locator('.facade').first().click({ force: true });
    await page.locator('iframe').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  test('on any other page, which has one first heading, is not too wide and ends with its footer', async () => {
    const page = await site.visit(pages.about, look);
    for (const path of await furtherPages()) {
      await page.goto(path);
      await tabsReady(page);
      expect(await faultsInBothThemes(page), path).toEqual([]);
      expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1);
      expect(await sidewaysScroll(page), path).toBeLessThanOrEqual(0);
      expect(await leftBelowFooter(page), path).toBeLessThan(1);
    }
  }, 240_000);

  test('on the form with errors, and after success', async () => {
    site.expectTrouble(/422/);
    const page = await site.visit('/', look);
    const form = await openForm(page);
    await form.submit.click();
    await soon(() => form.errorOf('name')).not.toBeNull();
    expect(await faultsInBothThemes(page, '.hero')).toEqual([]);
    await form.fill({ ...visitor(0), email: `axe-${width}@shapla.example` });
    await form.submit.click();
    await form.toast.hover();
    expect(await faultsInBothThemes(page, '.hero', '.toasts')).toEqual([]);
  });
});

test.each([true, false])(
  'no page scrolls sideways at 320 px, nor with letters of twice the size (script: %s)',
  async (javaScriptEnabled) => {
    const options = { width: 320, reducedMotion: 'reduce', isMobile: false, javaScriptEnabled } as const;
    const page = await site.visit(pages.home, options);
    const largest = javaScriptEnabled ? 200 : 100;
    for (const path of [pages.home, ...(await furtherPages())]) {
      await page.goto(path);
      for (let size = 100; size <= largest; size += 50) {
        await page.evaluate((size) => document.documentElement.style.setProperty('font-size', `${size}%`), size);
        expect(await sidewaysScroll(page), `${path} at ${size} %`).toBeLessThanOrEqual(0);
      }
      for (const width of [768, 1024, 320]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await sidewaysScroll(page), `${path} at ${largest} % and ${width} px`).toBeLessThanOrEqual(0);
      }
    }
  },
  240_000,
);

test('a page that is only read costs a phone nothing: no drawing of it moves without end', async () => {
  const page = await site.visit(pages.home, { width: phone });
  for (const path of [pages.home, ...(await furtherPages())]) {
    await page.goto(path);
    const endless = () =>
      document.getAnimations().filter((animation) => animation.effect?.getTiming().iterations === Infinity).length;
    expect(await page.evaluate(endless), path).toBe(0);
  }
});

test.each([desktop, phone])('axe finds nothing without JavaScript at %i px', async (width) => {
  // axe is a script itself: the page comes without its own ones instead.
  const page = await site.visit('/', {
    width,
    reducedMotion: 'reduce',
    before: (page) =>
      page.route(`${site.app.url}/`, async (route) => {
        const answer = await route.fetch();
        const html = (await answer.text()).replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/<\/?noscript>/g, '');
        await route.fulfill({ response: answer, body: html });
      }),
  });
  expect(await page.locator('html').getAttribute('class')).toBeNull();
  expect(await faultsOf(page)).toEqual([]);
});
