import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { adminPages, calls, leadCalls } from '#paths.ts';
import { leadsAt } from '../../helpers/leads.ts';
import { said } from '../../helpers/specified-texts.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { focused, sidewaysScroll, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { crash, draftsOn } from './helpers/drafts.ts';
import { askOnSite as askOn, panel, somebody, toast } from './helpers/inbox.ts';

const office = openBackOffice();
const inbox = adminPages.contactRequests;
const list = `${inbox}?view=list`;
const askOnSite = (person = somebody()) => askOn(office.site, person);

// A network that asks often is suspected of being a machine.
beforeEach(async () => {
  await office.site.app.database.deleteFrom('rate_limits').execute();
});

test('by thumb a lead is called, lost with a reason, and given to somebody', { tags: ['full'] }, async () => {
  const person = await askOnSite();
  const page = await office.enter(inbox, { width: phone });
  const row = page.getByRole('listitem').filter({ hasText: person.institute_name });
  await row.waitFor();
  await page.getByRole('button', { name: /^Filters/ }).tap();
  await expectNoFaults(page, 'the list');
  expect(await row.getByRole('link', { name: /^Call/ }).getAttribute('href')).toBe(`tel:+880${person.number.slice(1)}`);

  await row.getByRole('button', { name: person.institute_name, exact: true }).tap();
  const foot = panel(page).locator('.lead-reach-bar');
  await foot.getByRole('link', { name: /^Call/ }).waitFor();
  const reach = await foot.locator('a, button').all();
  expect(reach.length).toBeGreaterThan(2);
  for (const box of reach) expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await panel(page).getByRole('group', { name: 'Stage' }).waitFor();
  await expectNoFaults(page, 'a lead');
  await panel(page).getByRole('button', { name: 'Close' }).tap();

  await row.getByRole('button', { name: /^Move to/ }).tap();
  await page.getByRole('menuitem', { name: 'Lost' }).tap();
  await page.getByRole('button', { name: 'Too expensive' }).tap();
  await page.getByRole('button', { name: 'Move to Lost' }).tap();
  await row.getByText('Too expensive').waitFor();

  await row.getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Owner' }).tap();
  await page.getByRole('menuitem', { name: 'Nasrin Akter' }).tap();
  await row.getByText('Owner: Nasrin Akter').waitFor({ state: 'attached' });
});

