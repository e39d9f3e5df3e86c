import { once } from 'node:events';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { visitor } from '../helpers/content.ts';
import { storedRequests } from '../helpers/demo-requests.ts';
import { DemoForm } from './helpers/demo-form.ts';
import { faultsOf } from './helpers/faults-of.ts';
import { sidewaysScroll, soon } from './helpers/page.ts';
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

test('without a network a page that was read is there, and for others a page that says so', {
  tags: ['full'],
}, async () => {
  site.expectTrouble(/ERR_|503/);
  // axe asks for the stylesheet of the fonts once more.
  site.expectTrouble(/preload assets/);
  const page = await site.visit('/', { width: phone, serviceWorkers: 'allow', reducedMotion: 'reduce' });
  await underControl(page);
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

const storedOf = async (index: number) =>
  (await storedRequests(site.app)).rows.filter(({ email }) => email === visitor(index).email);

test('the form of the first page works though the network went before it was touched, and is sent later, once (W06)', () =>
  sendLater(20));

test(
  'the form of the second page works though the network went before it was touched, and is sent later, once (W06)',
  {
    tags: ['full'],
  },
  () => sendLater(21, pages.packages),
);

async function sendLater(index: number, next?: string): Promise<void> {
  site.expectTrouble(/ERR_|503/);
  const page = await site.visit(pages.home, { width: phone, serviceWorkers: 'allow', reducedMotion: 'reduce' });
  await underControl(page);
  if (next) await page.goto(next);
  const comeBack = goAway();
  const form = new DemoForm(page);
  await page.locator('a[href$="#demo"]:visible').first().click();
  await form.fill(visitor(index));
  await form.submit.click();
  await form.waiting.waitFor();
  expect(await form.values()).toEqual(visitor(index));
  await comeBack();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await form.sent.waitFor();
  expect(await storedOf(index)).toHaveLength(1);
}

test('without a worker the form loads ahead too; without a network it keeps the text, says so, and is sent once by itself (W06)', {
  tags: ['full'],
}, async () => {
  site.expectTrouble(/ERR_INTERNET_DISCONNECTED/);
  let loaded: Promise<unknown> | undefined;
  const page = await site.visit(pages.home, {
    before: async (page) => {
      loaded = page.waitForResponse(/demo-form\.island/);
    },
  });
  await loaded;
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  const form = new DemoForm(page);
  await form.toggle.click();
  await form.fill(visitor(22));
  await form.submit.click();
  await soon(() => form.waiting.innerText()).toContain('সংযোগ ফিরলে অনুরোধটি নিজে থেকেই চলে যাবে।');
  expect(await form.values()).toEqual(visitor(22));
  await page.context().setOffline(false);
  await form.sent.waitFor();
  expect(await storedOf(22)).toHaveLength(1);
});

test('a form that is posted without its script and without a network comes back filled in, and is sent later, once (W06)', {
  tags: ['full'],
}, async () => {
  site.expectTrouble(/ERR_|503/);
  const page = await site.visit(pages.packages, { width: phone, serviceWorkers: 'allow', reducedMotion: 'reduce' });
  await underControl(page);
  await page.goto(pages.packages);
  const typed = { ...visitor(23), name: 'রহিম "ক" <b>&amp;' };
  const comeBack = goAway();
  await postWithoutScript(page, typed);
  const form = new DemoForm(page);
  await page.getByText('এটি আগে পড়া পাতার কপি').waitFor();
  expect(await form.values()).toEqual(typed);
  await soon(() => form.waiting.innerText()).toContain('লেখাগুলো এই ডিভাইসে রাখা আছে, সর্বোচ্চ এক দিন।');
  await comeBack();
  // The next visit of any page with the form.
  await page.goto(pages.features);
  await form.sent.waitFor();
  expect(await storedOf(23)).toHaveLength(1);
  expect(await page.evaluate(() => localStorage.getItem('demo-form'))).toBeNull();
});

test('a form that is posted without its script arrives once, though its answer is lost (W06)', {
  tags: ['full'],
}, async () => {
  site.expectTrouble(/ERR_|503/);
  const page = await site.visit(pages.packages, { width: phone, serviceWorkers: 'allow', reducedMotion: 'reduce' });
  await underControl(page);
  let lost = 0;
  await page.context().route('**/demo-request', async (route) => {
    await route.fetch({ maxRedirects: 0 });
    // Long after: by then the address and number alone would make another request of it.
    await site.app.database.updateTable('demo_requests').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute();
    lost++;
    await route.abort('connectionreset');
  });
  await postWithoutScript(page, visitor(24));
  const form = new DemoForm(page);
  await form.sent.waitFor();
  expect(lost).toBe(1);
  expect(await storedOf(24)).toHaveLength(1);
});

function postWithoutScript(page: Page, values: Record<string, string>): Promise<void> {
  return page.locator('#demo form').evaluate((node, values) => {
    const form = node as HTMLFormElement;
    for (const [name, value] of Object.entries(values))
      (form.elements.namedItem(name) as HTMLInputElement).value = value;
    form.submit();
  }, values);
}

async function underControl(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 20));
  });
}
