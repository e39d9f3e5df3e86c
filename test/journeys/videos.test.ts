// @module-tag full
import { beforeAll, expect, test } from 'vitest';
import { videos } from '#content/videos/kind.server.ts';
import { linkVideosToFilms } from '../helpers/content.ts';
import { contrastOf, faultsOf, setTheme } from './helpers/faults-of.ts';
import { laidOut, section, soon, wake } from './helpers/page.ts';
import { openSite, phone } from './helpers/site.ts';

const site = openSite();
beforeAll(() => linkVideosToFilms(site.app));

const player = 'https://www.youtube-nocookie.com/embed/prangon001A?autoplay=1';
const title = 'নমুনা: এক মিনিটে শ্রেণির হাজিরা নেওয়ার নিয়ম';

test('nothing is asked of YouTube before a video is pressed', async () => {
  const page = await site.visit();
  await wake(page, 'videos');
  await laidOut(page);
  await page.waitForLoadState('networkidle');
  expect(site.outside).toEqual([]);
  expect(await page.locator('iframe').count()).toBe(0);
});

test('on a phone the videos after the first are lines, and play large', async () => {
  const page = await site.visit('/', { width: phone, reducedMotion: 'reduce' });
  const second = (await wake(page, 'videos')).locator('li').nth(1);
  const height = () => second.evaluate((node) => node.getBoundingClientRect().height);
  expect(await height()).toBeLessThan(100);
  await second.getByRole('link').tap();
  await second.locator('iframe').waitFor();
  expect(await height()).toBeGreaterThan(200);
});

test('without a connection a line says so and leads to YouTube, and the poster can be pressed again', async () => {
  // Of an island that was on its way.
  site.expectTrouble(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/);
  const page = await site.visit('/', { width: phone });
  const gallery = await wake(page, 'videos');
  const link = gallery.getByRole('link', { name: `ভিডিও চালান: ${title}` });
  await page.context().setOffline(true);
  await link.focus();
  await page.keyboard.press('Enter');
  const trouble = gallery.getByRole('alert');
  await soon(() => trouble.innerText()).toContain('ইউটিউব থেকে ভিডিওটি আনা গেল না।');
  expect(await gallery.locator('iframe').count()).toBe(0);
  const elsewhere = trouble.getByRole('link', { name: /ইউটিউবে দেখুন.*হাজিরা নেওয়ার নিয়ম/ });
  expect(await elsewhere.getAttribute('href')).toBe('https://www.youtube.com/watch?v=prangon001A');
  await elsewhere.click({ trial: true });
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    expect(await contrastOf(elsewhere), theme).toBeGreaterThan(4.5);
  }
  expect(await link.evaluate((node) => node === document.activeElement)).toBe(true);
  expect(await faultsOf(page, '[data-island=videos]')).toEqual([]);
  await page.context().setOffline(false);
  await page.keyboard.press('Enter');
  await gallery.locator('iframe').waitFor();
  expect(await trouble.count()).toBe(0);
  // An error page in the frame can't be told from the player, so the way to YouTube stays.
  expect(await gallery.getByRole('link', { name: /ইউটিউবে দেখুন/ }).count()).toBe(1);
});

test.each(['mouse', 'keyboard'])('a video is played in its place when asked for by %s', async (by) => {
  const page = await site.visit();
  const gallery = await wake(page, 'videos');
  const link = gallery.getByRole('link', { name: title });
  if (by === 'mouse') await gallery.locator('.facade').first().click({ force: true });
  else {
    await link.focus();
    await page.keyboard.press('Enter');
  }
  const frame = gallery.locator('iframe');
  await frame.waitFor();
  expect(await frame.getAttribute('src')).toBe(player);
  expect(await frame.getAttribute('title')).toBe(title);
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-presentation');
  expect(await frame.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin');
  await soon(() => site.outside).toContain(player);
  await soon(() => frame.evaluate((node) => node === document.activeElement)).toBe(true);
  expect(await gallery.locator('iframe').count()).toBe(1);
  expect(new URL(page.url()).pathname).toBe('/');
});

test('an address that is no YouTube video shows its title, with a link only where it leads to the web', async () => {
  await site.app.changes.write(['videos'], async (transaction) => {
    await videos.add(transaction, {
      gallery_title: 'অন্য সাইটের ভিডিও',
      gallery_link: 'https://video.example/watch?v=prangon0001',
      sort_order: 101,
    });
    await videos.add(transaction, { gallery_title: 'ভাঙা ঠিকানা', gallery_link: 'javascript:alert(1)', sort_order: 102 });
  });
  // While pages are made slowly, the page from before is shown.
  await soon(async () => (await site.app.get('/', { accept: 'text/html' })).text).toContain('ভাঙা ঠিকানা');
  const page = await site.visit();
  const gallery = section(page, 'ভিডিও গ্যালারি');
  await wake(page, 'videos');
  const outside = gallery.getByRole('link', { name: /অন্য পাতায় দেখুন.*অন্য সাইটের ভিডিও/ });
  expect(await outside.getAttribute('href')).toBe('https://video.example/watch?v=prangon0001');
  expect(await outside.getAttribute('rel')).toBe('noopener noreferrer');
  expect(await gallery.getByRole('heading', { name: 'ভাঙা ঠিকানা' }).count()).toBe(1);
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
  expect(await contrastOf(outside)).toBeGreaterThan(4.5);
});
