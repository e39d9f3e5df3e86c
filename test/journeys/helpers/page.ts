import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Reads again until it is as expected: `await soon(() => box.count()).toBe(1)`. */
export function soon<T>(read: () => T | Promise<T>, timeout = 30_000, message = '') {
  return expect.poll(read, { timeout, interval: 40, message });
}

/** Scrolls to an island and waits until it answers to the reader. */
export async function wake(page: Page, island: string): Promise<Locator> {
  const element = page.locator(`[data-island="${island}"]`);
  await element.evaluate((node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.locator(`[data-island="${island}"][data-awake="yes"]`).waitFor();
  return element;
}

/** Puts the caret at an end of the editor. Some 20 ms after it got the focus, it puts back the selection it had. */
export async function moveCaret(editor: Locator, key: 'Control+Home' | 'Control+End'): Promise<void> {
  await editor.focus();
  await editor.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await editor.press(key);
}

/** Waits until every part of the page has its place: what moves between the press and the release of a button gets no click. */
export async function laidOut(page: Page): Promise<void> {
  await soon(() => page.locator('.later').count()).toBe(0);
}

/** The section under this heading. */
export function section(page: Page, heading: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: heading, exact: true }) });
}

/** How much of the page is left below its footer, in pixels. */
export async function leftBelowFooter(page: Page): Promise<number> {
  return page.locator('.site-footer').evaluate((footer) => {
    const { scrollHeight, scrollTop } = document.documentElement;
    // The height is a whole number: half a pixel of it may be none of the page.
    return Math.trunc(scrollHeight - scrollTop - footer.getBoundingClientRect().bottom);
  });
}

/** How far the page can be scrolled sideways, in pixels. */
export async function sidewaysScroll(page: Page): Promise<number> {
  const { width } = page.viewportSize() ?? { width: 0 };
  return page.evaluate(
    (width) => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - width,
    width,
  );
}

/** Scrolls the whole page through, as a reader with a wheel does, so that everything that waits for it comes. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const step = innerHeight * 0.8;
    for (let y = 0; y < document.documentElement.scrollHeight; y += step) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
        // Without a glass to draw on, the browser may leave the next frame out.
        setTimeout(resolve, 1_000);
      });
    }
  });
}

/** What has the focus, in a few words. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    if (!element || element === document.body) return 'nothing';
    return element.id || element.getAttribute('aria-label') || (element.textContent ?? '').trim();
  });
}
