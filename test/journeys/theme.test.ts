// @module-tag full
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { soon } from './helpers/page.ts';
import { openSite, phone } from './helpers/site.ts';

const site = openSite();

const theme = (page: Page) => page.locator('html').getAttribute('data-theme');
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const toggle = (page: Page) => page.locator('.site-header').getByRole('button', { name: 'রাতের রং' });

/** Notes the theme at the moment when the page gets its first thing to paint. */
const noteFirst = (page: Page) =>
  page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.body) return;
      watch.disconnect();
      sessionStorage.setItem('first theme', document.documentElement.dataset.theme ?? 'none');
    });
    watch.observe(document, { childList: true, subtree: true });
  });
const first = (page: Page) => page.evaluate(() => sessionStorage.getItem('first theme'));

test.each(['light', 'dark'] as const)(
  'who chose nothing gets the system’s %s colours from the first paint, and without JavaScript too',
  async (colorScheme) => {
    const page = await site.visit('/', { colorScheme, before: noteFirst });
    expect(await first(page)).toBe(colorScheme);
    expect(await theme(page)).toBe(colorScheme);
    expect(await toggle(page).getAttribute('aria-pressed')).toBe(String(colorScheme === 'dark'));
    const plain = await site.visit('/', { colorScheme, javaScriptEnabled: false });
    for (const colours of [await ground(page), await ground(plain)]) {
      const [red = 0] = colours.match(/[\d.]+/g)?.map(Number) ?? [];
      expect(red > 127).toBe(colorScheme === 'light');
    }
  },
);

test('on paper it is always day: what is written is dark, and nothing is painted over it', async () => {
  const page = await site.visit(pages.packages, { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  const inks = await page.evaluate(() =>
    ['--ink', '--ink-2', '--ink-3'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)),
  );
  // Of the three parts of each the first digit is below 8: dark.
  for (const ink of inks) expect(ink).toMatch(/#([0-7][\da-f]){3}/);
  const over = await page
    .locator('.ledger-tab')
    .first()
    .evaluate((tab) => getComputedStyle(tab, '::before').display);
  expect(over).toBe('none');
});

test('the button of the menu turns day into evening, and the choice is there before the first paint of the next visit', async () => {
  const look = { width: phone, colorScheme: 'light' } as const;
  const page = await site.visit('/', { ...look, serviceWorkers: 'allow', before: noteFirst });
  const day = await ground(page);
  await page.getByRole('button', { name: 'মেনু খুলুন' }).click();
  const button = page.getByRole('button', { name: 'রাতের রং' }).filter({ visible: true });
  await button.click();
  expect(await theme(page)).toBe('dark');
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  const night = await ground(page);
  expect(night).not.toBe(day);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  expect(await first(page)).toBe('dark');
  expect(await ground(page)).toBe(night);
});

test('the choice is there before the first paint of the next page, and soon for whom our worker does not know yet', async () => {
  const page = await site.visit('/', { colorScheme: 'light', before: noteFirst });
  await toggle(page).click();
  await page.locator('.site-header').getByRole('link', { name: 'প্যাকেজ' }).click();
  await page.waitForURL(`**${pages.packages}`);
  expect(await first(page)).toBe('dark');
  await page.goto(pages.features);
  await soon(() => theme(page)).toBe('dark');
  await soon(() => toggle(page).getAttribute('aria-pressed')).toBe('true');
});

test('where the browser keeps nothing, the button still works for this page', async () => {
  const page = await site.visit('/', {
    colorScheme: 'dark',
    before: (page) =>
      page.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('denied', 'SecurityError');
          },
        });
        window.onceCalm = [];
        window.requestIdleCallback = (todo) => window.onceCalm.push(todo as () => void);
      }),
  });
  expect(await theme(page)).toBe('dark');
  await toggle(page).click();
  // What the page left for later undoes nothing.
  await page.evaluate(() => {
    for (const todo of window.onceCalm) todo();
  });
  expect(await theme(page)).toBe('light');
  expect(await toggle(page).getAttribute('aria-pressed')).toBe('false');
});

declare global {
  interface Window {
    onceCalm: (() => void)[];
  }
}
