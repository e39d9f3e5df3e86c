// @module-tag full
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { clientWithStory, idsOf } from '../helpers/content.ts';
import { faultsInBothThemes } from './helpers/faults-of.ts';
import { hold } from './helpers/hold.ts';
import { focused, leftBelowFooter, sidewaysScroll, soon } from './helpers/page.ts';
import { desktop, openSite, phone } from './helpers/site.ts';

const site = openSite();

const lists = [pages.about, pages.features, pages.packages, pages.clients, pages.downloads];

async function allPages(): Promise<string[]> {
  const last = async (table: 'news' | 'about') => (await idsOf(site.app, table)).at(-1) ?? 0;
  return [
    ...lists,
    `${pages.clients}?district=ঢাকা`,
    `${pages.clients}?district=ভোলা`,
    pages.clientStory(await clientWithStory(site.app)),
    pages.featureDetails(await attendance()),
    pages.newsDetails(await last('news')),
    pages.aboutDetails(await last('about')),
  ];
}

/** The feature of the mock-ups. */
async function attendance(): Promise<number> {
  const { id } = await site.app.database
    .selectFrom('features')
    .select('id')
    .where('title', '=', 'হাজিরা ও উপস্থিতি')
    .executeTakeFirstOrThrow();
  return id;
}

describe.each([desktop, phone])('At %i px in both themes', (width) => {
  test('axe finds nothing on any page, the headings have no gap, and nothing is too wide', async () => {
    const page = await site.visit(pages.about, { width, reducedMotion: 'reduce' });
    for (const path of await allPages()) {
      await page.goto(path);
      await tabsReady(page);
      expect(await faultsInBothThemes(page), path).toEqual([]);
      expect(await sidewaysScroll(page), path).toBe(0);
      expect(await leftBelowFooter(page), path).toBeLessThan(1);
      const levels = await page
        .locator('main :is(h1,h2,h3,h4,h5,h6)')
        .evaluateAll((all) =>
          all.filter((heading) => heading.checkVisibility()).map((heading) => Number(heading.tagName[1])),
        );
      expect(
        levels.filter((level) => level === 1),
        path,
      ).toHaveLength(1);
      expect(
        levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1),
        path,
      ).toEqual([]);
    }
  }, 120_000);
});

test.each([
  { kind: 'a phone', widths: [320] },
  { kind: 'a desk', widths: [768, 1024] },
])('Without JavaScript no page is wider than a window of $widths px, on $kind', async ({ widths }) => {
  const page = await site.visit(pages.about, { width: widths[0] ?? 0, javaScriptEnabled: false });
  for (const path of await allPages()) {
    await page.goto(path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sidewaysScroll(page), `${path} at ${width} px`).toBe(0);
    }
  }
});

