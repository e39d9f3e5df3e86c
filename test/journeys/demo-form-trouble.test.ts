import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { sender } from '../helpers/content.ts';
import { storedRequests } from '../helpers/demo-requests.ts';
import { type DemoForm, openForm } from './helpers/demo-form.ts';
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
  const page = await site.visit();
  const form = await openForm(page);
  await form.fill(sender(index));
  return { page, form };
}

const isStored = async (index: number) =>
  (await storedRequests(site.app)).rows.some((row) => row.email === sender(index).email);

test('too many requests: the form says how long to wait, keeps the text, and tries again', async () => {
  for (let index = 100; index < 105; index++) await site.app.requestDemo(sender(index), {}, '127.0.0.1');
  const { form } = await openFilled(1);
  await form.submit.click();
  await soon(() => form.failure.innerText()).toMatch(
    /এই নেটওয়ার্ক থেকে অনেকগুলো অনুরোধ এসেছে। [০-৯]+ মিনিট পরে আবার চেষ্টা করুন।/,
  );
  expect(await form.values()).toEqual(sender(1));
  expect(await isStored(1)).toBe(false);
  await forgetLimits();
  await form.retry.click();
  await form.sent.waitFor();
  expect(await isStored(1)).toBe(true);
});

test.each([
  ['503 with a reason', { status: 503, json: { message: 'এখন অনেক অনুরোধ আসছে।' } }, 'এখন অনেক অনুরোধ আসছে।'],
  ['503 of something in between', { status: 503, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, ourFailure],
  ['500', { status: 500, json: { message: 'Server Error', request_id: 'x' } }, ourFailure],
])('%s: the form says so, keeps the text, and tries again', async (_what, answer, told) => {
  const { page, form } = await openFilled(2);
  await forgetStored(2);
  await page.route(`**${calls.demoRequest}`, (route) => route.fulfill(answer), { times: 1 });
  await form.submit.click();
  await soon(() => form.failure.innerText()).toContain(told);
  expect(await form.values()).toEqual(sender(2));
  await form.retry.click();
  await form.sent.waitFor();
  expect(await isStored(2)).toBe(true);
});

test('without a network the form says so, keeps the text, and tries again', async () => {
  const { page, form } = await openFilled(3);
  await page.context().setOffline(true);
  await form.submit.click();
  await soon(() => form.failure.innerText()).toContain(ourFailure);
  expect(await form.values()).toEqual(sender(3));
  await page.context().setOffline(false);
  await form.retry.click();
  await form.sent.waitFor();
  expect(await isStored(3)).toBe(true);
});

test('a page that was open for days fetches a new token once and sends again, unseen', async () => {
  const { page, form } = await openFilled(4);
  const asked = await follow(page);
  await page.locator('meta[name=csrf-token]').evaluate((meta) => meta.setAttribute('content', 'of last week'));
  await form.submit.click();
  await form.sent.waitFor();
  expect(asked).toEqual([calls.demoRequest, calls.csrfToken, calls.demoRequest]);
  expect(await isStored(4)).toBe(true);
});

test('a server that takes no token is asked twice, not for ever', async () => {
  const { page, form } = await openFilled(5);
  const asked = await follow(page);
  await page.route(`**${calls.demoRequest}`, (route) => route.fulfill({ status: 419, json: { message: 'না' } }));
  await form.submit.click();
  await soon(() => form.failure.innerText()).toContain(ourFailure);
  expect(asked).toEqual([calls.demoRequest, calls.csrfToken, calls.demoRequest]);
  expect(await form.values()).toEqual(sender(5));
});

test('a page without its token logs that, and the request still arrives', async () => {
  const { page, form } = await openFilled(6);
  await page.locator('meta[name=csrf-token]').evaluate((meta) => meta.remove());
  await form.submit.click();
  await form.sent.waitFor();
  expect(site.troubles).toEqual([expect.stringContaining('CSRF token not found')]);
  site.expectTrouble(/CSRF token not found/);
  expect(await isStored(6)).toBe(true);
});

async function follow(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

async function forgetStored(index: number): Promise<void> {
  const { email } = sender(index);
  const { database } = site.app;
  const mine = database.selectFrom('demo_requests').select('id').where('email', '=', email);
  await database.deleteFrom('demo_request_events').where('request_id', 'in', mine).execute();
  await database.deleteFrom('demo_requests').where('email', '=', email).execute();
}
