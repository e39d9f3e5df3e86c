// @module-tag full
import type { Route } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { adminCalls, adminPages, calls, pages } from '#paths.ts';
import { specifiedTexts } from '../../helpers/specified-texts.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();
const name = 'মোহাম্মদ আবুল কালাম আজাদ চৌধুরী';
const foreign = 'did not come from the site’s server';
const foreignPage = { contentType: 'text/html', body: '<form>Sign in to the network</form>' };

type Answer = Parameters<Route['fulfill']>[0];

beforeEach(() => office.site.expectTrouble(/Failed to load resource|status of/));

/** What a sign-in page of a network or a proxy between the office and its server may answer. */
const between: [string, Answer][] = [
  ['200 with a page', { status: 200, ...foreignPage }],
  ['a redirect to a page', { status: 302, headers: { location: pages.about } }],
  ['204', { status: 204 }],
  ['201 without data', { status: 201, json: { message: 'ok' } }],
  ['200 with a list', { status: 200, json: [] }],
  ['401 with a page', { status: 401, ...foreignPage }],
  ['419 with a page', { status: 419, ...foreignPage }],
  ['413 of a proxy', { status: 413, ...foreignPage }],
];

describe('An answer of anything between the office and its server (W05)', () => {
  test.each(between)('%s to a write keeps the text, says so and can be tried again', async (_what, answer) => {
    const screen = new Screen(await office.enter(adminPages.testimonials));
    await screen.list.getByRole('button', { name: /^Edit/ }).first().click();
    await screen.set('Name', name);
    const path = `**${adminCalls.testimonials}/*`;
    await screen.page.route(path, (route) =>
      route.request().method() === 'PUT' ? route.fulfill(answer) : route.continue(),
    );
    await screen.submit.click();
    await screen.page.getByRole('alert').getByText(foreign).first().waitFor();
    expect(await screen.field('Name').inputValue()).toBe(name);
    expect(await screen.page.getByRole('dialog').count()).toBe(0);
    expect(
      await screen.page.evaluate(() => localStorage.getItem('token') ?? localStorage.getItem('token-until-closed')),
    ).toBeTruthy();
    await screen.page.unroute(path);
    await screen.submit.click();
    await screen.toast(specifiedTexts.testimonials.updated).waitFor();
  });

  test.each<[string, Answer]>([
    ['200 with a page', { status: 200, ...foreignPage }],
    ['200 without a list', { status: 200, json: {} }],
    ['401 with a page', { status: 401, ...foreignPage }],
  ])('%s to a list is no empty list, and signs nobody out', async (_what, answer) => {
    const list = new RegExp(`${adminCalls.testimonials}(\\?|$)`);
    const page = await office.enter(adminPages.testimonials, {
      before: async (page) =>
        page.route(list, (route) =>
          route.request().resourceType() === 'fetch' ? route.fulfill(answer) : route.continue(),
        ),
    });
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.unroute(list);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: /^Edit/ }).first().waitFor();
  });

  test.each<[string, Answer]>([
    ['200 with a page', { status: 200, ...foreignPage }],
    ['200 without a user', { status: 200, json: { token: 'x' } }],
  ])('%s to a sign-in signs nobody in, and the address stays', async (_what, answer) => {
    const page = await office.site.visit(pages.login);
    await page.route(`**${calls.login}`, (route) => route.fulfill(answer));
    await page.locator('input[type=email]').fill('nazma@prangon.example');
    await page.locator('input[type=password]').fill('শিউলি ফুটেছে ১২৩');
    await page.locator('button[type=submit]').click();
    await page.getByRole('alert').getByText(foreign).waitFor();
    expect(await page.locator('input[type=email]').inputValue()).toBe('nazma@prangon.example');
    expect(
      await page.evaluate(() => localStorage.getItem('token') ?? localStorage.getItem('token-until-closed')),
    ).toBeNull();
  });

  test('200 with a page to a lost password does not promise a mail', async () => {
    const page = await office.site.visit(pages.forgotPassword);
    await page.route(`**${calls.forgotPassword}`, (route) => route.fulfill({ status: 200, ...foreignPage }));
    await page.locator('input[type=email]').fill('nazma@prangon.example');
    await page.locator('button[type=submit]').click();
    await page.getByRole('alert').getByText(foreign).waitFor();
  });

  test('200 with a page to an upload is no upload', async () => {
    const screen = new Screen(await office.enter(adminPages.downloads));
    await screen.page.route(`**${adminCalls.uploads}`, (route) => route.fulfill({ status: 200, ...foreignPage }), {
      times: 1,
    });
    await screen.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('list') });
    await screen.page.getByText(foreign).waitFor();
  });
});
