// @module-tag full
import type { IncomingMessage } from 'node:http';
import { chromium, type Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { wholeChromiumPath } from '../helpers/chromium.ts';
import { soon, wake } from './helpers/page.ts';
import { openSite, phone } from './helpers/site.ts';

const site = openSite();

/** The paths that browsers fetch ahead from now on, as the server sees it. */
function fetchedAhead(): string[] {
  const asked: string[] = [];
  site.app.http.server.on('request', ({ headers, url = '' }: IncomingMessage) => {
    if (String(headers['sec-purpose']).startsWith('prefetch')) asked.push(url);
  });
  return asked;
}

/** Presses a link that leads nowhere this time. */
async function press(page: Page, link: string): Promise<void> {
  await page.evaluate(() =>
    addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true }),
  );
  await page.locator(link).click();
}

test('a stitch at the top edge tells that a page is on its way, and goes half a second after it came', async () => {
  const page = await site.visit();
  const going = () => page.locator('html').evaluate((html) => 'going' in html.dataset);
  await soon(going).toBe(false);
  // The page notes it itself: while it is left it may be gone before it is asked.
  await page.evaluate(() => {
    const root = document.documentElement;
    new MutationObserver(() => {
      if (!('going' in root.dataset)) return;
      const { position, top, backgroundImage } = getComputedStyle(document.body, '::before');
      sessionStorage.setItem('stitch', `${position} ${top} ${backgroundImage !== 'none'}`);
    }).observe(root, { attributes: true });
  });
  await page.locator('.site-nav').getByRole('link', { name: 'প্যাকেজ' }).click();
  await page.waitForURL(`**${pages.packages}`);
  expect(await page.evaluate(() => sessionStorage.getItem('stitch'))).toBe('fixed 0px true');
  await soon(going).toBe(false);
});

test('a link of ours is fetched when the pointer rests on it, the sign-in and files are not', async () => {
  const page = await site.visit();
  const asked = fetchedAhead();
  await page.locator('.site-nav a[href="/packages"]').hover();
  await soon(() => asked).toEqual([pages.packages]);
  // A press needs no resting: what it fetches ahead is asked for before what the next press fetches.
  await press(page, '.site-header a[href="/login"]');
  await press(page, '.site-nav a[href="/about"]');
  await soon(() => asked).toEqual([pages.packages, pages.about]);
});

test('whoever saves data gets no font, nothing fetched ahead, and rows that stand still', async () => {
  const fonts: string[] = [];
  const page = await site.visit('/', {
    before: async (page) => {
      page.on('request', (request) => request.url().includes('woff2') && fonts.push(request.url()));
      await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    },
  });
  const asked = fetchedAhead();
  await press(page, '.site-nav a[href="/packages"]');
  const row = await wake(page, 'client-carousel');
  await row.locator('.carousel-view[data-live]').waitFor();
  expect(await row.getByRole('button', { name: 'চালান' }).count()).toBe(1);
  expect([...asked, ...fonts]).toEqual([]);
});

test('a page that was left comes back as it was', async (context) => {
  // Other journeys run without the back/forward cache, as Playwright sets it, and in a browser that has none.
  const executablePath = wholeChromiumPath() ?? '';
  context.skip(executablePath === '', 'Only a whole Chromium keeps pages that were left');
  const browser = await chromium.launch({
    executablePath,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: phone, height: 844 }, serviceWorkers: 'block' });
    await page.goto(site.app.url + pages.packages);
    await page.evaluate(() => {
      document.body.dataset.mark = 'left here';
      addEventListener('pageshow', ({ persisted }) => {
        document.body.dataset.persisted = String(persisted);
      });
    });
    await page.goto(site.app.url + pages.clients);
    await page.goBack({ waitUntil: 'commit' });
    await soon(() => page.locator('body').getAttribute('data-persisted')).toBe('true');
    expect(await page.locator('body').getAttribute('data-mark')).toBe('left here');
    await soon(() => page.locator('html').evaluate((html) => 'going' in html.dataset)).toBe(false);
  } finally {
    await browser.close();
  }
});
