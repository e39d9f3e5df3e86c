// @module-tag full
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { said } from '../helpers/specified-texts.ts';
import { hold } from './helpers/hold.ts';
import { laidOut, section, soon, wake } from './helpers/page.ts';
import { desktop, openSite, phone } from './helpers/site.ts';

const site = openSite();
const calls = /\/api\/get-news\?/;

class News {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get cards() {
    return section(this.page, 'খবর ও ঘোষণা').getByRole('article');
  }

  get more() {
    return this.page.locator('.load-more a');
  }

  titles(): Promise<string[]> {
    return this.cards.getByRole('heading').allInnerTexts();
  }

  said(): Promise<string> {
    return this.page.locator('.load-more [role=status]').innerText();
  }

  /** The index of the card that has the focus, or -1. */
  focusedCard(): Promise<number> {
    return this.cards.evaluateAll((all) => all.findIndex((card) => card.contains(document.activeElement)));
  }
}

async function openNews(width = desktop): Promise<News> {
  const page = await site.visit('/', { width });
  await wake(page, 'load-more');
  return new News(page);
}

test('appends six each time, moves the focus to the first new one, says so, and goes after the last page', async () => {
  const news = await openNews(phone);
  let before = await news.titles();
  expect(before).toHaveLength(6);
  for (const count of [12, 18, 24]) {
    expect(await news.more.innerText()).toMatch(/আরও খবর দেখুন\s+Load More/);
    if (count === 18) await news.more.press('Enter');
    else await news.more.click();
    await soon(() => news.cards.count()).toBe(count);
    await soon(() => news.focusedCard()).toBe(count - 6);
    expect(await news.said()).toBe('আরও ৬টি খবর যোগ হলো।');
    const now = await news.titles();
    expect(now.slice(0, before.length)).toEqual(before);
    before = now;
  }
  expect(new Set(before).size).toBe(24);
  await soon(() => news.more.count()).toBe(0);
});

test('while it loads it is disabled, says Loading... and takes no second click', async () => {
  const news = await openNews();
  const call = await hold(news.page, calls);
  await news.more.dblclick();
  await soon(() => news.more.getAttribute('aria-disabled')).toBe('true');
  expect(await news.more.innerText()).toBe(said.loading);
  await news.more.click({ force: true });
  await news.more.press('Enter');
  await soon(() => news.page.locator('.skeleton-card').count()).toBe(3);
  expect(await news.cards.count()).toBe(6);
  call.release();
  await soon(() => news.cards.count()).toBe(12);
  await soon(() => news.page.locator('.skeleton-card').count()).toBe(0);
  await soon(() => news.more.getAttribute('aria-disabled')).toBe('false');
  expect(call.count()).toBe(1);
});

test('a click before its code came is not lost; where it cannot come, it leads to the page of older news', async () => {
  site.expectTrouble(/load-more\.island/);
  const island = /\/assets\/load-more\.island/;
  const page = await site.visit();
  const code = await hold(page, island);
  const news = new News(page);
  await laidOut(page);
  await news.more.click();
  await soon(code.count).toBe(1);
  expect(await news.cards.count()).toBe(6);
  code.release();
  await soon(() => news.cards.count()).toBe(12);
  expect(new URL(page.url()).pathname).toBe('/');

  const other = await site.visit('/', { before: (page) => page.route(island, (route) => route.abort()) });
  await laidOut(other);
  await new News(other).more.click();
  await other.waitForURL('**/news?page=2');
});

test('when a page of news does not come, a box says why, offers to try again, and what was there stays', async () => {
  site.expectTrouble(/get-news/);
  const news = await openNews();
  const box = news.page.locator('.load-more').getByRole('alert');
  const retry = box.getByRole('button', { name: 'আবার চেষ্টা' });
  await news.more.click();
  await soon(() => news.cards.count()).toBe(12);
  await news.page.route(calls, (route) => route.abort(), { times: 1 });
  await news.more.click();
  await soon(() => box.innerText()).toMatch(/খবর আনা গেল না.*ইন্টারনেট সংযোগ দেখে আবার চেষ্টা করুন।/s);
  await news.page.route(calls, (route) => route.fulfill({ status: 503, json: { message: 'না' } }), { times: 1 });
  await retry.click();
  await soon(() => box.innerText()).toMatch(/খবর আনা গেল না.*সাইটে একটি সমস্যা হয়েছে। একটু পরে আবার চেষ্টা করুন।/s);
  expect(await news.cards.count()).toBe(12);
  await retry.click();
  await soon(() => news.cards.count()).toBe(18);
  expect(await box.count()).toBe(0);
});
