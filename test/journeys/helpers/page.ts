import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '#paths.ts';
import type { TestApp } from '../../helpers/app.ts';

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

/** How much of a page that is longer than its window is left below its footer, in pixels. */
export async function leftBelowFooter(page: Page): Promise<number> {
  return page.locator('.site-footer').evaluate((footer) => {
    const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
    const left = scrollHeight - scrollTop - footer.getBoundingClientRect().bottom;
    // The height is a whole number: half a pixel of it may be none of the page.
    return scrollHeight > clientHeight ? Math.trunc(left) : 0;
  });
}

/** The page of the feature in the mock-ups, whose parts have tabs. */
export async function pageWithTabs({ database }: TestApp): Promise<string> {
  const attendance = database.selectFrom('features').select('id').where('title', '=', 'হাজিরা ও উপস্থিতি');
  return pages.featureDetails((await attendance.executeTakeFirstOrThrow()).id);
}

/** Tabs come with a small script of their own, once they are pointed at. */
export async function tabsReady(page: Page): Promise<void> {
  if (!page.url().includes('/features/details/')) return;
  const tabs = page.locator('[data-island="feature-tabs"]');
  await tabs.dispatchEvent('pointerenter');
  await tabs.and(page.locator('[data-awake=yes]')).waitFor();
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
