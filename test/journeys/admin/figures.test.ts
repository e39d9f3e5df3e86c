// @module-tag full
import { beforeAll, expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { adminPages } from '#paths.ts';
import { todayInDhaka } from '../../../src/api/fields/dates.ts';
import { storeLead } from '../../helpers/told-leads.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { focused, sidewaysScroll, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { panel, toast } from './helpers/inbox.ts';

const office = openBackOffice();

beforeAll(async () => {
  const { app } = office.site;
  const owner_id = office.staff.id;
  const facebook = { utm_source: 'facebook', owner_id };
  await storeLead(app, { ...facebook, called_after: 30, stage: 'contacted', value: 45_000 });
  await storeLead(app, { ...facebook, called_after: 90, stage: 'won', value: 120_000, institute_name: 'সুরমা কলেজ' });
  await storeLead(app, {
    owner_id,
    institute_name: 'রূপসা বিদ্যালয়',
    next_step: 'Call again',
    next_step_on: todayInDhaka(),
  });
  await storeLead(app, { origin: 'imported', stage: 'won', value: 900_000 });
});

test('a figure opens the leads it counted, by period, person and source', async () => {
  const page = await office.enter(adminPages.figures, { width: desktop });
  await page.getByRole('heading', { name: 'By person' }).waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: '7 days' }).click();
  const row = page.getByRole('row', { name: /^facebook/ });
  expect(await row.getByRole('cell').allInnerTexts()).toEqual(['2', '2', '1 h', '1', '50 %', '৳ 1,20,000']);
  await row.getByRole('link', { name: '1', exact: true }).click();
  await page.getByText('1 lead', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'সুরমা কলেজ', exact: true }).waitFor();
  await page.getByRole('button', { name: 'From facebook' }).click();
  await page.getByRole('button', { name: 'From facebook' }).waitFor({ state: 'detached' });
  expect(await faultsInBothThemes(page)).toEqual([]);
});

test('figures and next steps fit into a hand, where the month is an agenda', async () => {
  const page = await office.enter(adminPages.figures, { width: phone });
  await page.getByRole('heading', { name: 'By person' }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await page.goto(`${office.site.app.url}${adminPages.contactRequests}?view=calendar`);
  await page.getByRole('button', { name: /রূপসা বিদ্যালয়/ }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: /রূপসা বিদ্যালয়/ }).tap();
  await panel(page).getByRole('heading', { name: 'রূপসা বিদ্যালয়' }).waitFor();
  await page.keyboard.press('Escape');
  await soon(() => focused(page)).toContain('রূপসা বিদ্যালয়');
});

test('a month of next steps is turned over', async () => {
  const page = await office.enter(`${adminPages.contactRequests}?view=calendar`, { width: desktop });
  await page.getByRole('button', { name: /রূপসা বিদ্যালয়/ }).waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  // Twice and quickly, as steps of the sample content reach into the next month at the end of one.
  await page.getByRole('button', { name: 'Month after' }).click({ clickCount: 2, delay: 50 });
  await page.getByText('No next step is planned in this month.').waitFor();
  await page.getByRole('button', { name: 'Today' }).click();
  await page.getByRole('button', { name: /রূপসা বিদ্যালয়/ }).waitFor();
});

test('what a lead is worth is written beside it; a workbook is tried, then imported', async () => {
  const page = await office.enter(`${adminPages.contactRequests}?view=list&search=rupsa`, { width: desktop });
  await page.getByRole('button', { name: 'রূপসা বিদ্যালয়', exact: true }).click();
  await panel(page).getByRole('button', { name: 'Write the value' }).click();
  // The lead is read again meanwhile, which leaves the focus where one types.
  await panel(page).getByRole('textbox', { name: 'Note' }).fill('ফোনে কথা হলো');
  await panel(page).getByRole('button', { name: 'Add note' }).click();
  await panel(page).getByRole('paragraph').filter({ hasText: 'ফোনে কথা হলো' }).waitFor();
  const value = panel(page).getByLabel('Value in taka');
  await soon(() => panel(page).getByRole('textbox', { name: 'Note' }).inputValue()).toBe('');
  expect(await value.evaluate((field) => field === document.activeElement)).toBe(false);
  await value.fill('৳ ৬০,০০০');
  await panel(page).getByRole('form', { name: 'Value' }).getByRole('button', { name: 'Save' }).click();
  await panel(page).getByText('৳ 60,000', { exact: true }).waitFor();
  await panel(page).getByRole('button', { name: 'Close' }).click();

  const rows = [
    ['নাম', 'প্রতিষ্ঠান', 'মোবাইল'],
    ['মিতা', 'কপোতাক্ষ স্কুল', '01512000001'],
    ['কেউ', '', '12'],
  ];
  const buffer = await writeExcelFile(rows.map((row) => row.map((value) => ({ value })))).toBuffer();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import Excel or CSV…' }).click();
  await page.getByLabel('Excel or CSV file').setInputFiles({ name: 'fair.xlsx', mimeType: 'application/x', buffer });
  await page.getByRole('cell', { name: /C3: number: This is no phone number/ }).waitFor();
  await page.getByRole('button', { name: 'Import 1 lead' }).click();
  await toast(page, '1 of 2 rows imported').waitFor();
});
