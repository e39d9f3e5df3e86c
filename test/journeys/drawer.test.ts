// @module-tag full
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { menuLinks } from '#site/layout/links.ts';
import { focused, soon } from './helpers/page.ts';
import { openSite, phone } from './helpers/site.ts';

const site = openSite();

async function openDrawer(before = async (_: Page): Promise<unknown> => undefined) {
  const page = await site.visit('/', { width: phone, before });
  const opener = page.getByRole('button', { name: 'মেনু খুলুন' });
  await opener.click();
  const drawer = page.getByRole('dialog', { name: 'মেনু' });
  await drawer.waitFor();
  return { page, drawer, opener: page.locator('[data-drawer-open]') };
}

/** Answers with a function that waits until the window has heard this event and the page was drawn after it. */
async function noted(page: Page, type: 'click' | 'wheel'): Promise<() => Promise<void>> {
  await page.evaluate((type) => {
    const note = () => requestAnimationFrame(() => document.body.setAttribute('data-noted', type));
    addEventListener(type, () => requestAnimationFrame(note), { once: true, passive: true });
  }, type);
  return () => soon(() => page.locator('body').getAttribute('data-noted')).toBe(type);
}

const focusIsInDrawer = (page: Page) => page.evaluate(() => Boolean(document.activeElement?.closest('dialog')));

test('opens with every link of the menu, the demo and the sign-in, and the focus inside', async () => {
  const { page, drawer, opener } = await openDrawer();
  expect(await opener.getAttribute('aria-expanded')).toBe('true');
  expect(await focused(page)).toBe('মেনু বন্ধ করুন');
  const hrefs = await drawer.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual([
    '/',
    pages.search,
    ...menuLinks.map((link) => link.href),
    '/#demo',
    expect.stringMatching(/^tel:/),
    expect.stringMatching(/^https:\/\/wa\.me\//),
    '/login',
  ]);
  expect(await drawer.getByRole('link', { name: 'হোম' }).getAttribute('aria-current')).toBe('page');
});

test('holds the focus, whichever way Tab goes', async () => {
  const { page } = await openDrawer();
  for (const key of ['Tab', 'Shift+Tab']) {
    let inside = 0;
    for (let press = 0; press < 18; press++) {
      await page.keyboard.press(key);
      // Between the last and the first the browser's own controls may have it, never the page behind.
      const where = await focused(page);
      const isInside = await focusIsInDrawer(page);
      if (isInside) inside++;
      expect(isInside || where === 'nothing', `${key} led to ${where}`).toBe(true);
    }
    expect(inside).toBeGreaterThan(12);
  }
});

test('closes by Escape, the scrim and its button, and the focus goes back; a tap on its own ground leaves it open', async () => {
  const { page, drawer, opener } = await openDrawer();
  const box = await drawer.boundingBox();
  // Heard last of all, so that whatever closes the drawer has been at work.
  const tapped = await noted(page, 'click');
  await page.touchscreen.tap((box?.x ?? 0) + 8, 600);
  await tapped();
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.touchscreen.tap(20, 400),
    () => drawer.getByRole('button', { name: 'মেনু বন্ধ করুন' }).click(),
  ]) {
    expect(await drawer.isVisible()).toBe(true);
    await close();
    await soon(() => drawer.count()).toBe(0);
    await soon(() => opener.getAttribute('aria-expanded')).toBe('false');
    expect(await focused(page)).toBe('মেনু খুলুন');
    await opener.click();
  }
});

test('locks the page behind it', async () => {
  const { page, drawer } = await openDrawer();
  const scrolled = () => page.evaluate(() => scrollY);
  const turned = await noted(page, 'wheel');
  await page.mouse.move(20, 400);
  await page.mouse.wheel(0, 600);
  await turned();
  expect(await scrolled()).toBe(0);
  await page.keyboard.press('Escape');
  await soon(() => drawer.count()).toBe(0);
  await page.mouse.move(20, 410);
  await page.mouse.wheel(0, 600);
  await soon(scrolled).toBeGreaterThan(0);
});

test('its demo link closes it and opens the form, with the focus in the first field', async () => {
  const { page, drawer } = await openDrawer();
  await drawer.getByRole('link', { name: 'ডেমো চাই' }).click();
  await soon(() => focused(page)).toBe('demo-name');
  expect(await drawer.count()).toBe(0);
});

describe('In a browser without modal dialogs', () => {
  const takeModals = (page: Page) =>
    page.addInitScript(() => {
      for (const name of ['showModal', 'close'])
        Object.defineProperty(HTMLDialogElement.prototype, name, { value: undefined, writable: true });
    });

  test('it opens, holds the focus and closes by Escape or its button, with the focus back', async () => {
    const { page, drawer, opener } = await openDrawer(takeModals);
    expect(await focused(page)).toBe('মেনু বন্ধ করুন');
    expect(await opener.getAttribute('aria-expanded')).toBe('true');
    for (const key of ['Shift+Tab', 'Shift+Tab', 'Tab']) {
      await page.keyboard.press(key);
      await soon(() => focusIsInDrawer(page)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await soon(() => drawer.count()).toBe(0);
    expect(await opener.getAttribute('aria-expanded')).toBe('false');
    expect(await focused(page)).toBe('মেনু খুলুন');
    await opener.click();
    await drawer.getByRole('button', { name: 'মেনু বন্ধ করুন' }).click();
    await soon(() => drawer.count()).toBe(0);
    expect(await focused(page)).toBe('মেনু খুলুন');
  });

  test('without its script the button leads to the menu in the footer', async () => {
    site.expectTrouble(/ERR_|Failed to fetch dynamically/);
    const page = await site.visit('/', { width: phone, before: takeModals });
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'মেনু খুলুন' }).click();
    await page.waitForURL('**/#footer-navigation');
  });
});
