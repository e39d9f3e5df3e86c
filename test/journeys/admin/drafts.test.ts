import { expect, test } from 'vitest';
import { adminCalls, adminPages, pages } from '#paths.ts';
import { soon } from '../helpers/page.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

test('news is prepared for tomorrow, shown to a colleague, appears by itself, and an old version comes back', async () => {
  const { app } = office.site;
  // In the frame of a preview nothing runs.
  office.site.expectTrouble(/frame is sandboxed/);
  const screen = new Screen(await office.enter(adminPages.news));
  const { page } = screen;
  const press = async (name: string) => {
    await screen.button(name).focus();
    await page.keyboard.press('Enter');
  };
  await screen.set('Date', '2026-12-05');
  await screen.set('Short title', 'ভর্তি');
  await screen.set('Title', 'আগামীকালের খবর');
  await screen.set('Description', 'কাল সকালে।');
  await screen.choosePicture();

  await press('Preview');
  const preview = page.frameLocator('.preview iframe');
  await preview.getByRole('heading', { name: 'আগামীকালের খবর' }).waitFor();
  await press('Save draft');
  await screen.toast('visitors don’t see it yet').waitFor();
  await screen.form.getByText('Not on the site').waitFor();
  const [id] = await office.colleague.ids(`${adminCalls.news}?search=${encodeURIComponent('আগামীকালের')}`);
  const address = pages.newsDetails(id ?? 0);
  const publicStatus = async () => (await app.get(address, { accept: 'text/html' })).status;
  expect(await publicStatus()).toBe(404);

  await press('Publish at …');
  const tomorrow = new Date(Date.now() + 30 * 3_600_000).toISOString().slice(0, 10);
  await page.getByLabel('Publish at', { exact: true }).fill(`${tomorrow}T09:00`);
  await page.keyboard.press('Enter');
  await screen.form.getByText('Not on the site · goes public tomorrow 09:00').waitFor();
  await screen.row('আগামীকালের খবর').getByText('Scheduled').waitFor();

  // What is typed on a phone's width is drawn anew; a draft of it is what the colleague sees.
  await screen.set('Title', 'কালকের খবর');
  await preview.getByRole('heading', { name: 'কালকের খবর' }).waitFor();
  await press('Save draft');
  await screen.form
    .getByText(/Not on the site · draft of today .* by Nasrin Akter · goes public tomorrow 09:00/)
    .waitFor();
  await press('Link for a colleague');
  const link = await page.getByRole('textbox', { name: /^Link for a colleague/ }).inputValue();
  const colleague = await office.site.visit(new URL(link).pathname);
  await colleague.getByText('পাতাটি এখনও এভাবে প্রকাশিত হয়নি').waitFor();
  await colleague.getByRole('heading', { name: 'কালকের খবর', level: 1 }).waitFor();
  expect(await publicStatus()).toBe(404);

  // Tomorrow comes sooner.
  const soonest = { publish_at: new Date(Date.now() + 200).toISOString() };
  await office.colleague.put(`${adminCalls.news}/${id}/schedule`, soonest);
  await soon(publicStatus).toBe(200);
  expect((await app.get(address, { accept: 'text/html' })).text).toContain('কালকের খবর');

  await page.reload();
  await page.getByRole('button', { name: 'Edit: কালকের খবর' }).click();
  await screen.set('Description', 'অন্য কথা।');
  await screen.submit.click();
  await screen.toast('news updated successfully').waitFor();
  await page.getByRole('button', { name: 'Edit: কালকের খবর' }).click();
  await press('History');
  const old = page.getByRole('button', { name: /^Published at its time/ });
  await old.focus();
  await page.keyboard.press('Enter');
  await page.locator('.compared del').filter({ hasText: 'কাল' }).first().waitFor();
  expect((await page.locator('.compared ins').allInnerTexts()).join(' ')).toMatch(/^অন্য\s+কথা$/);
  await press('Restore this version');
  await soon(() => screen.field('Description').inputValue()).toBe('কাল সকালে।');
  await screen.toast('Version restored').getByRole('button', { name: 'Undo' }).click();
  await soon(() => screen.field('Description').inputValue()).toBe('অন্য কথা।');
});
