import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Route } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linkVideosToFilms, visitor } from '../helpers/content.ts';
import { storedRequests } from '../helpers/demo-requests.ts';
import { DemoForm } from './helpers/demo-form.ts';
import { laidOut, soon, wake } from './helpers/page.ts';
import { openSite, phone } from './helpers/site.ts';

const site = openSite();
beforeAll(() => linkVideosToFilms(site.app));
beforeEach(async () => {
  site.expectTrouble(/broken|404|Failed to fetch dynamically|SyntaxError|Unexpected token|MIME type|ERR_/);
  await site.app.database.deleteFrom('rate_limits').execute();
});

const client = path.resolve(import.meta.dirname, '../../dist/client');

type Answer = (route: Route) => Promise<void>;

const missing: Answer = (route) => route.fulfill({ status: 404, body: 'broken' });
const instead =
  (body: string): Answer =>
  (route) =>
    route.fulfill({ contentType: 'text/javascript', body });
/** The script as it is, but for one place. */
const changed =
  (place: RegExp, broken: string): Answer =>
  async (route) => {
    const whole = await readFile(path.join(client, new URL(route.request().url()).pathname), 'utf8');
    expect(whole).toMatch(place);
    await route.fulfill({ contentType: 'text/javascript', body: whole.replace(place, broken) });
  };
const thrown = '(()=>{throw Error(`broken`)})()';

const breakIsland = (page: Page, name: string, answer: Answer) => breakFile(page, `${name}.island`, answer);
const breakFile = (page: Page, name: string, answer: Answer) =>
  page.route(new RegExp(`/assets/${name}-[^/]+\\.js$`), answer);

type FormFault = [string, Answer, file?: string];

const formFaults: FormFault[] = [
  ['throws as it is sent', changed(/\.preventDefault\(\)/, `.preventDefault(),${thrown}`)],
  ['comes without its guard', missing, 'guard'],
  ['throws as it wakes', instead('export const hydrate = async () => { throw Error("broken"); };')],
  ['throws while it is drawn', changed(/className:`demo-card`/g, `className:${thrown}`)],
  ['throws at a key', changed(/onInput:/, `onInput:()=>${thrown},onInputCapture:`)],
  ['fails as it is sent', changed(/return navigator\.locks\?/, `return ${thrown},navigator.locks?`)],
];

describe('A demo form is sent by the browser, with what was typed, and stored once, where its script', () => {
  test('is missing', { tags: ['full'] }, () => sendsWithBroken('', missing));
  test.each(formFaults)('%s', { tags: ['full'] }, sendsWithBroken);
});

async function sendsWithBroken(_: string, answer: Answer, file = 'demo-form.island'): Promise<void> {
  const page = await site.visit('/', { width: phone, before: (page) => breakFile(page, file, answer) });
  const form = new DemoForm(page);
  await form.toggle.click();
  await expectSentOnce(form);
}

async function expectSentOnce(form: DemoForm): Promise<void> {
  const typed = visitor(Math.floor(Math.random() * 90_000));
  await form.fill(typed);
  expect(await form.values()).toEqual(typed);
  await form.submit.click();
  await form.sent.waitFor();
  const { rows } = await storedRequests(site.app);
  expect(rows.filter(({ email }) => email === typed.email)).toHaveLength(1);
}

test('a form that can’t be drawn leaves the focus, and what was typed, to whoever types in it', {
  tags: ['full'],
}, async () => {
  const held = Promise.withResolvers<void>();
  const broken = changed(/className:`demo-card`/g, `className:${thrown}`);
  const before = (page: Page) => breakIsland(page, 'demo-form', (route) => held.promise.then(() => broken(route)));
  const page = await site.visit('/', { width: phone, before });
  const form = new DemoForm(page);
  await form.toggle.click();
  await form.field('name').click();
  await page.keyboard.type('রহিম');
  held.resolve();
  await page.locator('[data-island=demo-form][data-awake=no]').waitFor();
  await page.keyboard.type(' উদ্দিন');
  expect(await form.field('name').inputValue()).toBe('রহিম উদ্দিন');
});

describe('A film leads to YouTube where its script', () => {
  test.each<[string, Answer]>([
    ['is missing', missing],
    ['throws while it is drawn', changed(/`video-grid`/, thrown)],
    ['throws at the tap', changed(/`iframe`,\{/, `${thrown},{`)],
  ])('%s', { tags: ['full'] }, leavesFilmLink);
});

async function leavesFilmLink(_: string, answer: Answer): Promise<void> {
  const page = await site.visit('/', { width: phone, before: (page) => breakIsland(page, 'videos', answer) });
  await laidOut(page);
  const link = page.locator('.video-card a').first();
  const film = await link.getAttribute('href');
  await link.scrollIntoViewIfNeeded();
  // A gallery that fails is put back as it came, with another link.
  await page.locator('[data-island=videos][data-awake]').waitFor();
  await link.press('Enter');
  await soon(() => site.outside).toContain(film);
}

test('a carousel that throws is a row without buttons', { tags: ['full'] }, async () => {
  const page = await site.visit('/', {
    before: (page) => breakIsland(page, 'client-carousel', instead('throw Error("broken")')),
  });
  const row = page.locator('[data-island=client-carousel]');
  await row.evaluate((node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.locator('[data-island=client-carousel][data-awake=no]').waitFor();
  expect(await row.locator('.carousel-controls').isVisible()).toBe(false);
  expect(await row.locator('.carousel-view').evaluate((view) => getComputedStyle(view).overflowX)).toBe('auto');
});

test('an island that is seen without a network is loaded at a touch when there is one again', {
  tags: ['full'],
}, async () => {
  const page = await site.visit('/');
  await laidOut(page);
  const row = page.locator('[data-island=client-carousel]');
  await page.context().setOffline(true);
  await row.evaluate(async (node) => {
    const seen = new Promise((resolve) => new IntersectionObserver(resolve).observe(node));
    node.scrollIntoView({ block: 'center', behavior: 'instant' });
    await seen;
    // After the observers of this frame.
    await new Promise(requestAnimationFrame);
  });
  await page.context().setOffline(false);
  await row.hover();
  await page.locator('[data-island=client-carousel][data-awake=yes]').waitFor();
});

test('where the small script of every page fails, the page is as without JavaScript', async () => {
  const page = await site.visit('/', {
    width: phone,
    before: (page) =>
      page.addInitScript(() => {
        Object.assign(window, { IntersectionObserver: null });
      }),
  });
  site.expectTrouble(/IntersectionObserver/);
  await soon(() => page.locator('html.js').count()).toBe(0);
  await expectSentOnce(new DemoForm(page));
});

test('an error of somebody else leaves islands as they are', { tags: ['full'] }, async () => {
  const page = await site.visit('/');
  const gallery = await wake(page, 'videos');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('broken elsewhere');
    });
    void Promise.reject(new Error('broken elsewhere'));
    return new Promise((resolve) => setTimeout(resolve));
  });
  expect(await gallery.getAttribute('data-awake')).toBe('yes');
});
