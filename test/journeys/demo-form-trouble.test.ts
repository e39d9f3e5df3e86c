import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { calls, pages } from '#paths.ts';
import { demoFormStrings } from '../../src/leads/requests/schema.ts';
import { visitor } from '../helpers/content.ts';
import { storedRequests } from '../helpers/demo-requests.ts';
import { DemoForm, fillForm, formLives } from './helpers/demo-form.ts';
import { soon } from './helpers/page.ts';
import { openSite } from './helpers/site.ts';

const site = openSite();
const ourFailure = 'অনুরোধ পাঠানো গেল না। একটু পরে আবার চেষ্টা করুন।';
const forgetLimits = () => site.app.database.deleteFrom('rate_limits').execute();

beforeEach(async () => {
  await forgetLimits();
  site.expectTrouble(/Failed to load resource.*\/api\/store-contact-information/);
});

async function openFilled(index: number): Promise<{ page: Page; form: DemoForm }> {
  const page = await site.visit(pages.features);
  return { page, form: await fillForm(page, visitor(index)) };
}

const storedOf = async (index: number) =>
  (await storedRequests(site.app)).rows.filter((row) => row.email === visitor(index).email);

type Answer = Parameters<Route['fulfill']>[0];

test('429, 500 or 503: the form says so, keeps the text, and tries again', { tags: ['full'] }, async () => {
  const { page, form } = await openFilled(2);
  let answer: Answer = { status: 500, json: { message: 'Server Error', request_id: 'x' } };
  await page.route(`**${calls.demoRequest}`, (route) => route.fulfill(answer));
  await form.submit.click();
  await soon(() => form.failure.innerText()).toContain(ourFailure);
  for (const status of [429, 503]) {
    answer = { status, json: { message: `${status} মিনিট পরে আবার চেষ্টা করুন।` } };
    await form.retry.click();
    await soon(() => form.failure.innerText()).toContain(`${status} মিনিট`);
  }
  expect(await form.values()).toEqual(visitor(2));
  await page.unroute(`**${calls.demoRequest}`);
  await form.retry.click();
  await form.sent.waitFor();
  expect(await storedOf(2)).toHaveLength(1);
});

const foreignPage = { contentType: 'text/html', body: '<p>আপনার বিল পরিশোধ করুন</p>' };

/** By what they are. */
const foreignAnswers: [string, Answer][] = [
  ['200 with a page', { status: 200, ...foreignPage }],
  ['a redirect to a page', { status: 302, headers: { location: '/about' } }],
  ['201 without an id', { status: 201, json: { message: 'ok', data: {} } }],
];
const moreForeignAnswers: [string, Answer][] = [
  ['a redirect to another host', { status: 302, headers: { location: 'http://login.wifi.example/' } }],
  ['204', { status: 204 }],
  ['203 with an id', { status: 203, json: { data: { id: 1 } } }],
  ['200 with JSON of somebody else', { status: 200, json: { ok: true } }],
  ['half a body', { status: 201, contentType: 'application/json', body: '{"data":{"id":1' }],
  ['401 with a page', { status: 401, ...foreignPage }],
  ['403 of a proxy', { status: 403, ...foreignPage }],
  ['413 of a proxy', { status: 413, ...foreignPage }],
  ['502 of a proxy', { status: 502, ...foreignPage }],
  ['428 with a challenge of somebody else', { status: 428, json: { challenge: 'x.99.y' } }],
];

test('what is not our answer is no success: text and draft stay, and the request is sent again by itself, once (W05)', () =>
  areNoSuccess(foreignAnswers));
test('nor are other answers of somebody else (W05)', { tags: ['full'] }, () => areNoSuccess(moreForeignAnswers));

async function areNoSuccess(answers: [string, Answer][]): Promise<void> {
  site.expectTrouble(/Failed to load resource.*\/about/);
  const { page, form } = await openFilled(9);
  const draft = () => page.evaluate(() => localStorage.getItem('demo-form'));
  for (const [what, answer] of answers) {
    await page.route(`**${calls.demoRequest}`, (route) => route.fulfill(answer), { times: 1 });
    await form.submit.click();
    await soon(() => form.failure.innerText(), 30_000, what).toContain('উত্তরটি আমাদের সার্ভার থেকে আসেনি');
    expect(await form.values(), what).toEqual(visitor(9));
    expect(await draft(), what).toContain(visitor(9).email);
    expect(await storedOf(9), what).toEqual([]);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await form.sent.waitFor();
    expect(await draft(), what).toBeNull();
    expect(await storedOf(9), what).toHaveLength(1);
    await forgetStored(9);
    await forgetLimits();
    await page.locator('#demo').getByRole('link', { name: demoFormStrings.another }).click();
    await form.fill(visitor(9));
  }
}

test('a token of somebody else is not taken (W05)', { tags: ['full'] }, async () => {
  const { page, form } = await openFilled(10);
  site.expectTrouble(/\/api\/csrf-token/);
  await page.locator('meta[name=csrf-token]').evaluate((meta) => meta.setAttribute('content', 'of last week'));
  await page.route(`**${calls.csrfToken}`, (route) => route.fulfill({ status: 200, ...foreignPage }), { times: 1 });
  await form.submit.click();
  await soon(() => form.failure.innerText()).toContain('উত্তরটি আমাদের সার্ভার থেকে আসেনি');
  expect(await page.locator('meta[name=csrf-token]').getAttribute('content')).toBe('of last week');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await form.sent.waitFor();
  expect(await storedOf(10)).toHaveLength(1);
});

