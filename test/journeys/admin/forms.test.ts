// @module-tag full
import type { Page, Route } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { adminCalls, adminPages, calls, pages } from '#paths.ts';
import { dataUrl } from '../../helpers/office.ts';
import { said, specifiedTexts } from '../../helpers/specified-texts.ts';
import { hireStaff, signIn } from '../../helpers/staff.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { hold } from '../helpers/hold.ts';
import { moveCaret, sidewaysScroll, soon } from '../helpers/page.ts';
import { phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { crash, draftsOn } from './helpers/drafts.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

const name = 'রোকেয়া বেগম';
const mended = `${name}, সহকারী শিক্ষক`;
let testimonial: { id: number };

beforeEach(async () => {
  const image = await dataUrl(120, 120);
  testimonial = await office.colleague.made(adminCalls.testimonials, {
    name,
    position: 'প্রধান শিক্ষক',
    description: 'ভালো।',
    image,
  });
  return async () => {
    await office.colleague.delete(`${adminCalls.testimonials}/${testimonial.id}`);
  };
});

async function openEdit(): Promise<Screen> {
  const screen = new Screen(await office.enter(`${adminPages.testimonials}?edit=${testimonial.id}`));
  await screen.heading('Update Testimonial').waitFor();
  await soon(() => screen.field('Name').inputValue()).toBe(name);
  return screen;
}

describe('What is typed is not lost', () => {
  test('by another screen, another row or a closed tab', async () => {
    const screen = await openEdit();
    const { page } = screen;
    expect(await screen.unsaved.count()).toBe(0);
    await screen.field('Name').fill(mended);
    await screen.unsaved.waitFor();
    const statistics = page.getByRole('link', { name: 'Statistics' });
    for (const leave of [statistics, screen.first(/^Edit: /), screen.button('Cancel')]) {
      await leave.click();
      await screen.dialog.getByText('Your changes to this testimonial are only on this device.').waitFor();
      await screen.button('Keep editing').and(page.locator(':focus')).click();
      expect(await screen.field('Name').inputValue()).toBe(mended);
    }
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).dismiss();

    // The list beside may be searched and paged: the form stays as it is.
    await screen.searchFor('সাবরিনা');
    expect(await screen.field('Name').inputValue()).toBe(mended);
    await statistics.click();
    await screen.button('Leave').click();
    await screen.heading('Add Statistics').waitFor();
  });

  test('by a crash: it is offered again, and can be taken up or dropped', async () => {
    const screen = await openEdit();
    const { page } = screen;
    await screen.field('Name').fill(mended);
    await soon(() => draftsOn(page)).toMatchObject([{ name: mended }]);
    const after = new Screen(await crash(page, `${adminPages.testimonials}?edit=${testimonial.id}`));
    await after.page.getByText(`Unsaved text for ‘${name}’ from`).waitFor();
    await after.button('Restore').click();
    await after.heading('Update Testimonial').waitFor();
    await soon(() => after.field('Name').inputValue()).toBe(mended);
    await after.unsaved.waitFor();
    await after.submit.click();
    await after.toast(specifiedTexts.testimonials.updated).waitFor();
    await soon(() => draftsOn(after.page)).toEqual([]);
  });

  test('by a crash over a new record: it is offered in the empty form, in no other, and never put over a record', async () => {
    const screen = new Screen(await office.enter(adminPages.news));
    const title = 'শীতের ছুটি শুরু';
    await screen.field('Title').fill(title);
    await soon(() => draftsOn(screen.page)).toMatchObject([{ title }]);
    const after = new Screen(await crash(screen.page));
    const { page } = after;
    const offer = page.getByText(`Unsaved new news ‘${title}’, `);
    await offer.waitFor();
    // It stays in view where the browser has scrolled down.
    await after.submit.scrollIntoViewIfNeeded();
    expect(await offer.evaluate((text) => text.getBoundingClientRect().top)).toBeGreaterThan(0);
    await after.first(/^Edit: /).click();
    await after.heading('Update Institutional News').waitFor();
    await offer.waitFor({ state: 'detached' });
    expect(await after.field('Title').inputValue()).not.toBe(title);
    await after.cancel();
    await after.heading('Add Institutional News').waitFor();
    await offer.waitFor();
    await after.button('Restore').click();
    await soon(() => after.field('Title').inputValue()).toBe(title);
    await after.heading('Add Institutional News').waitFor();
    await after.button('More actions').click();
    await page.getByRole('menuitem', { name: 'Clear' }).click();
    await after.button('Leave').click();
    await soon(() => draftsOn(page)).toEqual([]);
  });

  test('to the next at the same desk: what one has typed is not offered to another', async () => {
    const screen = await openEdit();
    const { page } = screen;
    await screen.field('Name').fill(mended);
    await soon(() => draftsOn(page)).toMatchObject([{ name: mended }]);
    const { app } = office.site;
    const other = await signIn(app, await hireStaff(app, 'Rafiq Islam'));
    page.on('dialog', (dialog) => dialog.accept());
    await page.evaluate((token) => localStorage.setItem('token', token), other);
    await page.goto(`${adminPages.testimonials}?edit=${testimonial.id}`);
    await screen.heading('Update Testimonial').waitFor();
    await soon(() => screen.field('Name').inputValue()).toBe(name);
    expect(await page.getByText('Unsaved text').count()).toBe(0);
  });

  test('by the answer to a save that somebody types on under', async () => {
    const [question, answer] = ['ইন্টারনেট না থাকলে?', '<p>কাজ চলে।</p>'];
    const { id } = await office.colleague.made(adminCalls.faq, { question, answer, status: 1 });
    const screen = new Screen(await office.enter(`${adminPages.faq}?edit=${id}`));
    const { page } = screen;
    const text = screen.form.locator('[contenteditable=true]');
    await text.getByText('কাজ চলে।').waitFor();
    const held = await hold(page, `**${adminCalls.faq}/${id}`);
    await screen.field('Question').fill(`${question} এক`);
    await screen.submit.click();
    await soon(held.count).toBe(1);
    await screen.field('Question').fill(`${question} দুই`);
    await moveCaret(text, 'Control+End');
    await page.keyboard.insertText(' পরে মেলে।');
    held.release();
    await screen.toast(specifiedTexts.faq.updated).waitFor();
    await screen.row(`${question} এক`).waitFor();
    await screen.heading('Update FAQ').waitFor();
    await screen.unsaved.waitFor();
    expect(await screen.field('Question').inputValue()).toBe(`${question} দুই`);
    expect(await text.innerText()).toBe('কাজ চলে। পরে মেলে।');
    await screen.submit.click();
    await screen.row(`${question} দুই`).waitFor();
    await screen.heading('Add FAQ').waitFor();
    const { data } = (await office.colleague.get(`${adminCalls.faq}/${id}`)).json<{ data: { answer: string } }>();
    expect(data.answer).toBe('<p>কাজ চলে। পরে মেলে।</p>');
  });
});

