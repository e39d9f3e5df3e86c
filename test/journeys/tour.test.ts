import { expect, test } from 'vitest';
import { faultsOf } from './helpers/faults-of.ts';
import { laidOut, sidewaysScroll, soon } from './helpers/page.ts';
import { openSite, phone } from './helpers/site.ts';

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
  expect(tops[0], 'screens above the features').toBeLessThan(4);
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
  await page.locator('.feature-screens .screen-phone img').waitFor();
  expect(await page.locator('h1').innerText()).toBe('অভিভাবকের অ্যাপ');
  expect(await sidewaysScroll(page)).toBe(0);
  await page.locator('#demo').scrollIntoViewIfNeeded();
  expect(await faultsOf(page)).toEqual([]);
});