test('a mail that is held back is seen in the list and sent; duplicates are merged and taken apart; a person is erased by a typed word', {
  tags: ['full'],
}, async () => {
  office.site.expectTrouble(/status of 404/);
  const person = await askOnSite();
  await askOnSite({ ...person, name: 'নার্গিস আবার', email: 'again@ichamati.example' });
  const { database } = office.site.app;
  await database.updateTable('demo_requests').set({ access_mail: 'held' }).where('email', '=', person.email).execute();
  const page = await office.enter(`${list}&search=${person.email}`);
  await page.getByText('May be a duplicate').waitFor();
  const held = page.getByText('Mail is held back');
  await held.waitFor();
  await page.getByRole('button', { name: person.institute_name, exact: true }).click();
  await panel(page).getByText('Held back: more came than usual').waitFor();
  const more = panel(page).getByRole('button', { name: 'More about this lead' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Resend link and password' }).click();
  await held.waitFor({ state: 'detached' });
  await panel(page).getByText('Same number').waitFor();
  const merge = panel(page).getByRole('button', { name: /^Merge into this lead/ });
  await merge.click();
  const takeOut = panel(page).getByRole('button', { name: /^Take out again/ });
  await takeOut.click();
  await panel(page).getByText('Same number').waitFor();

  await more.click();
  await page.getByRole('menuitem', { name: 'Erase this person…' }).click();
  const erase = page.getByRole('button', { name: 'Erase for good' });
  expect(await erase.isDisabled()).toBe(true);
  await page.getByLabel('Type ERASE to confirm').fill('ERASE');
  await erase.click();
  await toast(page, 'The person was erased, with 2 requests').waitFor();
  await page.getByText(said.noData).waitFor();
});

test('a file is tried, then imported, and taken back', { tags: ['full'] }, async () => {
  const page = await office.enter(`${list}&search=${encodeURIComponent('কপোতাক্ষ')}`);
  const csv = 'নাম,প্রতিষ্ঠান,মোবাইল নম্বর\nমিতা,কপোতাক্ষ স্কুল,০১৫১২-০০০০০১\nকেউ,,12\n';
  await openFile(page, 'fair.csv', Buffer.from(csv));
  await page.getByRole('cell', { name: /This is no phone number/ }).waitFor();
  await page.getByText('Rows below the heads: 2, of them blank: 0').waitFor();
  await page.getByRole('button', { name: 'Import 1 lead' }).click();
  await toast(page, '1 of 2 rows imported').waitFor();
  const lead = page.locator('.lead-open').filter({ hasText: 'কপোতাক্ষ স্কুল' });
  await lead.waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'moved to the trash').waitFor();
  await lead.waitFor({ state: 'detached' });
});

test('on a phone a list that nobody could have known is read: its sheet, heads, dates and columns are chosen', {
  tags: ['full'],
}, async () => {
  office.site.expectTrouble(/status of 422/);
  const page = await office.enter(list, { width: phone });
  const csv = 'মেলা ২০২৬\n\nক,খ,গ\nবাঁকখালী স্কুল,০১৫১২-০০০০০২,5/11/2026\n"খোলা,12,6/11/2026\n';
  await openFile(page, 'fair.csv', Buffer.from(csv));
  await page.getByText('Say above which column holds the phone number').waitFor();
  const importOne = page.getByRole('button', { name: 'Import 1 lead' });
  const column = (at: number) => page.locator('.import-preview').getByRole('combobox').nth(at);
  expect(await page.getByLabel('Row with the heads').inputValue()).toBe('3');
  await page.getByLabel('Row with the heads').selectOption('5: "খোলা, 12, 6/11/2026');
  await page.getByText('Below its heads the file has no rows.').waitFor();
  await page.getByLabel('Row with the heads').selectOption('3: ক, খ, গ');
  await column(0).selectOption('Institute');
  await column(1).selectOption('Number');
  await importOne.waitFor();
  await column(2).selectOption('Next step on');
  await page.getByLabel('What is 5/11/2026 in this file?').selectOption('11 May 2026');
  await page.getByText('A quotation mark is missing or too many').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await expect.poll(async () => (await importOne.boundingBox())?.y).toBeLessThan(800);
  await importOne.click();
  await toast(page, '1 of 2 rows imported').waitFor();
  const [lead] = await leadsAt(office.colleague, { search: '01512000002' });
  expect(lead).toMatchObject({ institute_name: 'বাঁকখালী স্কুল', next_step_on: '2026-05-11' });
});

async function openFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import Excel or CSV…' }).click();
  await page.getByLabel('Excel or CSV file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

test('a workbook is imported; all leads of a filter are changed together, and changed back; Activity takes back, but not what somebody worked on since', {
  tags: ['full'],
}, async () => {
  const page = await office.enter(list);
  const thirty = Array.from({ length: 30 }, (_, index) => ['ক', `স্কুল ${1_100 + index}`, `0191${3_001_100 + index}`]);
  const rows = [['Name', 'Institute', 'Phone'], ...thirty, ['কেউ', '', '12']];
  const workbook = await writeExcelFile(rows.map((row) => row.map((value) => ({ value })))).toBuffer();
  await openFile(page, 'fair.xlsx', workbook);
  await page.getByRole('cell', { name: /C32: number: This is no phone number/ }).waitFor();
  await page.getByRole('button', { name: 'Import 30 leads' }).click();
  await toast(page, '30 of 31 rows imported').waitFor();
  await page.goto(`${list}&origin=imported&search=019130011`);
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('toolbar').getByText('25 selected').waitFor();
  await page.getByRole('button', { name: 'Select all 30 of this filter' }).click();
  await page.getByRole('toolbar').getByText('30 selected').waitFor();
  await page.getByRole('button', { name: 'Move to', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Contacted' }).click();
  await toast(page, '30 leads moved to Contacted').waitFor();
  const query = { status: 'contacted', search: '019130011', per_page: '50' };
  const contacted = async () => (await leadsAt(office.colleague, query)).length;
  expect(await contacted()).toBe(30);
  await page.getByRole('button', { name: 'Undo' }).click();
  await soon(contacted).toBe(0);

  const confirm = () => page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
  await page.goto(`${adminPages.activity}?action=import`);
  await page.getByRole('button', { name: 'Take this import back' }).first().click();
  await confirm();
  await toast(page, '0 imported leads moved to the trash. 30 stay: somebody worked on them since.').waitFor();
  await page.getByLabel('Action').selectOption('stage');
  const line = page.getByRole('row').filter({ hasText: /moved \d+ leads from Contacted to New/ });
  await line.first().getByRole('button', { name: 'Details' }).click();
  const one = page.getByText(/moved স্কুল \d+ from Contacted to New/).first();
  await one.getByRole('button', { name: 'Take back' }).click();
  await confirm();
  await page.getByRole('row').nth(1).filter({ hasText: 'from New to Contacted' }).waitFor();
  expect(await contacted()).toBe(1);
});

test('a lead is added by hand, over a crash too; who is there already is shown first; its note is changed, deleted and brought back', {
  tags: ['full'],
}, async () => {
  office.site.expectTrouble(/status of (?:409|422)/);
  const person = await askOnSite();
  let page = await office.enter(list);
  await page.getByRole('button', { name: 'Add lead' }).click();
  let dialog = page.getByRole('dialog', { name: 'Add lead' });
  await dialog.getByLabel('Institute').fill('ভৈরব উচ্চ বিদ্যালয়');
  await page.keyboard.press('Control+s');
  await dialog.getByText('Write a phone number or an e-mail address.').waitFor();
  await dialog.getByLabel('Number').fill(person.number);
  await dialog.getByLabel('Note').fill('Met at the fair');
  await page.keyboard.press('Control+s');
  await dialog.getByText('This lead may be the same.').waitFor();
  expect(await dialog.getByRole('link', { name: person.institute_name }).getAttribute('target')).toBe('_blank');

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByLabel('Number').fill('01511-999999');

  await soon(() => draftsOn(page)).toMatchObject([{ note: 'Met at the fair', number: '01511-999999' }]);
  page = await crash(page);
  dialog = page.getByRole('dialog', { name: 'Add lead' });
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await soon(() => dialog.getByLabel('Number').inputValue()).toBe('01511-999999');
  expect(await dialog.getByLabel('Mail the demo link and password').isChecked()).toBe(false);
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await toast(page, 'Lead added successfully').waitFor();
  await panel(page).getByText('added it by hand').waitFor();
  expect(new URL(page.url()).searchParams.get('add')).toBeNull();
  await soon(() => draftsOn(page)).toEqual([]);

  await panel(page).getByRole('button', { name: 'Edit note: Met at the fair' }).click();
  await panel(page).getByLabel('Change the note').fill('Met at the book fair');
  await panel(page).getByRole('button', { name: 'Save note' }).click();
  await panel(page)
    .getByText(/changed .* by Nasrin Akter/)
    .waitFor();
  await panel(page).getByRole('button', { name: 'Delete note: Met at the book fair' }).click();
  await page.getByRole('button', { name: 'Yes, proceed' }).click();
  await panel(page).getByText('wrote a note that was deleted').waitFor();
  await soon(() => focused(page)).toMatch(/^undo-note-/);
  await page.keyboard.press('Enter');
  await panel(page).getByText('Met at the book fair').waitFor();
});

test('a list that can’t be loaded says so, and is tried again; axe finds nothing on the board, on the list and on a lead', {
  tags: ['full'],
}, async () => {
  office.site.expectTrouble(/status of 400/);
  let isBroken = true;
  const page = await office.enter(list, {
    width: desktop,
    before: async (page) => {
      await page.route(`**${leadCalls.list}?*`, (route) =>
        isBroken && route.request().resourceType() === 'fetch'
          ? route.fulfill({ status: 400, json: { message: 'No' } })
          : route.fallback(),
      );
      // Never answered: once it is open, all that tells of leads is asked for again.
      await page.route(`**${calls.notificationStream}`, () => undefined);
    },
  });
  await page.getByText('The list could not be loaded.').waitFor();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.lead-row').first().waitFor();
  await page.getByRole('button', { name: 'Board', exact: true }).click();
  await page.locator('.lead-card').first().waitFor();
  await expectNoFaults(page, 'the board');
  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('checkbox').nth(1).check();
  await expectNoFaults(page, 'the list');
  await page.locator('.lead-open').first().click();
  await panel(page).getByRole('group', { name: 'Stage' }).waitFor();
  await expectNoFaults(page, 'a lead');
});

async function expectNoFaults(page: Page, what: string): Promise<void> {
  expect(await faultsInBothThemes(page), what).toEqual([]);
  expect(await sidewaysScroll(page), what).toBe(0);
}
