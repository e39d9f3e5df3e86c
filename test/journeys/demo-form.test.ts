import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { calls, pages } from '#paths.ts';
import { demoFormStrings, draftStorageKey } from '../../src/leads/requests/schema.ts';
import { visitor } from '../helpers/content.ts';
import { storedRequests } from '../helpers/demo-requests.ts';
import { DemoForm, errorsOfEmpty, formLives, openForm } from './helpers/demo-form.ts';
import { faultsOf } from './helpers/faults-of.ts';
import { hold } from './helpers/hold.ts';
import { focused, sidewaysScroll, soon } from './helpers/page.ts';
import { desktop, openSite, phone } from './helpers/site.ts';

const site = openSite();

// All visitors of a test come from one network.
beforeEach(async () => {
  await site.app.database.deleteFrom('rate_limits').execute();
});

const stored = async (email: string) => (await storedRequests(site.app)).rows.filter((row) => row.email === email);

test('the form is hidden until its button is pressed, then has the focus in its first field; closing it keeps the text', async () => {
  const form = new DemoForm(await site.visit('/', { width: phone }));
  expect(await form.toggle.getAttribute('aria-expanded')).toBe('false');
  expect(await form.field('name').count()).toBe(0);
  await form.toggle.click();
  expect(await form.toggle.getAttribute('aria-expanded')).toBe('true');
  expect(await form.toggle.innerText()).toContain('ফরম বন্ধ করুন');
  await soon(() => form.field('name').evaluate((field) => field === document.activeElement)).toBe(true);
  await soon(() => form.submit.isVisible()).toBe(true);
  await form.fill({ name: 'সালমা' });
  await form.toggle.click();
  await soon(() => form.field('name').count()).toBe(0);
  expect(await form.toggle.getAttribute('aria-expanded')).toBe('false');
  await form.toggle.click();
  await soon(() => form.field('name').inputValue()).toBe('সালমা');
});

test('sent empty, it says in Bengali what is missing under each field; then it marks only what is wrong; at last it is busy, then says that it was stored', async () => {
  site.expectTrouble(/422/);
  const page = await site.visit('/', { width: phone });
  const form = await openForm(page);
  await form.submit.click();
  await soon(() => form.errors()).toEqual(errorsOfEmpty);
  expect(await focused(page)).toBe('demo-name');
  await form.field('name').pressSequentially('র');
  await soon(() => form.errors()).toEqual({ ...errorsOfEmpty, name: null });
  expect(await focused(page)).toBe('demo-name');

  const typed = { ...visitor(0), number: '০১৭', email: 'rahim' };
  await form.fill(typed);
  await form.field('email').press('Enter');
  await soon(() => form.errorOf('number')).toMatch(/^নম্বরটি ঠিক নেই/);
  expect(await form.errors()).toMatchObject({ name: null, institute_name: null });
  expect(await form.errorOf('email')).toMatch(/^ইমেইল ঠিকানাটি ঠিক নেই/);
  expect(await form.values()).toEqual(typed);
  expect(await focused(page)).toBe('demo-number');

  const email = 'corrected@shapla.example';
  await form.fill({ number: '০১৯১২-৩৪৫৬৭৮', email });
  const post = await hold(page, `**${calls.demoRequest}`);
  await form.submit.click();
  await soon(() => form.submit.getAttribute('aria-disabled')).toBe('true');
  expect(await form.submit.innerText()).toBe('পাঠানো হচ্ছে');
  await form.submit.click({ force: true });
  await page.keyboard.press('Enter');
  // The form is busy at once; its request comes when no other tab is sending.
  await soon(post.count).toBe(1);
  expect(await stored(email)).toEqual([]);

  post.release();
  await form.sent.waitFor();
  await form.toast.waitFor();
  expect(await form.submit.count()).toBe(0);
  // A second sending would have waited for the first, and this waits for both.
  await page.evaluate((name) => navigator.locks.request(name, () => {}), draftStorageKey);
  expect(post.count()).toBe(1);
  expect(await stored(email)).toMatchObject([{ name: visitor(0).name, number: '+8801912345678' }]);
});

