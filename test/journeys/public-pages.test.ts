// @module-tag full
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { clientWithStory, idsOf } from '../helpers/content.ts';
import { Carousel } from './helpers/carousel.ts';
import { faultsOf } from './helpers/faults-of.ts';
import { hold } from './helpers/hold.ts';
import { focused, laidOut, pageWithTabs, section, sidewaysScroll, soon, tabsReady } from './helpers/page.ts';
import { desktop, openSite, phone } from './helpers/site.ts';

const site = openSite();

test('every link of the home page and of the pages it leads to has a page', async () => {
  const seen = new Map<string, string>([[pages.home, 'the address bar']]);
  for (const [path] of seen) {
    const answer = await site.app.get(path, { accept: 'text/html' });
    expect(answer.status, `${path}, from ${seen.get(path)}`).toBe(200);
    if (!String(answer.headers['content-type']).startsWith('text/html')) continue;
    for (const [, href = ''] of answer.text.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)) {
      const { origin, pathname, search } = new URL(href.replaceAll('&amp;', '&'), site.app.url + path);
      if (origin === site.app.url && !seen.has(pathname + search)) seen.set(pathname + search, path);
    }
  }
  expect(seen.size).toBeGreaterThan(40);
}, 120_000);

describe('The tabs of a feature', () => {
  const open = async (width = desktop, hash = '') => {
    const page = await site.visit((await pageWithTabs(site.app)) + hash, { width });
    await tabsReady(page);
    return page;
  };

  test('the first category and its first part are chosen; a category opens at its first part, an address at its own', async () => {
    const page = await open();
    expect(await chosen(page)).toEqual(['শিক্ষার্থীর হাজিরা', 'দৈনিক হাজিরা']);
    await tab(page, 'যন্ত্রে হাজিরা').click();
    expect(await chosen(page)).toEqual(['শিক্ষার্থীর হাজিরা', 'যন্ত্রে হাজিরা']);
    const { hash } = new URL(page.url());
    expect(hash).toMatch(/^#part-\d+$/);
    await tab(page, 'শিক্ষক ও কর্মচারী').click();
    expect((await chosen(page))[0]).toBe('শিক্ষক ও কর্মচারী');
    await tab(page, 'শিক্ষার্থীর হাজিরা').click();
    expect(await chosen(page)).toEqual(['শিক্ষার্থীর হাজিরা', 'দৈনিক হাজিরা']);
    expect(await page.getByRole('tabpanel').count()).toBe(2);

    const other = await open(phone, hash);
    expect(await chosen(other)).toEqual(['শিক্ষার্থীর হাজিরা', 'যন্ত্রে হাজিরা']);
    const last = tab(other, 'প্রতিবেদন');
    await other.evaluate((hash) => location.assign(hash), (await last.getAttribute('href')) ?? '');
    await soon(async () => (await chosen(other))[0]).toBe('প্রতিবেদন');
    const { x, width } = (await last.boundingBox()) ?? { x: -1, width: 0 };
    expect(x, 'its row is scrolled').toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(phone);
  });

  test('are walked by arrow keys, with one stop for each row', async () => {
    const page = await open();
    await tab(page, 'শিক্ষার্থীর হাজিরা').focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toContain('tab-category-');
    expect((await chosen(page))[0]).toBe('শিক্ষক ও কর্মচারী');
    await page.keyboard.press('End');
    expect((await chosen(page))[0]).toBe('প্রতিবেদন');
    await page.keyboard.press('ArrowDown');
    expect(await chosen(page)).toEqual(['শিক্ষার্থীর হাজিরা', 'দৈনিক হাজিরা']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    expect(await chosen(page)).toEqual(['শিক্ষার্থীর হাজিরা', 'বিষয়ভিত্তিক']);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect((await chosen(page))[1]).toBe('ছুটির দিন');
  });

  test('keys pressed before their code came are not lost', async () => {
    const page = await site.visit(await pageWithTabs(site.app));
    const code = await hold(page, /\/assets\/feature-tabs\.island/);
    await page.getByRole('link', { name: 'শিক্ষার্থীর হাজিরা', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    code.release();
    await soon(() => chosen(page)).toContain('ছুটি ব্যবস্থাপনা');
    expect(await tab(page, 'ছুটি ব্যবস্থাপনা').evaluate((link) => link === document.activeElement)).toBe(true);
  });

  test('when their code never comes, the links still choose', async () => {
    site.expectTrouble(/feature-tabs|ERR_FAILED/);
    const page = await site.visit(await pageWithTabs(site.app), {
      before: (page) => page.route('**/feature-tabs*', (route) => route.abort()),
    });
    await page.getByRole('link', { name: 'প্রতিবেদন', exact: true }).click();
    await soon(() => page.locator('.tab-set > .tab-panel').evaluateAll(shownHeadings)).toContain('প্রতিবেদন');
    expect(await page.locator('.tab-set > .tab-panel').evaluateAll(shownHeadings)).not.toContain('শিক্ষার্থীর হাজিরা');
  });

  test('without JavaScript every part is a plain section under its heading', async () => {
    const page = await site.visit(await pageWithTabs(site.app), { javaScriptEnabled: false });
    for (const name of ['শিক্ষার্থীর হাজিরা', 'শিক্ষক ও কর্মচারী', 'প্রতিবেদন'])
      expect(await page.getByRole('heading', { level: 2, name, exact: true }).isVisible()).toBe(true);
    for (const name of ['দৈনিক হাজিরা', 'যন্ত্রে হাজিরা'])
      expect(await page.getByRole('heading', { level: 3, name, exact: true }).isVisible()).toBe(true);
    expect(await page.getByRole('tab').count()).toBe(0);
  });
});

test('the address of a text is copied, or passed on by the sheet of a phone; without JavaScript there are links', async () => {
  const path = pages.newsDetails((await idsOf(site.app, 'news')).at(-1) ?? 0);
  const address = site.app.settings.publicUrl + path;
  const page = await site.visit(path, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'লিংক কপি করুন' }).click();
  await page.getByText('লিংক কপি হয়েছে।').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  const sheet = (on: Page) => on.getByRole('button', { name: 'অন্য অ্যাপে পাঠান' });
  const messenger = (on: Page) => on.getByRole('link', { name: 'মেসেঞ্জারে পাঠান' });
  expect([await messenger(page).count(), await sheet(page).count()]).toEqual([0, 0]);

  const onPhone = await site.visit(path, {
    width: phone,
    before: (page) =>
      page.addInitScript(() => {
        navigator.share = async (data) => {
          document.body.dataset.shared = data?.url ?? '';
        };
      }),
  });
  await sheet(onPhone).click();
  await soon(() => onPhone.locator('body').getAttribute('data-shared')).toBe(address);
  expect(await messenger(onPhone).getAttribute('href')).toBe(
    `fb-messenger://share/?link=${encodeURIComponent(address)}`,
  );

  const plain = await site.visit(path, { javaScriptEnabled: false });
  expect(await plain.getByRole('button', { name: 'লিংক কপি করুন' }).count()).toBe(0);
  for (const name of ['ফেসবুকে শেয়ার করুন', 'হোয়াটসঅ্যাপে পাঠান']) {
    const link = plain.getByRole('link', { name });
    expect(await link.getAttribute('href')).toMatch(/^https:\/\//);
    const { width = 0, height = 0 } = (await link.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
});

test('without JavaScript a head finds madrasas, those of the own district, and a story', async () => {
  const page = await site.visit(pages.clients, { width: 360, javaScriptEnabled: false });
  await page.getByLabel('প্রতিষ্ঠানের ধরন').selectOption('মাদ্রাসা');
  await page.getByRole('button', { name: 'দেখুন' }).click();
  await page.getByText('২টি প্রতিষ্ঠান').waitFor();
  await page.getByLabel('জেলা', { exact: true }).selectOption('ফেনী');
  await page.getByRole('button', { name: 'দেখুন' }).click();
  await page.getByText('আপনার জেলায় ১টি প্রতিষ্ঠান').waitFor();
  expect(await page.locator('.clients-grid img').count()).toBe(1);
  await page.getByRole('link', { name: 'দারুল হিকমা আলিম মাদ্রাসা' }).click();
  await page.getByRole('heading', { level: 1, name: 'দারুল হিকমা আলিম মাদ্রাসা' }).waitFor();
});

test('a logo of the moving row leads to the story; what is out of view is not reached by the keyboard', async () => {
  const page = await site.visit(pages.home, { width: 1440, reducedMotion: 'reduce' });
  const { row } = await Carousel.of(page, 'client');
  const links = row.locator('a');
  expect(await links.evaluateAll((all) => all.filter((link) => !link.closest('[inert]')).length)).toBe(2);
  await row.getByRole('link', { name: 'দারুল হিকমা' }).click();
  await page.waitForURL(`**${pages.clientStory(await clientWithStory(site.app))}`);
});

test('On a phone the software comes early: a tour to swipe, whose screens lead to their features', async () => {
  const viewport = { width: 360, height: 740 };
  const page = await site.visit('/', { width: phone, viewport, reducedMotion: 'reduce' });
  await page.locator('#features-heading').evaluate((heading) => heading.scrollIntoView());
  await laidOut(page);
  const tops = await page.evaluate(() =>
    ['features-heading', 'packages-heading'].map((id) => {
      const section = document.querySelector(`section[aria-labelledby=${id}]`);
      return ((section?.getBoundingClientRect().top ?? Number.NaN) + window.scrollY) / window.innerHeight;
    }),
  );
  expect(tops[0], 'screens above the features').toBeLessThan(4.2);
  expect(tops[1], 'screens above the prices').toBeLessThan(6);

  const tour = page.locator('.screen-row');
  const screens = tour.getByRole('link');
  expect(await screens.count()).toBe(12);
  await tour.scrollIntoViewIfNeeded();
  const places = () =>
    screens.evaluateAll((all) => all.map((screen) => Math.round(screen.getBoundingClientRect().left)));
  const before = await places();
  await tour.evaluate((row) => row.scrollBy({ left: 260, behavior: 'instant' }));
  await soon(async () => (await places())[1]).toBeLessThan(before[1] ?? 0);
  expect(await sidewaysScroll(page)).toBe(0);
  const picture = screens.nth(1).locator('img');
  await soon(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

  await screens.nth(1).tap();
  await page.waitForURL('**/features/details/*');
  await page.locator('.feature-screens .screen img').waitFor();
  expect(await page.locator('h1').innerText()).toBe('বেতন ও ফি আদায়');
  expect(await sidewaysScroll(page)).toBe(0);
  await page.locator('#demo').scrollIntoViewIfNeeded();
  expect(await faultsOf(page)).toEqual([]);
});

test('In a wide window the buttons move the tour by a screen and round its ends, also by keyboard', async () => {
  const page = await site.visit('/', { width: desktop, reducedMotion: 'reduce' });
  await laidOut(page);
  const tour = section(page, 'ফিচার');
  const [previous, next] = ['আগের', 'পরের'].map((name) => tour.getByRole('button', { name })) as [Locator, Locator];
  /** The screen at the left edge, and whether the row is at its end. */
  const place = () =>
    tour.locator('.screen-row').evaluate((row) => {
      const { left } = row.getBoundingClientRect();
      const first = [...row.children].findIndex((screen) => screen.getBoundingClientRect().left > left - 5);
      return row.scrollLeft + row.clientWidth >= row.scrollWidth - 5 ? 'end' : first;
    });
  await next.click();
  await soon(place).toBe(1);
  await previous.focus();
  for (const expected of [0, 'end']) {
    await page.keyboard.press('Enter');
    await soon(place).toBe(expected);
  }
  await next.click();
  await soon(place).toBe(0);
});

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

function tab(page: Page, name: string) {
  return page.getByRole('tab', { name, exact: true });
}

function chosen(page: Page): Promise<string[]> {
  return page.getByRole('tab', { selected: true }).allInnerTexts();
}

function shownHeadings(panels: Element[]): string[] {
  return panels
    .filter((panel) => panel.checkVisibility())
    .map((panel) => panel.querySelector('h2, h3')?.textContent ?? '');
}
