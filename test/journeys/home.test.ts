import { expect, test } from 'vitest';
import { sampleContent } from '../../db/sample/content.ts';
import { builtInSettings } from '../../src/content/settings/built-in.ts';
import { pages } from '../../src/paths.ts';
import { laidOut, scrollThrough, section, sidewaysScroll, soon } from './helpers/page.ts';
import { desktop, openSite, phone } from './helpers/site.ts';

const site = openSite();
const small = { width: 360, height: 640 };

test('the home page shows every section with what is in the store, no picture is broken, and the console stays silent', async () => {
  const page = await site.visit('/', { width: phone, reducedMotion: 'reduce' });
  expect(await page.locator('html').getAttribute('lang')).toBe('bn');
  const text = (await page.locator('main').textContent()) ?? '';
  const { about, statistics, news, features, packages, clients, testimonials, videos, downloads } = sampleContent.kinds;
  const told = [
    ...[...about.slice(0, 1), ...features.features, ...downloads.slice(0, 3)].map(({ title }) => title),
    ...statistics.map(({ statistics_title }) => statistics_title),
    ...videos.map(({ gallery_title }) => gallery_title),
    ...packages.flatMap((group) => [group.name, ...group.packages.map((item) => item.package_name)]),
    ...testimonials.flatMap(({ name, description }) => [name, description]),
  ];
  for (const words of told) expect(text).toContain(words);
  const logos = await page.locator('.client-cell img').evaluateAll((all) => all.map((img) => img.getAttribute('alt')));
  expect(logos).toEqual(clients.map((client) => client.title));
  const days = await section(page, 'খবর ও ঘোষণা')
    .locator('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
  const newest = news.map((item) => item.date).sort();
  expect(days).toEqual(newest.reverse().slice(0, 6));
  await scrollThrough(page);
  await soon(() =>
    page.locator('[data-island]:not([data-awake=yes]):not([data-when=touch], [data-when=stored])').count(),
  ).toBe(0);
  // Those of a row wait for a swipe.
  await page.locator('main img').evaluateAll((all) => {
    for (const img of all as HTMLImageElement[]) img.loading = 'eager';
  });
  const broken = () =>
    page.locator('main img').evaluateAll((all) => {
      const shown = (all as HTMLImageElement[]).filter((img) => img.offsetParent && !img.closest('[aria-hidden]'));
      return shown.filter((img) => !img.complete || img.naturalWidth === 0).map((img) => img.currentSrc);
    });
  await soon(broken).toEqual([]);
  expect(site.troubles).toEqual([]);
});

test('nothing is wider than the window, with the form open and after all islands came', {
  tags: ['full'],
}, async () => {
  const page = await site.visit('/', { width: phone });
  await page.locator('[data-demo-toggle]').click();
  await scrollThrough(page);
  expect(await sidewaysScroll(page)).toBe(0);
  for (const width of [320, 768, 1024, desktop]) {
    await page.setViewportSize({ width, height: 800 });
    await soon(() => page.evaluate(() => innerWidth)).toBe(width);
    expect(await sidewaysScroll(page), `${width} px`).toBe(0);
  }
});

test('at 360 × 640 the first screen says for whom, from how much and who uses it, and the page has at most 12', async () => {
  const page = await site.visit('/', { viewport: small, hasTouch: true, reducedMotion: 'reduce' });
  const hero = page.locator('.hero');
  const links = hero.locator('.hero-proof a');
  expect(await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))).toEqual([
    // The package that costs it.
    ['মাসে ৳ ৭০০ থেকে', expect.stringMatching(/^\/packages#package-\d+$/)],
    ['৪৮০+ প্রতিষ্ঠান · ৪১ জেলা', pages.clients],
  ]);
  const first = [hero.getByText(builtInSettings.hero.audience), hero.locator('h1'), hero.locator('[data-demo-toggle]')];
  for (const part of [...first, links.last()])
    expect(await part.evaluate((node) => node.getBoundingClientRect().bottom)).toBeLessThan(small.height);
  await laidOut(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height / small.height).toBeLessThanOrEqual(12);
});

test.each([true, false])(
  'on a phone the prices of one kind are shown, another is a tap away (script: %s)',
  { tags: ['full'] },
  async (javaScriptEnabled) => {
    const page = await site.visit('/', { viewport: small, hasTouch: true, reducedMotion: 'reduce', javaScriptEnabled });
    const shown = page.locator('.ledgers table:visible');
    expect(await shown.count()).toBe(1);
    await page.locator('#packages').getByRole('link', { name: 'মাদ্রাসা' }).click();
    await soon(() => shown.getAttribute('aria-labelledby')).toBe(
      await page.locator('.ledger-tab', { hasText: 'মাদ্রাসা' }).getAttribute('id'),
    );
    expect(await shown.count()).toBe(1);
    expect(
      await page.locator('.ledger-tab:visible').evaluate((node) => node.getBoundingClientRect().top),
    ).toBeGreaterThan(64);
  },
);
