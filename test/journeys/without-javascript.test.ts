import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { filmOf } from '#api/youtube.ts';
import { pages } from '#paths.ts';
import { menuLinks } from '#site/layout/links.ts';
import { sampleContent } from '../../db/sample/content.ts';
import { visitor } from '../helpers/content.ts';
import { storedRequests } from '../helpers/demo-requests.ts';
import { DemoForm, errorsOfEmpty } from './helpers/demo-form.ts';
import { sidewaysScroll } from './helpers/page.ts';
import { openSite, phone } from './helpers/site.ts';

const site = openSite();
const visit = (path = '/') => site.visit(path, { width: phone, javaScriptEnabled: false });

test('without JavaScript every section can be read, and what only works with it is not offered', async () => {
  const page = await visit();
  expect(await page.locator('main h2').count()).toBe(10);
  const { videos, downloads, testimonials } = sampleContent.kinds;
  const { features } = sampleContent.kinds.features;
  const text = await page.locator('main').innerText();
  for (const { title } of [...features, ...downloads.slice(0, 3)]) expect(text).toContain(title);
  for (const { gallery_title } of videos) expect(text).toContain(gallery_title);
  for (const { description } of testimonials) expect(text).toContain(description);
  expect(await sidewaysScroll(page)).toBe(0);
  // Those of the scene are boxes, see `scene.test.ts`.
  expect(await page.locator('button:visible').allInnerTexts()).toEqual(['ডেমো চাই']);
  const links = page.locator('.video-card a');
  const hrefs = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  const films = videos.map(({ gallery_link }) => filmOf(gallery_link));
  expect(hrefs).toEqual(films.map((film) => `https://www.youtube.com/watch?v=${film}`));
  expect(site.outside).toEqual([]);
});

test('the demo form can be sent: the same errors, what was typed is kept, then the same words of success', {
  tags: ['full'],
}, async () => {
  const page = await visit();
  const form = new DemoForm(page);
  await form.submit.click();
  await page.waitForURL('**/?demo=1#demo');
  expect(await form.errors()).toEqual(errorsOfEmpty);

  const typed = { ...visitor(1), number: '০১৭' };
  await form.fill(typed);
  await form.submit.click();
  await page.waitForURL('**/?demo=1#demo');
  expect(await form.errors()).toMatchObject({ name: null, institute_name: null, email: null });
  expect(await form.errorOf('number')).toMatch(/^নম্বরটি ঠিক নেই/);
  expect(await form.values()).toEqual(typed);

  await form.fill({ number: '০১৯১২-৩৪৫৬৭৮' });
  await form.submit.click();
  await form.sent.waitFor();
  const { rows } = await storedRequests(site.app);
  expect(rows.filter((row) => row.email === typed.email)).toMatchObject([{ number: '+8801912345678' }]);
});

test('the row of clients is scrolled by hand, also by keyboard', { tags: ['full'] }, async () => {
  const page = await visit();
  const row = page.locator('.carousel-view').first();
  const left = () => row.evaluate((view) => view.scrollLeft);
  await row.focus();
  for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowRight');
  await expect.poll(left).toBeGreaterThan(0);
  expect(await row.evaluate((view) => getComputedStyle(view).overflowX)).toBe('auto');
});

test('Load More is a link, and from there every page of news is in reach', { tags: ['full'] }, async () => {
  const page = await visit();
  await page.getByRole('link', { name: /Load More/ }).click();
  expect(pathOf(page)).toBe('/news?page=2');
  const seen = new Set(await page.getByRole('article').getByRole('heading').allInnerTexts());
  for (const next of ['/news?page=3', '/news?page=4']) {
    await page.locator('main a[rel=next]').click();
    expect(pathOf(page)).toBe(next);
    for (const title of await page.getByRole('article').getByRole('heading').allInnerTexts()) seen.add(title);
  }
  expect(await page.locator('main a[rel=next]').count()).toBe(0);
  for (const previous of ['/news?page=3', '/news?page=2', '/news']) {
    await page.locator('main a[rel=prev]').click();
    expect(pathOf(page)).toBe(previous);
  }
  expect(await page.locator('main a[rel=prev]').count()).toBe(0);
  for (const title of await page.getByRole('article').getByRole('heading').allInnerTexts()) seen.add(title);
  expect(seen.size).toBe(24);
  expect((await site.app.get('/news?page=5', { accept: 'text/html' })).status).toBe(404);
});

test('on a phone the links of the menu are in reach at the foot', { tags: ['full'] }, async () => {
  const page = await visit();
  await page.locator('.site-header').getByRole('link', { name: 'মেনু' }).click();
  const navigation = page.locator('#footer-navigation');
  expect(new URL(page.url()).hash).toBe('#footer-navigation');
  const hrefs = await page
    .locator('.site-footer a, .site-header a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  for (const { href } of menuLinks) expect(hrefs).toContain(href);
  const top = () => navigation.evaluate((columns) => columns.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(400);
  expect(await navigation.getByRole('link', { name: 'পরিচিতি' }).isVisible()).toBe(true);
});

function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

test('a forgotten password without JavaScript ends in what to do, in Bengali', { tags: ['full'] }, async () => {
  const page = await visit(pages.forgotPassword);
  const main = page.getByRole('main');
  expect(await main.innerText()).toContain('যিনি সাইটটি চালান, তাঁর কাছে নতুন লিংক চেয়ে নিন।');
  expect(await main.locator('[lang=en]').count()).toBe(0);
  expect(await main.getByRole('link', { name: 'পাতাটি আবার খুলুন' }).isVisible()).toBe(true);
});
