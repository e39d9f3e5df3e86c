import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { adminPages, calls, leadCalls } from '#paths.ts';
import { said } from '../../helpers/specified-texts.ts';
import { hireStaff, signIn } from '../../helpers/staff.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { focused, sidewaysScroll, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { draftsOn } from './helpers/drafts.ts';
import { askOnSite as askOn, exported, panel, somebody, toast } from './helpers/inbox.ts';

const office = openBackOffice();
const inbox = adminPages.contactRequests;
const list = `${inbox}?view=list`;
const askOnSite = (person = somebody()) => askOn(office.site, person);

// A network that asks often is suspected of being a machine.
beforeEach(async () => {
  await office.site.app.database.deleteFrom('rate_limits').execute();
});

test('on a phone a thumb does it all: open, call, move, lose with a reason, export', { tags: ['full'] }, async () => {
  const person = await askOnSite();
  const page = await office.enter(inbox, { width: phone });
  const row = page.getByRole('listitem').filter({ hasText: person.institute_name });
  await row.waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await row.getByRole('link', { name: /^Call/ }).getAttribute('href')).toBe(`tel:+880${person.number.slice(1)}`);

  await row.getByRole('button', { name: person.institute_name, exact: true }).tap();
  const foot = panel(page).locator('.lead-reach-bar');
  await foot.getByRole('link', { name: /^Call/ }).waitFor();
  const reach = await foot.locator('a, button').all();
  expect(reach.length).toBeGreaterThan(2);
  for (const box of reach) {
    expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
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
  expect((await exported(page, 'Excel (XLSX)')).name).toMatch(/\.xlsx$/);
});

test('duplicates are merged and taken apart; a person is erased by a typed word', { tags: ['full'] }, async () => {
  office.site.expectTrouble(/status of 404/);
  const person = await askOnSite();
  await askOnSite({ ...person, name: 'নার্গিস আবার', email: 'again@ichamati.example' });
  const page = await office.enter(`${list}&search=${person.email}`);
  await page.getByText('May be a duplicate').waitFor();
  await page.getByRole('button', { name: person.institute_name, exact: true }).click();
  await panel(page).getByText('Same number').waitFor();
  await panel(page)
    .getByRole('button', { name: /^Merge into this lead/ })
    .click();
  await panel(page).getByText('Merged into this lead', { exact: true }).waitFor();
  await panel(page)
    .getByRole('button', { name: /^Take out again/ })
    .click();
  await panel(page).getByText('Same number').waitFor();

  await panel(page).getByRole('button', { name: 'More about this lead' }).click();
  await page.getByRole('menuitem', { name: 'Erase this person…' }).click();
  const erase = page.getByRole('button', { name: 'Erase for good' });
  expect(await erase.isDisabled()).toBe(true);
  await page.getByLabel('Type ERASE to confirm').fill('ERASE');
  await erase.click();
  await toast(page, 'The person was erased, with 2 requests').waitFor();
  await page.getByText(said.noData).waitFor();
});

test('a mail that was held back is seen in the list, and mailed from the panel', { tags: ['full'] }, async () => {
  const person = await askOnSite();
  const { database } = office.site.app;
  await database.updateTable('demo_requests').set({ access_mail: 'held' }).where('email', '=', person.email).execute();
  const page = await office.enter(`${list}&search=${person.email}`);
  const sign = page.getByText('Mail is held back');
  await sign.waitFor();
  await page.getByRole('button', { name: person.institute_name, exact: true }).click();
  await panel(page).getByText('Held back: more came than usual').waitFor();
  await panel(page)
    .getByText(/^version \d+, of \d+ \w+ \d{4}, \d\d:\d\d$/)
    .waitFor();
  await panel(page).getByRole('button', { name: 'More about this lead' }).click();
  await page.getByRole('menuitem', { name: 'Resend link and password' }).click();
  await sign.waitFor({ state: 'detached' });
});

test('a file is tried, then imported', async () => {
  const page = await office.enter(list);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import Excel or CSV…' }).click();
  const csv = 'নাম,প্রতিষ্ঠান,মোবাইল নম্বর\nমিতা,কপোতাক্ষ স্কুল,০১৫১২-০০০০০১\nকেউ,,12\n';
  await page.getByLabel('CSV file').setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('cell', { name: /This is no phone number/ }).waitFor();
  await page.getByText('Rows below the heads: 2, of them blank: 0').waitFor();
  await page.getByRole('button', { name: 'Import 1 lead' }).click();
  await toast(page, '1 of 2 rows imported').waitFor();
  await page.getByRole('searchbox').fill('কপোতাক্ষ');
  await page.getByText('1 lead', { exact: true }).waitFor();
  await page.locator('.lead-open').filter({ hasText: 'কপোতাক্ষ স্কুল' }).waitFor();
});

/** A second try finds what the first one imported, and imports others. */
let tries = 0;

