// @module-tag full
import { expect, test } from 'vitest';
import { adminCalls, adminPages } from '#paths.ts';
import { said } from '../../helpers/specified-texts.ts';
import { soon } from '../helpers/page.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

test('About has one row with nothing to delete above its older texts; it is mended, replaced, and shown to visitors', async () => {
  office.site.expectTrouble(/status of 422/);
  const screen = new Screen(await office.enter(adminPages.about));
  const { page } = screen;
  await screen.heading('Update Institutional About').waitFor();
  await screen.heading('List About').waitFor();
  const list = page.getByRole('region', { name: 'List About', exact: true });
  const edit = list.getByRole('button', { name: /^Edit: / });
  await edit.waitFor();
  expect(await edit.count()).toBe(1);
  expect(await list.getByRole('button', { name: /^Delete: / }).count()).toBe(0);
  const heads = await screen.list.locator('thead').getByRole('columnheader').allInnerTexts();
  expect(heads.slice(1)).toEqual(['Image', 'Title', 'Short title', 'Status', 'Actions']);

  await screen.button('Write a new text').click();
  await screen.heading('Add Institutional About').waitFor();
  await screen.submit.click();
  await screen.form.getByText('3 fields need your attention.').waitFor();
  expect(await screen.errorOf(screen.field('Title'))).toBe('Write the title.');
  expect(await screen.errorOf(screen.field('Short description'))).toBe('Write the short description.');

  await edit.click();
  await screen.heading('Update Institutional About').waitFor();
  await soon(() => screen.field('Title').inputValue()).not.toBe('');
  await screen.field('Title').fill('প্রাঙ্গণের কথা');
  await screen.submit.click();
  await screen.toast('About updated successfully').waitFor();
  await screen.row('প্রাঙ্গণের কথা').waitFor();
  const href = await screen.toast('About updated').getByRole('link', { name: 'View on site' }).getAttribute('href');
  await soon(async () => (await office.site.app.get(href ?? '')).text).toContain('প্রাঙ্গণের কথা');

  // The screen has this one text: what is typed next mends it again.
  await screen.heading('Update Institutional About').waitFor();
  expect(await screen.field('Title').inputValue()).toBe('প্রাঙ্গণের কথা');
  await screen.field('Title').fill('প্রাঙ্গণের কথা, আবার');
  await screen.submit.click();
  await screen.row('প্রাঙ্গণের কথা, আবার').waitFor();

  await screen.button('Write a new text').click();
  await screen.heading('Add Institutional About').waitFor();
  await screen.set('Title', 'আমাদের নতুন কথা');
  await screen.set('Short description', 'সংক্ষেপে।');
  const content = screen.form.getByRole('textbox', { name: 'Content' });
  await content.click();
  await page.keyboard.type('বিস্তারিত লেখা।');
  await screen.choosePicture();
  await screen.submit.click();
  await screen.toast(said.created).waitFor();
  await screen.row('আমাদের নতুন কথা').waitFor();
  await screen.heading('Update Institutional About').waitFor();
  await soon(async () => (await office.site.app.get('/')).text).toContain('আমাদের নতুন কথা');

  // The one before is an older text now: it can go, and come back.
  const older = page.getByRole('region', { name: 'Older texts', exact: true });
  await older.getByRole('button', { name: 'Delete: প্রাঙ্গণের কথা, আবার' }).click();
  await screen.dialog.getByRole('button', { name: 'Yes, proceed' }).click();
  await screen.toast('About Deleted successfully').getByRole('button', { name: 'Undo' }).click();
  await older.getByRole('button', { name: 'Edit: প্রাঙ্গণের কথা, আবার' }).waitFor();

  // Hidden, the newest gives way to it.
  await edit.first().click();
  await screen.heading('Update Institutional About').waitFor();
  await screen.form.getByRole('switch').click();
  await screen.submit.click();
  await page.getByText('Visitors see the one before it: প্রাঙ্গণের কথা, আবার').waitFor();
});

test('while About can’t be loaded no form is ready, so that none is written over it', async () => {
  office.site.expectTrouble(/status of 500/);
  const fail = { status: 500, json: { message: 'Server Error', request_id: 'x-1' } };
  let isDown = true;
  const page = await office.enter(adminPages.about, {
    before: (page) => page.route(`**${adminCalls.about}`, (route) => (isDown ? route.fulfill(fail) : route.continue())),
  });
  const screen = new Screen(page);
  const list = page.getByRole('region', { name: 'List About', exact: true });
  await list.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await screen.form.count()).toBe(0);
  isDown = false;
  await list.getByRole('button', { name: 'Try again' }).click();
  await screen.heading('Update Institutional About').waitFor();
});