test('a page that is only read costs a phone nothing: no drawing of it moves without end', async () => {
  const page = await site.visit(pages.home, { width: phone });
  for (const path of [pages.home, ...(await allPages())]) {
    await page.goto(path);
    const endless = () =>
      document.getAnimations().filter((animation) => animation.effect?.getTiming().iterations === Infinity).length;
    expect(await page.evaluate(endless), path).toBe(0);
  }
});

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
  const open = async (width = desktop, hash = '', options = {}) => {
    const page = await site.visit(pages.featureDetails(await attendance()) + hash, { width, ...options });
    await tabsReady(page);
    return page;
  };

  test('the first category and its first part are chosen; a category opens at its first part', async () => {
    const page = await open();
    expect(await chosen(page)).toEqual(['শিক্ষার্থীর হাজিরা', 'দৈনিক হাজিরা']);
    await tab(page, 'যন্ত্রে হাজিরা').click();
    expect(await chosen(page)).toEqual(['শিক্ষার্থীর হাজিরা', 'যন্ত্রে হাজিরা']);
    await tab(page, 'শিক্ষক ও কর্মচারী').click();
    expect((await chosen(page))[0]).toBe('শিক্ষক ও কর্মচারী');
    await tab(page, 'শিক্ষার্থীর হাজিরা').click();
    expect(await chosen(page)).toEqual(['শিক্ষার্থীর হাজিরা', 'দৈনিক হাজিরা']);
    expect(await page.getByRole('tabpanel').count()).toBe(2);
  });

  test('the address leads to a part, also when it changes', async () => {
    const page = await open();
    await tab(page, 'যন্ত্রে হাজিরা').click();
    const { hash } = new URL(page.url());
    expect(hash).toMatch(/^#part-\d+$/);
    const other = await open(desktop, hash);
    expect(await chosen(other)).toEqual(['শিক্ষার্থীর হাজিরা', 'যন্ত্রে হাজিরা']);
    const category = (await tab(other, 'প্রতিবেদন').getAttribute('href')) ?? '';
    await other.evaluate((hash) => location.assign(hash), category);
    await soon(async () => (await chosen(other))[0]).toBe('প্রতিবেদন');
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
    const page = await site.visit(pages.featureDetails(await attendance()));
    const code = await hold(page, /\/assets\/feature-tabs\.island/);
    await page.getByRole('link', { name: 'শিক্ষার্থীর হাজিরা', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    code.release();
    await soon(() => chosen(page)).toContain('ছুটি ব্যবস্থাপনা');
    expect(await tab(page, 'ছুটি ব্যবস্থাপনা').evaluate((link) => link === document.activeElement)).toBe(true);
  });

  test('on a phone the rows are scrolled so that the chosen tab is in view', async () => {
    const page = await open(phone);
    await tab(page, 'প্রতিবেদন').evaluate((link) => (link as HTMLElement).click());
    const { x, width } = (await tab(page, 'প্রতিবেদন').boundingBox()) ?? { x: -1, width: 0 };
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(phone);
  });

  test('when their code never comes, the links still choose', async () => {
    site.expectTrouble(/feature-tabs|ERR_FAILED/);
    const page = await site.visit(pages.featureDetails(await attendance()), {
      before: (page) => page.route('**/feature-tabs*', (route) => route.abort()),
    });
    await page.getByRole('link', { name: 'প্রতিবেদন', exact: true }).click();
    await soon(() => page.locator('.tab-set > .tab-panel').evaluateAll(shownHeadings)).toContain('প্রতিবেদন');
    expect(await page.locator('.tab-set > .tab-panel').evaluateAll(shownHeadings)).not.toContain('শিক্ষার্থীর হাজিরা');
  });

  test('without JavaScript every part is a plain section under its heading', async () => {
    const page = await site.visit(pages.featureDetails(await attendance()), { javaScriptEnabled: false });
    for (const name of ['শিক্ষার্থীর হাজিরা', 'শিক্ষক ও কর্মচারী', 'প্রতিবেদন'])
      expect(await page.getByRole('heading', { level: 2, name, exact: true }).isVisible()).toBe(true);
    for (const name of ['দৈনিক হাজিরা', 'যন্ত্রে হাজিরা'])
      expect(await page.getByRole('heading', { level: 3, name, exact: true }).isVisible()).toBe(true);
    expect(await page.getByRole('tab').count()).toBe(0);
  });
});

test('the address of a text can be copied; without JavaScript that is not offered', async () => {
  const path = (await allPages()).find((each) => each.startsWith('/news/details/')) ?? '';
  const page = await site.visit(path, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'লিংক কপি করুন' }).click();
  await page.getByText('লিংক কপি হয়েছে।').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.app.settings.publicUrl + path);
  for (const name of ['ফেসবুকে শেয়ার করুন', 'হোয়াটসঅ্যাপে পাঠান']) {
    const link = page.getByRole('link', { name });
    expect(await link.getAttribute('href')).toMatch(/^https:\/\//);
    const { width = 0, height = 0 } = (await link.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  const plain = await site.visit(path, { javaScriptEnabled: false });
  expect(await plain.getByRole('button', { name: 'লিংক কপি করুন' }).count()).toBe(0);
});

test('a phone offers its own sheet to pass a page on, and Messenger', async () => {
  const path = (await allPages()).find((each) => each.startsWith('/news/details/')) ?? '';
  const page = await site.visit(path, {
    width: phone,
    before: (page) =>
      page.addInitScript(() => {
        navigator.share = async (data) => {
          document.body.dataset.shared = data?.url ?? '';
        };
      }),
  });
  await page.getByRole('button', { name: 'অন্য অ্যাপে পাঠান' }).click();
  const address = site.app.settings.publicUrl + path;
  await soon(() => page.locator('body').getAttribute('data-shared')).toBe(address);
  const messenger = page.getByRole('link', { name: 'মেসেঞ্জারে পাঠান' });
  expect(await messenger.getAttribute('href')).toBe(`fb-messenger://share/?link=${encodeURIComponent(address)}`);
  const wide = await site.visit(path);
  expect(await wide.getByRole('link', { name: 'মেসেঞ্জারে পাঠান' }).count()).toBe(0);
  expect(await wide.getByRole('button', { name: 'অন্য অ্যাপে পাঠান' }).count()).toBe(0);
});

function tab(page: Page, name: string) {
  return page.getByRole('tab', { name, exact: true });
}

function chosen(page: Page): Promise<string[]> {
  return page.getByRole('tab', { selected: true }).allInnerTexts();
}

/** Tabs come with a small script of their own, once they are pointed at. */
async function tabsReady(page: Page): Promise<void> {
  if (!page.url().includes('/features/details/')) return;
  const tabs = page.locator('[data-island="feature-tabs"]');
  await tabs.dispatchEvent('pointerenter');
  await tabs.and(page.locator('[data-awake=yes]')).waitFor();
}

function shownHeadings(panels: Element[]): string[] {
  return panels
    .filter((panel) => panel.checkVisibility())
    .map((panel) => panel.querySelector('h2, h3')?.textContent ?? '');
}