test('an import is taken back from its toast and from Activity; all leads of a filter are changed together', {
  tags: ['full'],
}, async () => {
  const page = await office.enter(list);
  const importSome = async (from: number, count: number) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Import Excel or CSV…' }).click();
    const rows = Array.from({ length: count }, (_, index) => `ক,স্কুল ${from + index},0191${3_000_000 + from + index}`);
    const buffer = Buffer.from(['Name,Institute,Phone', ...rows].join('\n'));
    await page.getByLabel('CSV file').setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: `Import ${count} leads` }).click();
    await toast(page, `${count} of ${count} rows imported`).waitFor();
  };
  const first = 1_000 * ++tries;
  await importSome(first, 3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await toast(page, '3 imported leads moved to the trash.').waitFor();
  await importSome(first + 100, 30);
  await page.goto(`${page.url().split('?')[0]}?view=list&origin=imported&search=0191300${tries}1`);
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('toolbar').getByText('25 selected').waitFor();
  await page.getByRole('button', { name: 'Select all 30 of this filter' }).click();
  await page.getByRole('toolbar').getByText('30 selected').waitFor();
  await page.getByRole('button', { name: 'Move to', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Contacted' }).click();
  await toast(page, '30 leads moved to Contacted').waitFor();
  const stages = async () => {
    const rows = await office.site.app.database
      .selectFrom('demo_requests')
      .select(({ fn }) => ['stage', fn.countAll<number>().as('count')])
      .where('import_id', 'is not', null)
      .where('institute_name', 'like', `স্কুল ${tries}1__`)
      .groupBy('stage')
      .execute();
    return Object.fromEntries(rows.map(({ stage, count }) => [stage, count]));
  };
  expect(await stages()).toEqual({ contacted: 30 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await soon(stages).toEqual({ new: 30 });

  await page.goto(new URL(`${adminPages.activity}?action=import`, page.url()).href);
  await page.getByRole('button', { name: 'Take this import back' }).first().click();
  await page.getByRole('button', { name: 'Take back', exact: true }).click();
  await toast(page, '0 imported leads moved to the trash. 30 stay: somebody worked on them since.').waitFor();
  await page.getByLabel('Action').selectOption('stage');
  const line = page
    .getByRole('row')
    .filter({ hasText: /moved \d+ leads from Contacted to New/ })
    .first();
  await line.getByRole('button', { name: 'Details' }).click();
  const one = page.getByText(/moved স্কুল \d+ from Contacted to New/).first();
  await one.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('row').nth(1).filter({ hasText: 'from New to Contacted' }).waitFor();
  expect(await stages()).toEqual({ contacted: 1, new: 29 });
});

test('a lead is added by hand, over a crash too; who is there already is shown first; its note is changed, deleted and brought back', {
  tags: ['full'],
}, async () => {
  office.site.expectTrouble(/status of (?:409|422)/);
  const person = await askOnSite();
  let page = await office.enter(list);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('add lead');
  await page.getByRole('option', { name: 'Add lead' }).click();
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
  // The tab is gone without a question, as after a crash.
  const address = page.url();
  const context = page.context();
  await page.close();
  page = await context.newPage();
  await page.goto(address);
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

test('a list that can’t be loaded says so, and is tried again', { tags: ['full'] }, async () => {
  office.site.expectTrouble(/status of 400/);
  let broken = true;
  const page = await office.enter(list, {
    before: async (opened) => {
      await opened.route(`**${leadCalls.list}?*`, (route) =>
        broken && route.request().resourceType() === 'fetch'
          ? route.fulfill({ status: 400, json: { message: 'No' } })
          : route.fallback(),
      );
      // Never answered: once it is open, all that tells of leads is asked for again.
      await opened.route(`**${calls.notificationStream}`, () => undefined);
    },
  });
  await page.getByText('The list could not be loaded.').waitFor();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.lead-row').first().waitFor();
});

describe('axe finds nothing in both themes', { tags: ['full'] }, () => {
  const expectNoFaults = async (page: Page, what: string) => {
    expect(await faultsInBothThemes(page), what).toEqual([]);
    expect(await sidewaysScroll(page), what).toBe(0);
  };

  test('on a desk', async () => {
    const page = await office.enter(`${inbox}?view=board`, { width: desktop });
    await page.locator('.lead-card').first().waitFor();
    await expectNoFaults(page, 'the board');
    await page.getByRole('button', { name: 'List' }).click();
    await page.getByRole('checkbox').nth(1).check();
    await expectNoFaults(page, 'the list');
    await page.locator('.lead-open').first().click();
    await panel(page).getByRole('group', { name: 'Stage' }).waitFor();
    await expectNoFaults(page, 'a lead');
  });

  test('on a phone', async () => {
    const page = await office.enter(inbox, { width: phone });
    await page.getByRole('button', { name: /^Filters/ }).tap();
    await page.locator('.lead-open').first().waitFor();
    await expectNoFaults(page, 'the list');
    await page.locator('.lead-open').first().tap();
    await panel(page).getByRole('group', { name: 'Stage' }).waitFor();
    await expectNoFaults(page, 'a lead');
  });
});

test('the inbox is a list until somebody chooses another view, which is kept for them; without leads it says so', {
  tags: ['full'],
}, async () => {
  const page = await office.enter(inbox, { width: desktop });
  await page.locator('.lead-row').first().waitFor();
  await page.getByRole('button', { name: 'Board', exact: true }).click();
  await page.locator('.board-column').first().waitFor();
  await page.goto(office.site.app.url + inbox);
  await page.locator('.board-column').first().waitFor();
  const { app } = office.site;
  const other = await signIn(app, await hireStaff(app, 'Rafiq Islam'));
  await page.evaluate((token) => localStorage.setItem('token', token), other);
  await page.reload();
  await page.locator('.lead-row').first().waitFor();
  for (const view of ['board', 'list']) {
    await page.goto(`${office.site.app.url}${inbox}?view=${view}&search=${encodeURIComponent('কেউ নেই এমন')}`);
    await page.getByText('Data Not Found!').waitFor();
  }
});
