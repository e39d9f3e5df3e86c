import { expect, test } from 'vitest';
import { adminCalls, adminPages, pages } from '#paths.ts';
import type { LibraryPage } from '#wire/library-picture.ts';
import { sidewaysScroll, soon } from '../helpers/page.ts';
import { phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

test('by touch on a phone, a part of a picture of the library is chosen for news, and then described', async () => {
  const page = await office.enter(adminPages.news, { width: phone });
  const screen = new Screen(page);
  const [whole] = (await office.colleague.get(adminCalls.pictures)).json<LibraryPage>().data;
  const dialog = page.getByRole('dialog');
  await screen.form.getByRole('button', { name: 'Choose from the library' }).tap();
  await dialog.locator('.picture-tile').first().tap();
  await dialog.getByRole('button', { name: 'Crop…' }).tap();
  await dialog.getByRole('button', { name: 'Free' }).tap();
  const area = dialog.locator('.ReactCrop__crop-selection');
  const before = await area.boundingBox();
  await area.press('ArrowRight');
  await soon(async () => (await area.boundingBox())?.x).not.toBe(before?.x);
  expect(await sidewaysScroll(page)).toBe(0);
  await dialog.getByRole('button', { name: 'Crop', exact: true }).tap();
  await dialog.getByRole('button', { name: 'Use this picture' }).tap();
  await dialog.waitFor({ state: 'detached' });

  for (const [label, text] of Object.entries({
    Date: '2027-03-01',
    'Short title': 'ছবি',
    Title: 'নতুন মাঠ',
    Description: 'x',
  }))
    await screen.set(label, text);
  await screen.submit.tap();
  await screen.toast('Created successfully').waitFor();
  const { data } = (await office.colleague.get(`${adminCalls.pictures}?only=`)).json<LibraryPage>();
  const part = data[0];
  expect(part).toMatchObject({ cropped_from: whole?.id, used: true });
  expect(part?.width).toBeLessThan(whole?.width ?? 0);

  await page.goto(`${adminPages.pictures}?picture=${part?.id}`);
  await dialog.getByRole('link', { name: 'নতুন মাঠ' }).waitFor();
  await dialog.getByLabel('What it shows').fill('স্কুলের নতুন খেলার মাঠ');
  await dialog.locator('.focus-picture').tap({ position: { x: 5, y: 5 } });
  await dialog.getByRole('button', { name: 'Save' }).tap();
  await screen.toast('Picture updated successfully').waitFor();
  const visitor = await office.site.visit(pages.news, { width: phone });
  const shown = visitor.getByRole('img', { name: 'স্কুলের নতুন খেলার মাঠ' });
  expect(await shown.evaluate((image) => getComputedStyle(image).objectPosition)).toBe('0% 0%');
});
