// @module-tag full
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { adminCalls, adminPages, pages } from '#paths.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { sidewaysScroll, soon } from '../helpers/page.ts';
import { phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { crash, draftsOn } from './helpers/drafts.ts';

const office = openBackOffice();
const path = adminPages.siteSettings;
const section = (page: Page, title: string) =>
  page.locator('.settings-section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
/** Opens it, unless it is open by what is unsaved there. */
async function unfold(page: Page, title: string): Promise<void> {
  const isOpen = await section(page, title).evaluate((details: HTMLDetailsElement) => details.open);
  if (!isOpen) await section(page, title).locator('> summary').click();
}
const update = (page: Page, title: string) =>
  section(page, title).getByRole('button', { name: 'Update', exact: true }).click();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });

test('new first words and a new phone number come to the public site', async () => {
  const page = await office.enter(path);
  expect(await page.title()).toBe('Site settings | Dashboard');
  await unfold(page, 'Hero');
  await field(page, 'Heading').fill('সব খাতা\nএক জায়গায়');
  await field(page, 'Coloured words').fill('এক জায়গায়');
  await unfold(page, 'Contact');
  await field(page, 'Phone').fill('০১৭১২-৩৪৫৬৭৮');
  await soon(() => page.getByText('Unsaved changes').count()).toBe(2);
  const visitor = await office.site.visit(pages.home);
  await field(page, 'Phone').press('Enter');
  await toast(page, 'Site settings updated successfully').waitFor();
  expect(await field(page, 'Phone').inputValue()).toBe('+8801712345678');
  expect(await page.getByText('Unsaved changes').count()).toBe(0);

  const firstWords = async () => {
    await visitor.reload();
    return visitor.locator('h1').innerText();
  };
  // While pages are made slowly, the page from before is shown.
  await soon(firstWords).toBe('সব খাতা\nএক জায়গায়'.normalize('NFC'));
  expect(await visitor.locator('h1 em').innerText()).toBe('এক জায়গায়'.normalize('NFC'));
  expect(await visitor.locator('footer a[href="tel:+8801712345678"]').textContent()).toBe('০১৭১২-৩৪৫৬৭৮');
});

test('a section is saved alone, and what is typed in another stays there unsaved', async () => {
  const page = await office.enter(path);
  await unfold(page, 'Social');
  await unfold(page, 'Contact');
  await field(page, 'Facebook').fill('https://www.facebook.com/prangon.example');
  await field(page, 'WhatsApp number').fill('01812-345678');
  await update(page, 'Contact');
  await toast(page, 'Site settings updated successfully').waitFor();
  expect(await section(page, 'Contact').getByText('Unsaved changes').count()).toBe(0);
  await section(page, 'Social').getByText('Unsaved changes').waitFor();
  const { data } = (await office.colleague.get(adminCalls.siteSettings)).json<{ data: Record<string, string> }>();
  expect([data.whatsapp, data.facebook]).not.toContain('https://www.facebook.com/prangon.example');
  expect(data.whatsapp).toBe('+8801812345678');
  await section(page, 'Social').getByRole('button', { name: 'Undo' }).click();
  expect(await field(page, 'Facebook').inputValue()).toBe(data.facebook ?? '');
  expect(await page.getByText('Unsaved changes').count()).toBe(0);
});

test('what is wrong is said at its field, also inside a closed page; nothing typed is lost', async () => {
  office.site.expectTrouble(/422/);
  const page = await office.enter(path);
  await field(page, 'Name').fill('');
  await unfold(page, 'Social');
  await field(page, 'Facebook').fill('http://facebook.com/x');
  await unfold(page, 'Pages');
  await page.locator('.settings-pages summary', { hasText: 'Clients' }).click();
  const row = page.locator('.settings-pages details', { hasText: 'Clients' });
  await row.getByRole('textbox', { name: 'Title' }).fill('ক'.repeat(121));
  await page.locator('.settings-pages summary', { hasText: 'Clients' }).click();
  await row.getByRole('textbox').first().waitFor({ state: 'detached' });
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('3 fields need your attention.').waitFor();
  await page.getByText('Write the name.').waitFor();
  await page.getByText('Paste the whole address of the page; it starts with https://').waitFor();
  await row.getByText('The title may have at most 120 characters. Please shorten it.').waitFor();
  expect(await field(page, 'Facebook').inputValue()).toBe('http://facebook.com/x');
  await soon(() => field(page, 'Name').evaluate((input) => input === document.activeElement)).toBe(true);
});

test('a draft survives a closed tab, and a colleague who was faster is not overwritten unasked', async () => {
  office.site.expectTrouble(/409/);
  const first = await office.enter(path);
  await field(first, 'Tagline').fill('আমাদের নতুন পরিচয়');
  await first.getByText('Unsaved changes').waitFor();
  await soon(() => draftsOn(first)).toHaveLength(1);
  const again = await crash(first, path);
  await again.getByRole('button', { name: 'Restore' }).click();
  await soon(() => field(again, 'Tagline').inputValue()).toBe('আমাদের নতুন পরিচয়');

  const { data } = (await office.colleague.get(adminCalls.siteSettings)).json<{ data: object }>();
  await office.colleague.put(adminCalls.siteSettings, { ...data, hero_hint: 'সহকর্মীর কথা' });
  await update(again, 'Identity');
  const sentence = /changed Hint under the demo button at \d\d:\d\d meanwhile; both changes are saved\.$/;
  await again.getByText(sentence).waitFor();
  expect(await field(again, 'Tagline').inputValue()).toBe('আমাদের নতুন পরিচয়');
  await unfold(again, 'Hero');
  await soon(() => field(again, 'Hint under the demo button').inputValue()).toBe('সহকর্মীর কথা');
});

test('nothing stands in the way of anybody in either theme, on a phone too', async () => {
  const page = await office.enter(path, { width: phone });
  for (const title of ['Contact', 'Social', 'Customers', 'Hero', 'Try it here', 'Search', 'Pages'])
    await unfold(page, title);
  await page.locator('.settings-pages summary', { hasText: 'Home' }).click();
  await page.getByText('In a search result, about').waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
});
