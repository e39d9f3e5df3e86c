import { once } from 'node:events';
import { expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { faultsOf } from './helpers/faults-of.ts';
import { sidewaysScroll } from './helpers/page.ts';
import { openSite, phone } from './helpers/site.ts';

const site = openSite();

/** Playwright's own switch leaves workers on the network, so the server goes away; what is returned brings it back. */
function goAway(): () => Promise<void> {
  const { server } = site.app.http;
  server.close();
  server.closeAllConnections();
  return async () => {
    server.listen(Number(new URL(site.app.url).port), '127.0.0.1');
    await once(server, 'listening');
  };
}

test('without a network a page that was read is there, and for others a page that says so', async () => {
  site.expectTrouble(/ERR_|503/);
  // axe asks for the stylesheet of the fonts once more.
  site.expectTrouble(/preload assets/);
  const page = await site.visit('/', { width: phone, serviceWorkers: 'allow', reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  const heading = page.getByRole('heading', { level: 1 });
  const note = page.getByText('এটি আগে পড়া পাতার কপি');
  await page.goto(pages.packages);
  expect(await note.isVisible()).toBe(false);
  await page.goto(pages.search);

  const comeBack = goAway();
  await page.goto(pages.packages);
  expect(await heading.innerText()).toBe('প্যাকেজ ও খরচ');
  expect(await note.isVisible()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);

  await page.goto(pages.clients);
  expect(await heading.innerText()).toBe('ইন্টারনেট সংযোগ নেই');
  const kept = page.getByRole('navigation', { name: 'আগে পড়া পাতা' }).getByRole('link');
  expect(await kept.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([pages.packages]);
  expect(await kept.innerText()).toContain('প্যাকেজ ও খরচ');
  expect(await faultsOf(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await kept.click();
  await note.waitFor();

  await page.goto(pages.clients);
  await comeBack();
  await page.getByRole('link', { name: 'আবার চেষ্টা' }).click();
  await page.getByRole('heading', { level: 1, name: 'সম্মানিত গ্রাহক তালিকা' }).waitFor();
  const remembered = await page.evaluate(async () => {
    const kept = await caches.open('visited');
    return (await kept.keys()).map(({ url }) => new URL(url).pathname);
  });
  expect(remembered.sort()).toEqual([pages.clients, pages.packages]);
});
