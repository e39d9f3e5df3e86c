// @module-tag full
import { expect, test } from 'vitest';
import { adminPages } from '#paths.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { sidewaysScroll, soon } from '../helpers/page.ts';
import { phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

test.each([
  adminPages.clients,
  adminPages.statistics,
  adminPages.features,
  adminPages.videos,
  adminPages.featureCategories,
])('%s shows the form and the head of the list at once', async (path) => {
  const page = await office.enter(path, { width: 1440 });
  await page.setViewportSize({ width: 1440, height: 900 });
  const search = await new Screen(page).search.boundingBox();
  expect((search?.y ?? 900) + (search?.height ?? 0)).toBeLessThan(900);
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
  const edit = page.getByRole('button', { name: /^Edit: / }).first();
  await edit.waitFor();
  expect((await edit.boundingBox())?.y).toBeLessThan(844);
  expect(await faultsInBothThemes(page)).toEqual([]);
  // The title can be touched too.
  await screen.heading('Add Client').tap({ force: true });
  await screen.field('Name').fill('ইছামতী বিদ্যানিকেতন');
  await toggle.tap();
  await screen.field('Name').waitFor({ state: 'hidden' });
  expect(await screen.unsaved.isVisible()).toBe(true);
  await toggle.tap();
  expect(await screen.field('Name').inputValue()).toBe('ইছামতী বিদ্যানিকেতন');
  expect(await sidewaysScroll(page)).toBe(0);
  await screen.button('Clear').tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).tap();
  await toggle.tap();
  await screen.field('Name').waitFor({ state: 'hidden' });
  await edit.tap();
  await screen.field('Name').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await screen.button('Cancel').tap();
  await screen.field('Name').waitFor({ state: 'hidden' });
});
