// @module-tag full
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DemoForm } from './helpers/demo-form.ts';
import { focused, soon } from './helpers/page.ts';
import { desktop, openSite, phone } from './helpers/site.ts';

const site = openSite();

interface Stop {
  what: string;
  /** The ring is drawn on the element or, for news and videos, on the whole card. */
  ring: boolean;
  inWindow: boolean;
  /** Nothing lies over it, such as the header that stays. */
  free: boolean;
}

/** Runs in the page: marks what has the focus, and says how it looks. */
function look(): Stop | null {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  element.setAttribute('data-reached', '');
  const box = element.getBoundingClientRect();
  const drawn = [element, element.closest('.video-card, .news-card')].some((node) => {
    const style = node && getComputedStyle(node);
    return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
  });
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return {
    what: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`,
    ring: drawn,
    inWindow: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth && box.width > 0,
    free:
      at !== null &&
      (element.contains(at) ||
        at.contains(element) ||
        element.closest('.video-card, .news-card')?.contains(at) === true),
  };
}

async function tabThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let press = 0; press < 250; press++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(look);
    // A row that could be scrolled loses the focus when its carousel wakes; the next press goes on from there.
    if (!stop) continue;
    if (stop.what === stops[0]?.what) break;
    stops.push(stop);
  }
  return stops;
}

test.each([
  { width: desktop, colorScheme: 'light' },
  { width: desktop, colorScheme: 'dark' },
  { width: phone, colorScheme: 'light' },
] as const)(
  'at $width px in $colorScheme colours everything that can be seen is reached, in view and with a visible ring',
  async (look) => {
    const page = await site.visit('/', { ...look, reducedMotion: 'reduce' });
    const stops = await tabThrough(page);
    expect(stops[0]?.what).toBe('A মূল অংশে যান');
    expect(stops.filter(({ ring, inWindow, free }) => !(ring && inWindow && free))).toEqual([]);
    // What a row keeps out of view comes by its buttons.
    const missed = await page
      .locator(':is(a[href], button, input, iframe):not([inert] *)')
      .evaluateAll((all) =>
        all
          .filter((node) => !node.hasAttribute('data-reached') && node.checkVisibility({ visibilityProperty: true }))
          .map((node) => node.outerHTML.slice(0, 120)),
      );
    expect(missed).toEqual([]);
  },
);

test('the skip link leads past the header; the demo form is opened, filled and sent', async () => {
  const page = await site.visit('/', { reducedMotion: 'reduce' });
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('মূল অংশে যান');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  await page.locator('[data-demo-toggle]').focus();
  await page.keyboard.press('Enter');
  await soon(() => focused(page)).toBe('demo-name');
  for (const text of ['সালমা খাতুন', 'দোয়েল কিন্ডারগার্টেন', '০১৮১২৩৪৫৬৭৮', 'salma@doel.example']) {
    await page.keyboard.insertText(text);
    await page.keyboard.press('Tab');
  }
  expect(await focused(page)).toMatch(/^ডেমো চাই/);
  await page.keyboard.press('Enter');
  await new DemoForm(page).sent.waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest('#demo') !== null)).toBe(true);
});