test('an answer that is lost on the way leads to one record, not two', async () => {
  const { page, form } = await openFilled(7);
  await page.route(
    `**${calls.demoRequest}`,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await form.submit.click();
  await form.waiting.waitFor();
  expect(await storedOf(7)).toHaveLength(1);
  // Long after: by then the address and number alone would make another request of it.
  await site.app.database.updateTable('demo_requests').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute();
  // One button sends it now, and it is the one that always did.
  expect(await form.waiting.getByRole('button').count()).toBe(0);
  await soon(() => form.submit.innerText()).toBe('এখন পাঠান');
  await form.submit.click();
  await form.sent.waitFor();
  expect(await storedOf(7)).toHaveLength(1);
});

test('a request that looks like spam is sent after a proof of work, which its reader does not see', async () => {
  const { page, form } = await openFilled(8);
  await form.fill({ name: 'রহিম www.shapla.example' });
  const asked = follow(page);
  await form.submit.click();
  await form.sent.waitFor();
  expect(asked.filter((path) => path === calls.demoRequest)).toHaveLength(2);
  expect(await storedOf(8)).toMatchObject([{ spam: 0 }]);
});

test('a page that was open for days fetches a new token once and sends again, unseen', { tags: ['full'] }, async () => {
  const { page, form } = await openFilled(4);
  const asked = follow(page);
  await page.locator('meta[name=csrf-token]').evaluate((meta) => meta.setAttribute('content', 'of last week'));
  await form.submit.click();
  await form.sent.waitFor();
  expect(asked).toEqual([calls.demoRequest, calls.csrfToken, calls.demoRequest]);
  expect(await storedOf(4)).toHaveLength(1);
});

test('a server that takes no token is asked twice, not for ever', { tags: ['full'] }, async () => {
  const { page, form } = await openFilled(5);
  const asked = follow(page);
  await page.route(`**${calls.demoRequest}`, (route) => route.fulfill({ status: 419, json: { message: 'না' } }));
  await form.submit.click();
  await soon(() => form.failure.innerText()).toContain(ourFailure);
  expect(asked).toEqual([calls.demoRequest, calls.csrfToken, calls.demoRequest]);
  expect(await form.values()).toEqual(visitor(5));
});

test('a page without its token logs that, and the request still arrives', { tags: ['full'] }, async () => {
  const { page, form } = await openFilled(6);
  await page.locator('meta[name=csrf-token]').evaluate((meta) => meta.remove());
  await form.submit.click();
  await form.sent.waitFor();
  expect(site.troubles).toEqual([expect.stringContaining('CSRF token not found')]);
  site.expectTrouble(/CSRF token not found/);
  expect(await storedOf(6)).toHaveLength(1);
});

test('what is typed is there again in another tab, and gone once it is sent', { tags: ['full'] }, async () => {
  const { page } = await openFilled(11);
  const other = await page.context().newPage();
  await other.goto(pages.home);
  await formLives(other);
  const there = new DemoForm(other);
  await there.toggle.click();
  await soon(() => there.values()).toEqual(visitor(11));
  await there.submit.click();
  await there.sent.waitFor();
  expect(await other.evaluate(() => localStorage.getItem('demo-form'))).toBeNull();
  expect(await storedOf(11)).toHaveLength(1);
});

test('a request that waited when its tab was closed is sent by the next one, once', { tags: ['full'] }, async () => {
  const { page, form } = await openFilled(12);
  await page.route(`**${calls.demoRequest}`, (route) => route.abort('internetdisconnected'));
  await form.submit.click();
  await form.waiting.waitFor();
  expect(await storedOf(12)).toEqual([]);
  const tabs = await Promise.all([page.context().newPage(), page.context().newPage()]);
  await page.close();
  await Promise.all(tabs.map((tab) => tab.goto(pages.home)));
  // The second one says so too, unless the first was faster than it was opened.
  await Promise.any(tabs.map((tab) => new DemoForm(tab).sent.waitFor()));
  expect(await storedOf(12)).toHaveLength(1);
});

test('a hidden field that a program fills in gets the same words, and no mail', { tags: ['full'] }, async () => {
  const { page, form } = await openFilled(13);
  await page.locator('[name=about_you]').evaluate((field) => {
    (field as HTMLInputElement).value = 'x';
  });
  await form.submit.click();
  await form.sent.waitFor();
  expect(await storedOf(13)).toMatchObject([{ spam: 1, access_mail: 'held' }]);
});

/** The calls that a page makes from now on; a picture may still be on its way. */
function follow(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  return asked;
}

async function forgetStored(index: number): Promise<void> {
  const { email } = visitor(index);
  const { database } = site.app;
  const mine = database.selectFrom('demo_requests').select('id').where('email', '=', email);
  await database.deleteFrom('demo_request_events').where('request_id', 'in', mine).execute();
  await database.deleteFrom('demo_requests').where('email', '=', email).execute();
}
