// @module-tag full
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOf } from './helpers/faults-of.ts';
import { laidOut, section, sidewaysScroll, soon } from './helpers/page.ts';
import { desktop, openSite, phone } from './helpers/site.ts';

const site = openSite();

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
