// @module-tag full
import { beforeEach, describe, expect, test } from 'vitest';
import { adminCalls, adminPages } from '#paths.ts';
import { dataUrl } from '../../helpers/office.ts';
import { said, specifiedTexts } from '../../helpers/specified-texts.ts';
import { hireStaff, signIn } from '../../helpers/staff.ts';
import { hold } from '../helpers/hold.ts';
import { moveCaret, soon } from '../helpers/page.ts';
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

  test('by the answer to another record that was left while it was saved', async () => {
    const screen = await openEdit();
    const held = await hold(screen.page, `**${adminCalls.testimonials}/${testimonial.id}`);
    await screen.field('Name').fill(mended);
    await screen.submit.click();
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

  test('and one that takes long keeps the button busy: a second click sends nothing', async () => {
    const screen = await openEdit();
    await screen.field('Name').fill(mended);
    const held = await hold(screen.page, `**${adminCalls.testimonials}/${testimonial.id}`);
    await screen.submit.click();
    await soon(() => screen.submit.getAttribute('aria-busy')).toBe('true');
    expect(await screen.submit.textContent()).toBe('Updating');
    await screen.submit.click({ force: true });
    await screen.page.keyboard.press('Control+s');
    held.release();
    await screen.toast(specifiedTexts.testimonials.updated).waitFor();
    expect(held.count()).toBe(1);
  });
});
