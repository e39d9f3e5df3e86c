import type { Page } from 'playwright-core';
import { test as anywhere, beforeEach, expect } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { adminPages, leadCalls, pages } from '#paths.ts';
import { leadOf } from '../helpers/leads.ts';
import { rightPassword } from '../helpers/staff.ts';
import { openBackOffice } from '../journeys/admin/helpers/back-office.ts';
import { draftsOn } from '../journeys/admin/helpers/drafts.ts';
import { panel, somebody, toast } from '../journeys/admin/helpers/inbox.ts';
import { Screen } from '../journeys/admin/helpers/screen.ts';
import { soon } from '../journeys/helpers/page.ts';
import { canRunOldBrowsers, oldBrowser } from './helpers/old-browsers.ts';

const test = anywhere.skipIf(!canRunOldBrowsers);
const office = openBackOffice({ browser: () => oldBrowser(109) });

beforeEach(() => office.site.expectTrouble(/Found a 'popover' attribute/));

test('staff sign in', async () => {
  const page = await office.site.visit(pages.login);
  await page.getByRole('textbox', { name: 'ইমেইল' }).fill(office.staff.email);
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(rightPassword);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(`**${adminPages.dashboard}`);
  expect(await page.evaluate(() => navigator.userAgent)).toContain('Chrome/109.');
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
});

test('news are written with a picture, and deleted', async () => {
  const screen = new Screen(await office.enter(adminPages.news));
  const title = 'পুরোনো কম্পিউটারের খবর';
  await screen.set('Date', '2026-12-05');
  await screen.set('Short title', 'নোটিশ');
  await screen.set('Title', title);
  await screen.set('Description', 'কাল সকালে।');
  await screen.button('Choose from the library').click();
  await screen.page.locator('.picture-tile').first().click();
  await screen.button('Use this picture').click();
  await screen.page.getByRole('dialog').waitFor({ state: 'detached' });
  await screen.submit.click();
  await screen.row(title).waitFor();
  await screen.button(`Delete: ${title}`).click();
  await screen.button('Yes, proceed').click();
  await screen.row(title).waitFor({ state: 'detached' });
});

test('the call with a lead and how it ended are kept', async () => {
  const { name, institute_name, number } = somebody();
  const { id } = await office.colleague.made(leadCalls.list, { name, institute_name, number });
  const page = await office.enter(`${adminPages.contactRequests}?view=list`);
  await page.locator('.lead-open').filter({ hasText: institute_name }).click();
  await panel(page).getByRole('button', { name: 'Spoke', exact: true }).click();
  await panel(page).locator('.proposal').first().click();
  const events = async () => (await leadOf(office.colleague, id)).history.map(({ event }) => event);
  await soon(events).toContain('called');
});

test('Video Gallery opens, with its help', { tags: ['full'] }, async () => {
  const page = await office.enter(adminPages.videos);
  await page.locator('tbody tr').first().waitFor();
  const help = page.locator('.screen-help-text');
  expect(await help.isVisible()).toBe(false);
  await page.getByRole('button', { name: /^What is this/ }).click();
  expect(await help.isVisible()).toBe(true);
});

test('a text that was not saved is offered again', { tags: ['full'] }, async () => {
  const screen = new Screen(await office.enter(adminPages.faq));
  await screen.field('Question').fill('মাঝপথে থেমে গেল?');
  await soon(() => draftsOn(screen.page)).toMatchObject([{ question: 'মাঝপথে থেমে গেল?' }]);
  const context = screen.page.context();
  await screen.page.close();
  const again = await context.newPage();
  await again.goto(adminPages.faq);
  await again.getByRole('button', { name: 'Restore' }).click();
  await soon(() => new Screen(again).field('Question').inputValue()).toBe('মাঝপথে থেমে গেল?');
});

test('a file is uploaded', { tags: ['full'] }, async () => {
  const screen = new Screen(await office.enter(adminPages.downloads));
  const buffer = Buffer.from('%PDF-1.4 rules');
  const file = { name: 'নিয়মাবলি.pdf', mimeType: 'application/pdf', buffer };
  await screen.form.locator('input[type=file]').setInputFiles(file);
  await screen.form.getByText('Uploaded. Submit the form to publish it.').waitFor();
});

test('a picture is chosen, and kept with what it belongs to', { tags: ['full'] }, async () => {
  const screen = new Screen(await office.enter(adminPages.testimonials));
  await screen.set('Name', 'পারভীন সুলতানা');
  await screen.set('Position', 'প্রধান শিক্ষক');
  await screen.set('Description', 'মাসের হিসাব এক বিকেলে শেষ।');
  await screen.choosePicture();
  await screen.submit.click();
  await screen.row('পারভীন সুলতানা').waitFor();
});

test('a workbook is imported', { tags: ['full'] }, async () => {
  const page = await office.enter(`${adminPages.contactRequests}?view=list`);
  await openImport(page);
  const rows = ['Name,Institute,Phone', 'মিতা,কপোতাক্ষ স্কুল,01512000009'].map((row) =>
    row.split(',').map((value) => ({ value })),
  );
  const write = writeExcelFile as (rows: object[][]) => { toBuffer: () => Promise<Buffer> };
  const buffer = await write(rows).toBuffer();
  await page.getByLabel('CSV file').setInputFiles({ name: 'fair.xlsx', mimeType: 'application/zip', buffer });
  await page.getByRole('button', { name: 'Import 1 lead' }).click();
  await toast(page, '1 of 1 rows imported').waitFor();
});

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import Excel or CSV…' }).click();
}