describe('A write that fails', () => {
  test('on create is said in an alert, on update in a toast; the form stays filled', async () => {
    office.site.expectTrouble(/status of (500|503)/);
    const screen = await openEdit();
    const fail = { status: 500, json: { message: 'Server Error', request_id: 'x-1' } };
    const advice = 'Try again. If it happens once more, tell whoever runs the server: request x-1.';
    await screen.page.route(`**${adminCalls.testimonials}*/**`, (route) => route.fulfill(fail), { times: 1 });
    await screen.field('Name').fill(mended);
    await screen.submit.click();
    await screen.toast('Server Error').getByText(advice).waitFor();
    expect(await screen.field('Name').inputValue()).toBe(mended);
    await screen.button('Cancel').click();
    await screen.button('Leave').click();
    await screen.heading('Add Testimonial').waitFor();

    await screen.page.route(`**${adminCalls.testimonials}`, (route) => route.fulfill(fail), { times: 1 });
    await screen.set('Name', mended);
    await screen.submit.click();
    await screen.dialog.getByRole('heading', { name: said.submitFailed }).waitFor();
    await screen.dialog.getByText(advice).waitFor();
    await screen.button('OK').and(screen.page.locator(':focus')).click();
    expect(await screen.field('Name').inputValue()).toBe(mended);
  });

  test('and one that takes long keeps the button busy: a second click sends nothing, and its answer changes no record that was opened since', async () => {
    const screen = await openEdit();
    await screen.field('Name').fill(mended);
    const held = await hold(screen.page, `**${adminCalls.testimonials}/${testimonial.id}`);
    await screen.submit.click();
    await soon(() => screen.submit.getAttribute('aria-busy')).toBe('true');
    expect(await screen.submit.textContent()).toBe('Updating');
    await screen.submit.click({ force: true });
    await screen.page.keyboard.press('Control+s');
    await soon(held.count).toBe(1);

    const other = screen.page.getByRole('button', { name: /^Edit: / }).last();
    const title = ((await other.getAttribute('aria-label')) ?? '').replace('Edit: ', '');
    await other.click();
    await screen.button('Leave').click();
    await soon(() => screen.field('Name').inputValue()).toBe(title);
    await screen.field('Position').fill('সহকারী প্রধান');
    held.release();
    await screen.toast(specifiedTexts.testimonials.updated).waitFor();
    await screen.row(mended).waitFor();
    expect(await screen.field('Name').inputValue()).toBe(title);
    expect(await screen.field('Position').inputValue()).toBe('সহকারী প্রধান');
    await screen.heading('Update Testimonial').waitFor();
    expect(held.count()).toBe(1);
  });
});