test('who has asked reads what happens next and whom to call, and may ask for another institution', {
  tags: ['full'],
}, async () => {
  const page = await site.visit();
  const form = await openForm(page);
  const [one, other] = [visitor(3), visitor(4)];
  await form.fill(one);
  await form.submit.click();
  await form.sent.waitFor();
  const box = page.locator('#demo');
  expect(await box.getByRole('listitem').allInnerTexts()).toEqual([...demoFormStrings.nextCalled]);
  // Nothing is mailed here, so nobody is sent to look for a mail.
  expect(await box.innerText()).not.toContain('স্প্যাম');
  const links = await box.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual([expect.stringMatching(/^tel:/), expect.stringMatching(/^https:\/\/wa\.me\//), '/']);
  await box.getByRole('link', { name: demoFormStrings.another }).click();
  await soon(() => focused(page)).toBe('demo-name');
  expect(await form.values()).toEqual({ name: '', institute_name: '', number: '', email: '' });
  await form.fill(other);
  await form.submit.click();
  await form.sent.waitFor();
  for (const { email } of [one, other]) expect(await stored(email)).toHaveLength(1);
  expect(await form.toggle.innerText()).toBe('অনুরোধ জমা হয়েছে');
  await form.toggle.click();
  await soon(() => box.isVisible()).toBe(false);
  expect(await form.toggle.innerText()).toBe('অনুরোধ জমা হয়েছে');
});

test.each([
  [pages.packages, phone, 'light'],
  [pages.features, desktop, 'dark'],
] as const)(
  'the form on %s at %i px in %s colours is reached from the header, shows its errors, and is sent with where it came from',
  { tags: ['full'] },
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
    expect(await stored(visitor(width).email)).toMatchObject([{ number: '+8801912345678', ...source, ...chosen }]);
  },
);

test('what was typed is gone a day later', { tags: ['full'] }, async () => {
  const page = await site.visit();
  const form = await openForm(page);
  await form.fill(visitor(3));
  const kept = (page: Page) => page.evaluate((key) => localStorage.getItem(key), draftStorageKey);
  await soon(() => kept(page)).toContain(visitor(3).number);
  const later = await page.context().newPage();
  await page.close();
  await later.goto(`${site.app.url}${pages.login}`);
  await later.evaluate((key) => {
    const draft = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...draft, at: draft.at - 86_400_000 }));
  }, draftStorageKey);
  await later.goto(site.app.url);
  await soon(() => kept(later)).toBeNull();
  await later.close();
});

describe('The toast of a stored request', () => {
  async function send(index: number) {
    const page = await site.visit('/', { before: (page) => page.clock.install() });
    const form = await openForm(page);
    await form.fill(visitor(index));
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await form.submit.click();
    await form.toast.waitFor();
    return { page, form };
  }

  test('is gone after three seconds', { tags: ['full'] }, async () => {
    const { page, form } = await send(10);
    await page.clock.runFor(2_900);
    expect(await form.toast.isVisible()).toBe(true);
    await page.clock.runFor(200);
    await soon(() => form.toast.count()).toBe(0);
    expect(await form.sent.isVisible()).toBe(true);
  });

  test('waits while it is pointed at', { tags: ['full'] }, async () => {
    const { page, form } = await send(11);
    await page.clock.runFor(2_000);
    await form.toast.hover();
    await page.clock.runFor(10_000);
    expect(await form.toast.isVisible()).toBe(true);
    await page.mouse.move(0, 0);
    await soon(() => page.locator('.toast[data-paused]').count()).toBe(0);
    await page.clock.runFor(1_100);
    await soon(() => form.toast.count()).toBe(0);
  });

  test('waits while the focus is in it, and can be closed', { tags: ['full'] }, async () => {
    const { page, form } = await send(12);
    await page.getByRole('button', { name: 'বন্ধ করুন', exact: true }).focus();
    await soon(() => page.locator('.toast[data-paused]').count()).toBe(1);
    await page.clock.runFor(10_000);
    expect(await form.toast.isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    await soon(() => form.toast.count()).toBe(0);
  });
});

describe('Before the form lives', () => {
  const code = /\/assets\/demo-form\.island/;

  test('what is typed survives its coming', { tags: ['full'] }, async () => {
    const page = await site.visit();
    const island = await hold(page, code);
    const form = new DemoForm(page);
    await form.toggle.click();
    await form.fill(visitor(20));
    await soon(island.count).toBe(1);
    island.release();
    await page.locator('[data-island=demo-form][data-awake=yes]').waitFor();
    expect(await form.values()).toEqual(visitor(20));
  });

  test('what is sent is sent once it lives', async () => {
    const page = await site.visit();
    const island = await hold(page, code);
    const form = new DemoForm(page);
    await form.toggle.click();
    await form.fill(visitor(21));
    await form.submit.click();
    expect(await stored(visitor(21).email)).toEqual([]);
    island.release();
    await form.sent.waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await stored(visitor(21).email)).toHaveLength(1);
  });
});
