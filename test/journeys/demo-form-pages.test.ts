// @module-tag full
import { beforeEach, expect, test } from 'vitest';
import { calls, pages } from '#paths.ts';
import { visitor } from '../helpers/content.ts';
import { storedRequests } from '../helpers/demo-requests.ts';
import { DemoForm, errorsOfEmpty, fillForm, formLives } from './helpers/demo-form.ts';
import { faultsOf } from './helpers/faults-of.ts';
import { focused, sidewaysScroll, soon } from './helpers/page.ts';
import { desktop, openSite, phone } from './helpers/site.ts';

const site = openSite();

beforeEach(async () => {
  await site.app.database.deleteFrom('rate_limits').execute();
});

const storedOf = async (email: string) => (await storedRequests(site.app)).rows.filter((row) => row.email === email);

test.each([
  [pages.packages, phone, 'light'],
  [pages.features, desktop, 'dark'],
] as const)(
  'the form on %s at %i px in %s colours is reached from the header, shows its errors, and is sent with where it came from',
  async (path, width, colorScheme) => {
    site.expectTrouble(/422/);
    const campaign = '?utm_source=facebook&utm_campaign=admission&students=৪৫০&package=স্কুল';
    const page = await site.visit(path + campaign, { width, colorScheme, reducedMotion: 'reduce' });
    await page.locator('.site-header a[href$="#demo"]').click();
    await soon(() => focused(page)).toBe('demo-name');
    expect(new URL(page.url()).pathname).toBe(path);
    await formLives(page);
    const form = new DemoForm(page);
    await form.submit.click();
    await soon(() => form.errors()).toEqual(errorsOfEmpty);
    expect(await faultsOf(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await form.fill({ ...visitor(width), number: '০১৯১২-৩৪৫৬৭৮' });
    await form.submit.click();
    await form.sent.waitFor();
    await soon(() => form.sent.evaluate((said) => said.getBoundingClientRect().top > 64)).toBe(true);
    const source = { page: path, utm_source: 'facebook', utm_campaign: 'admission' };
    const chosen = { students: '450', package_note: 'স্কুল' };
    expect(await storedOf(visitor(width).email)).toMatchObject([{ number: '+8801912345678', ...source, ...chosen }]);
  },
);

test('what is typed is there again in another tab, and gone once it is sent', async () => {
  const page = await site.visit(pages.packages);
  await fillForm(page, visitor(1));
  const other = await page.context().newPage();
  await other.goto(pages.home);
  await formLives(other);
  const there = new DemoForm(other);
  await there.toggle.click();
  await soon(() => there.values()).toEqual(visitor(1));
  await there.submit.click();
  await there.sent.waitFor();
  expect(await other.evaluate(() => localStorage.getItem('demo-form'))).toBeNull();
  expect(await storedOf(visitor(1).email)).toHaveLength(1);
});

test('a request that waited when its tab was closed is sent by the next one, once', async () => {
  site.expectTrouble(/Failed to load resource.*\/api\/store-contact-information/);
  const page = await site.visit(pages.packages);
  const form = await fillForm(page, visitor(2));
  await page.route(`**${calls.demoRequest}`, (route) => route.abort('internetdisconnected'));
  await form.submit.click();
  await form.waiting.waitFor();
  expect(await storedOf(visitor(2).email)).toEqual([]);
  const tabs = await Promise.all([page.context().newPage(), page.context().newPage()]);
  await page.close();
  await Promise.all(tabs.map((tab) => tab.goto(pages.home)));
  // The second one says so too, unless the first was faster than it was opened.
  await Promise.any(tabs.map((tab) => new DemoForm(tab).sent.waitFor()));
  expect(await storedOf(visitor(2).email)).toHaveLength(1);
});

test('a hidden field that a program fills in gets the same words, and no mail', async () => {
  const page = await site.visit(pages.features);
  const form = await fillForm(page, visitor(3));
  await page.locator('[name=about_you]').evaluate((field) => {
    (field as HTMLInputElement).value = 'x';
  });
  await form.submit.click();
  await form.sent.waitFor();
  expect(await storedOf(visitor(3).email)).toMatchObject([{ spam: 1, access_mail: 'held' }]);
});
