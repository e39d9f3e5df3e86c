// @module-tag full
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { clientWithStory, idsOf, linkVideosToFilms, visitor } from '../helpers/content.ts';
import { openForm } from './helpers/demo-form.ts';
import { faultsInBothThemes, faultsOf } from './helpers/faults-of.ts';
import { scrollThrough, sidewaysScroll, soon, wake } from './helpers/page.ts';
import { desktop, openSite, phone } from './helpers/site.ts';

const site = openSite();

beforeAll(() => linkVideosToFilms(site.app));
beforeEach(async () => {
  await site.app.database.deleteFrom('rate_limits').execute();
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

describe('axe finds nothing in both themes', () => {
  test('on the open drawer', async () => {
    const page = await site.visit('/', { width: phone, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'মেনু খুলুন' }).click();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  test('on a page that is not there, and on the news', async () => {
    site.expectTrouble(/404/);
    const page = await site.visit('/nothing-here', { reducedMotion: 'reduce' });
    for (const path of ['/nothing-here', '/news', '/news?page=4']) {
      await page.goto(path);
      expect(await faultsInBothThemes(page), path).toEqual([]);
    }
  });
});

/** Pages beside those of `public-pages.test.ts`. */
const furtherPages = [pages.offline, pages.search, pages.searchFor('ভর্তি'), pages.searchFor('কিছুই নেই এমন')];

test.each([
  { width: desktop, colorScheme: 'dark' },
  { width: phone, colorScheme: 'light' },
] as const)('axe finds nothing offline and in searches at $width px in $colorScheme colours', async (look) => {
  const page = await site.visit(pages.offline, { ...look, reducedMotion: 'reduce' });
  for (const path of furtherPages) {
    await page.goto(path);
    expect(await faultsOf(page), path).toEqual([]);
  }
});

test('axe finds nothing on the page of an error', async () => {
  site.expectTrouble(/500/);
  await site.app.database.schema.alterTable('downloads').renameTo('lost_downloads').execute();
  try {
    site.app.cache.invalidate(['downloads']);
    const page = await site.visit(pages.downloads, { width: phone, reducedMotion: 'reduce' });
    expect(await page.getByText('Failed to load').count()).toBe(1);
    expect(await faultsInBothThemes(page)).toEqual([]);
  } finally {
    await site.app.database.schema.alterTable('lost_downloads').renameTo('downloads').execute();
    site.app.cache.invalidate(['downloads']);
  }
});

/** Every page of its own kind, and one of each record. */
async function everyPage(): Promise<string[]> {
  const first = async (table: 'news' | 'features' | 'about') => (await idsOf(site.app, table))[0] ?? 0;
  return [
    pages.home,
    pages.about,
    pages.features,
    pages.packages,
    pages.clients,
    `${pages.clients}?district=ভোলা`,
    pages.clientStory(await clientWithStory(site.app)),
    pages.news,
    pages.downloads,
    ...furtherPages,
    pages.newsDetails(await first('news')),
    pages.featureDetails(await first('features')),
    pages.aboutDetails(await first('about')),
  ];
}

test('no page scrolls sideways at 320 px, nor with letters of twice the size', async () => {
  const page = await site.visit(pages.home, { width: 320, reducedMotion: 'reduce', isMobile: false });
  for (const path of await everyPage()) {
    await page.goto(path);
    for (const size of [100, 150, 200]) {
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', `${size}%`), size);
      expect(await sidewaysScroll(page), `${path} at ${size} %`).toBeLessThanOrEqual(0);
    }
    for (const width of [768, 1024, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sidewaysScroll(page), `${path} at 200 % and ${width} px`).toBeLessThanOrEqual(0);
    }
  }
}, 120_000);

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
