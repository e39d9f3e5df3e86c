import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { adminCalls, adminPages } from '#paths.ts';
import { specifiedTexts } from '../../helpers/specified-texts.ts';
import { soon } from '../helpers/page.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { draftsOn } from './helpers/drafts.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();
const { faq } = adminPages;

const menuRow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true });
const editOf = (page: Page) => new URL(page.url()).searchParams.get('edit');

async function writeQuestion(question: string): Promise<number> {
  const { id } = await office.colleague.made(adminCalls.faq, { question, answer: '<p>হ্যাঁ।</p>', status: 1 });
  return id;
}

async function openList(question: string) {
  const id = await writeQuestion(question);
  const page = await office.enter(adminPages.dashboard);
  const screen = new Screen(page);
  await menuRow(page, 'FAQ').click();
  const open = async () => {
    await page.getByRole('button', { name: `Edit: ${question}` }).click();
    await shows(screen, question);
  };
  return { id, page, screen, open };
}

async function shows(screen: Screen, question: string) {
  await screen.heading('Update FAQ').waitFor();
  await soon(() => screen.field('Question').inputValue()).toBe(question);
}

async function showsList({ page, heading }: Screen) {
  await heading.call({ page }, 'Add FAQ').waitFor();
  await soon(() => editOf(page)).toBe(null);
  expect(new URL(page.url()).pathname).toBe(faq);
}

test('an open record is opened again by reload, Back, Forward, another tab and a colleague', {
  tags: ['full'],
}, async () => {
  const question = 'ঠিকানা থাকে কি?';
  const { id, page, screen, open } = await openList(question);
  await open();
  await soon(() => editOf(page)).toBe(String(id));
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.reload();
  await shows(screen, question);
  await page.goBack();
  await showsList(screen);
  await page.goForward();
  await shows(screen, question);
  const tab = new Screen(await page.context().newPage());
  await tab.page.goto(page.url());
  await shows(tab, question);
  const { pathname, search } = new URL(page.url());
  await shows(new Screen(await office.enter(pathname + search)), question);

  // From one record to the next: Back leads to the list.
  const other = screen.first(/^Edit: (?!ঠিকানা)/);
  await other.click();
  await soon(() => screen.field('Question').inputValue()).not.toBe(question);
  expect(editOf(page)).not.toBe(String(id));
  await page.goBack();
  await showsList(screen);
});

test('after saving, cancelling or deleting the address is that of the list, with its search', {
  tags: ['full'],
}, async () => {
  const question = 'তালিকায় ফেরে কি?';
  const { id, page, screen, open } = await openList(question);
  await screen.searchFor(question);
  await open();
  await screen.field('Question').fill('ফেরে তালিকায়?');
  await screen.submit.click();
  await screen.toast(specifiedTexts.faq.updated).waitFor();
  await showsList(screen);
  expect(new URL(page.url()).searchParams.get('search')).toBe(question);
  await page.goto(`${faq}?edit=${id}`);
  await shows(screen, 'ফেরে তালিকায়?');
  await screen.button('Cancel').click();
  await showsList(screen);
  await page.goto(`${faq}?edit=${id}`);
  await shows(screen, 'ফেরে তালিকায়?');
  await screen.button('Delete: ফেরে তালিকায়?').click();
  await screen.button('Yes, proceed').click();
  await showsList(screen);
});

test('Back asks before unsaved text is left, and the text left behind is offered again', {
  tags: ['full'],
}, async () => {
  const question = 'লেখা হারায় কি?';
  const { page, screen, open } = await openList(question);
  await open();
  const typed = 'লেখা হারায় না।';
  await screen.field('Question').fill(typed);
  await page.goBack();
  await screen.button('Keep editing').click();
  await soon(() => editOf(page)).not.toBe(null);
  expect(await screen.field('Question').inputValue()).toBe(typed);
  await page.goBack();
  await screen.button('Leave').click();
  await showsList(screen);
  await soon(() => draftsOn(page)).toMatchObject([{ question: typed }]);
  await page.goForward();
  await screen.button('Restore').click();
  await soon(() => screen.field('Question').inputValue()).toBe(typed);
  // A new question that is being written asks too.
  await screen.button('Cancel').click();
  await screen.button('Leave').click();
  await showsList(screen);
  await screen.field('Question').fill('নতুন');
  // The entry that the record had is the list's now.
  await page.goBack();
  await page.goBack();
  await screen.button('Keep editing').click();
  expect(await screen.field('Question').inputValue()).toBe('নতুন');
});

test('the address of a record in the trash, or that is gone, says so', { tags: ['full'] }, async () => {
  office.site.expectTrouble(/status of 404/);
  const id = await writeQuestion('মোছা হলে?');
  await office.colleague.delete(`${adminCalls.faq}/${id}`);
  const screen = new Screen(await office.enter(`${faq}?edit=${id}`));
  await screen.dialog.getByText('It is in the trash, where it can be restored for 30 days.').waitFor();
  await screen.button('OK').click();
  await showsList(screen);
  await screen.page.goto(`${faq}?edit=999999`);
  await screen.dialog.getByText('There is no such record. It may have been deleted.').waitFor();
});

test('the newest text about the institution opens without an entry of its own to go back over', {
  tags: ['full'],
}, async () => {
  const page = await office.enter(adminPages.dashboard);
  const screen = new Screen(page);
  await menuRow(page, 'About').click();
  await screen.heading('Update Institutional About').waitFor();
  await soon(() => editOf(page)).not.toBe(null);
  await page.reload();
  await screen.heading('Update Institutional About').waitFor();
  await page.goBack();
  await soon(() => new URL(page.url()).pathname).toBe(adminPages.dashboard);
});