test('fields that few need are folded, but not where they hold something or are wrong', async () => {
  office.site.expectTrouble(/status of 422/);
  const page = await office.enter(adminPages.packages);
  const screen = new Screen(page);
  const more = screen.form.locator('summary', { hasText: 'More' });
  const from = screen.field('Students from');
  expect(await from.isVisible()).toBe(false);
  await more.press('Enter');
  await from.fill('500');
  await screen.field('Students to').fill('100');
  await screen.field('Package name').fill('ভাঁজ');
  await screen.field('Installation cost').fill('5000');
  await screen.field('Monthly charge').fill('500');
  await screen.set('Package category', 'কলেজ');
  await more.click();
  expect(await from.isVisible()).toBe(false);
  await screen.submit.click();
  await page.getByText('Write the larger number here, or nothing.').waitFor();
  await soon(() => screen.field('Students to').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await from.inputValue()).toBe('500');
  await screen.field('Students to').fill('900');
  await screen.submit.click();
  await from.waitFor({ state: 'hidden' });
  await screen.row('ভাঁজ').getByRole('button', { name: 'Edit: ভাঁজ' }).click();
  await soon(() => from.inputValue()).toBe('500');
  expect(await from.isVisible()).toBe(true);
});

test('on a phone the list begins on the first screen; the form unfolds by touch and for an edit', async () => {
  const page = await office.enter(adminPages.clients, { width: phone });
  const screen = new Screen(page);
  const toggle = screen.button('Form');
  const edit = screen.first(/^Edit: /);
  await edit.waitFor();
  expect((await edit.boundingBox())?.y).toBeLessThan(844);
  expect(await faultsInBothThemes(page)).toEqual([]);
  await toggle.tap();
  await screen.field('Name').fill('ইছামতী বিদ্যানিকেতন');
  await toggle.tap();
  await screen.field('Name').waitFor({ state: 'hidden' });
  expect(await screen.unsaved.isVisible()).toBe(true);
  await toggle.tap();
  expect(await screen.field('Name').inputValue()).toBe('ইছামতী বিদ্যানিকেতন');
  expect(await sidewaysScroll(page)).toBe(0);
  await screen.button('Clear').tap();
  await screen.button('Leave').tap();
  await toggle.tap();
  await screen.field('Name').waitFor({ state: 'hidden' });
  await edit.tap();
  await screen.field('Name').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

const foreign = 'did not come from the site’s server';
const foreignPage = { contentType: 'text/html', body: '<form>Sign in to the network</form>' };

type Answer = Parameters<Route['fulfill']>[0];

const tokenOf = (page: Page) =>
  page.evaluate(() => localStorage.getItem('token') ?? localStorage.getItem('token-until-closed'));

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
  beforeEach(() => office.site.expectTrouble(/Failed to load resource|status of/));

  test.each(between)('%s to a write keeps the text, says so and can be tried again', async (_what, answer) => {
    const screen = new Screen(await office.enter(adminPages.testimonials));
    await screen.list.getByRole('button', { name: /^Edit/ }).first().click();
    const typed = 'মোহাম্মদ আবুল কালাম আজাদ চৌধুরী';
    await screen.set('Name', typed);
    const path = `**${adminCalls.testimonials}/*`;
    await screen.page.route(path, (route) =>
      route.request().method() === 'PUT' ? route.fulfill(answer) : route.continue(),
    );
    await screen.submit.click();
    await screen.page.getByRole('alert').getByText(foreign).first().waitFor();
    expect(await screen.field('Name').inputValue()).toBe(typed);
    expect(await screen.page.getByRole('dialog').count()).toBe(0);
    expect(await tokenOf(screen.page)).toBeTruthy();
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
    expect(await tokenOf(page)).toBeNull();
  });

  test('200 with a page to an upload is no upload', async () => {
    const screen = new Screen(await office.enter(adminPages.downloads));
    await screen.page.route(`**${adminCalls.uploads}`, (route) => route.fulfill({ status: 200, ...foreignPage }));
    const file = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('list') };
    await screen.page.locator('input[type=file]').setInputFiles(file);
    await screen.page.getByText(foreign).waitFor();
  });
});
