// @module-tag full
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { adminCalls, adminPages, pages } from '#paths.ts';
import { said, specifiedTexts } from '../../helpers/specified-texts.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { sidewaysScroll } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

/** A screen as it stands after something was done in it, and after each of the `acts` that follow on the same visit. */
interface Look {
  what: string;
  path: string;
  width?: number;
  before?: (page: Page) => Promise<unknown>;
  act?: (screen: Screen) => Promise<unknown>;
  acts?: ((screen: Screen) => Promise<unknown>)[];
}

const firstEdit = (page: Page) => page.getByRole('button', { name: /^Edit: / }).first();
const rowsCome = ({ page }: Screen) => firstEdit(page).waitFor();
const failing = (call: string) => (page: Page) =>
  page.route(`**${call}`, (route) => route.fulfill({ status: 400, json: { message: 'No' } }));

/** `bengali.test.ts` looks at every screen, in light colours. */
const looks: Look[] = [
  {
    what: 'a list, a choice that is open, and the panel of a category',
    path: adminPages.features,
    act: rowsCome,
    acts: [openChoice, openPanel],
  },
  {
    what: 'rows that are ticked',
    path: `${adminPages.clients}?sort=title`,
    act: tickOne,
  },
  {
    what: 'redirects, and addresses that nobody has',
    path: adminPages.redirects,
    before: missAnAddress,
    act: seeMissed,
  },
  { what: 'the dashboard on the first day', path: adminPages.dashboard, act: seeFirstDay },
  {
    what: 'a draft beside its preview, its times, its history',
    path: adminPages.news,
    before: keepDraft,
    act: openPreview,
    acts: [openSchedule, openHistory],
  },
  {
    what: 'the library in a form, and a picture of it',
    path: adminPages.testimonials,
    act: openPicker,
    acts: [pickPicture],
  },
  { what: 'a form with errors', path: adminPages.news, act: sendEmpty },
  { what: 'an edit with the editor open', path: adminPages.about, act: editFirst },
  { what: 'an edit on a phone', path: adminPages.news, width: phone, act: editFirst },
  { what: 'a list on a phone', path: adminPages.packages, width: phone, act: rowsCome },
  { what: 'a list that failed', path: adminPages.videos, before: failing(adminCalls.videos) },
  {
    what: 'an empty trash',
    path: `${adminPages.clients}?trash=1`,
    act: ({ page }) => page.getByText(said.noData).waitFor(),
  },
  {
    what: 'the staff, somebody of them, and an invitation in a narrow window',
    path: adminPages.users,
    act: rowsCome,
    acts: [({ page }) => firstEdit(page).click(), openInvitation],
  },
  { what: 'the activity with what was before', path: adminPages.activity, before: doSomething, act: openEvent },
  { what: 'the menu of a row, and a question', path: adminPages.clients, act: openRowMenu, acts: [askToDelete] },
  { what: 'a list, and its categories', path: adminPages.packages, act: rowsCome, acts: [openCategories] },
  {
    what: 'the palette, the sheet of keys, a notice, and the drawer',
    path: adminPages.statistics,
    act: openPalette,
    acts: [openShortcuts, seeNotice, openDrawer],
  },
  { what: 'the account menu, and the rail', path: adminPages.profile, act: openAccount, acts: [seeRail] },
  {
    what: 'the library of pictures, and one of them on a phone',
    path: adminPages.pictures,
    width: phone,
    act: openPicture,
  },
  { what: 'the fallback page', path: '/admin/nothing' },
];

test.each(looks)('axe finds nothing on $what at $path', async ({ path, width = desktop, before, act, acts = [] }) => {
  office.site.expectTrouble(/status of 4\d\d/);
  const page = await office.enter(path, { width, colorScheme: 'light', ...(before && { before }) });
  const screen = new Screen(page);
  await act?.(screen);
  await expectNoFaults(page, path);
  for (const next of acts) {
    await next(screen);
    await expectNoFaults(page, next.name);
  }
});

test.each([
  { path: pages.login, width: desktop },
  { path: pages.login, width: phone },
  { path: pages.forgotPassword, width: desktop },
  { path: pages.resetPassword, width: phone },
  { path: pages.acceptInvitation, width: phone },
])('axe finds nothing before the back office, at $path and $width px', async ({ path, width }) => {
  office.site.expectTrouble(/status of 422/);
  const page = await office.site.visit(path, { width, colorScheme: 'light', reducedMotion: 'reduce' });
  await page.locator('button[type=submit]').click();
  await page.locator('.field-error, [role=alert] .notice').first().waitFor();
  await expectNoFaults(page, path);
});

async function expectNoFaults(page: Page, what: string): Promise<void> {
  expect(await sidewaysScroll(page), what).toBe(0);
  expect(await faultsInBothThemes(page), what).toEqual([]);
}

async function tickOne({ page }: Screen): Promise<void> {
  await page
    .getByRole('checkbox', { name: /^Select: / })
    .first()
    .check();
  await page.getByRole('toolbar').getByText('1 selected').waitFor();
}

async function missAnAddress(): Promise<void> {
  await office.colleague.made(adminCalls.redirects, { from_path: '/old', to_address: '/news', code: '301', status: 1 });
  await office.site.app.get('/nobody-has-this', { accept: 'text/html' });
}

async function seeMissed({ page }: Screen): Promise<void> {
  await page
    .getByRole('button', { name: /^Make a redirect/ })
    .first()
    .waitFor();
  await page.getByText('/old', { exact: true }).waitFor();
}

async function seeFirstDay({ page }: Screen): Promise<void> {
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.getByRole('heading', { name: 'Pipeline' }).waitFor();
}

/** Beside the newest news. */
async function keepDraft(): Promise<void> {
  const { data } = (await office.colleague.get(adminCalls.news)).json<{ data: Record<string, unknown>[] }>();
  const { id, ...news } = data[0] ?? {};
  const kept = await office.colleague.put(`${adminCalls.news}/${id}?draft=1`, { ...news, title: 'খসড়া শিরোনাম' });
  expect(kept.status).toBe(200);
}

async function openPreview(screen: Screen): Promise<void> {
  // In the frame of a preview nothing runs.
  office.site.expectTrouble(/frame is sandboxed/);
  await firstEdit(screen.page).click();
  await screen.form.getByText(/draft of today/).waitFor();
  await screen.button('Preview').click();
  await screen.page.frameLocator('.preview iframe').getByRole('heading', { level: 1 }).waitFor();
}

async function openSchedule({ page }: Screen): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Schedule …' }).click();
  await page.getByLabel('Unpublish at').waitFor();
}

async function openHistory({ page }: Screen): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.locator('.version').last().click();
  await page.locator('.compared').waitFor();
}

async function openPicker({ page, form }: Screen): Promise<void> {
  await form.getByRole('button', { name: 'Choose from the library' }).click();
  await page.locator('.picture-tile').first().waitFor();
}

async function pickPicture({ page }: Screen): Promise<void> {
  await page.locator('.picture-tile').first().click();
  await page.getByRole('button', { name: 'Use this picture' }).waitFor();
}

async function doSomething(): Promise<void> {
  await office.colleague.made(adminCalls.faq, { question: 'কবে শুরু?', answer: 'আজই।', status: 1 });
}

async function openEvent({ page }: Screen): Promise<void> {
  await page
    .getByRole('row')
    .filter({ hasText: 'added the question' })
    .first()
    .getByRole('button', { name: 'Details' })
    .click();
  await page.getByRole('definition').first().waitFor();
}

async function openShortcuts({ page }: Screen): Promise<void> {
  await closeDialog(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
}

async function sendEmpty(screen: Screen): Promise<void> {
  await screen.form.getByRole('textbox', { name: 'Content' }).waitFor();
  await rowsCome(screen);
  await screen.submit.click();
  await screen.form.locator('.field-error').first().waitFor();
}

async function editFirst(screen: Screen): Promise<void> {
  await firstEdit(screen.page).click();
  await screen.form.getByText('Editing row 1').waitFor();
  await screen.form.getByRole('textbox', { name: 'Content' }).waitFor();
  await screen.field('Title').fill('অন্য শিরোনাম');
  await screen.unsaved.waitFor();
}

async function askToDelete({ page, dialog }: Screen): Promise<void> {
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Delete: / })
    .first()
    .click();
  await dialog.waitFor();
}

async function openRowMenu({ page }: Screen): Promise<void> {
  await page
    .getByRole('button', { name: /^Move: / })
    .first()
    .click();
  await page.getByRole('menu').waitFor();
}

async function openChoice(screen: Screen): Promise<void> {
  await firstEdit(screen.page).click();
  await screen.form.getByText('Editing row 1').waitFor();
  await screen.field('Category').click();
  await screen.page.getByRole('option').first().waitFor();
}

async function openCategories(screen: Screen): Promise<void> {
  await screen.button('Categories').click();
  await screen.page
    .getByRole('listitem')
    .getByRole('button', { name: /^Edit: / })
    .first()
    .click();
}

async function openPanel({ page }: Screen): Promise<void> {
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^View details: / })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Write content: / })
    .first()
    .click();
  await page.getByRole('combobox', { name: 'Sub category' }).press('ArrowDown');
  // The choices come from the server.
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Content' }).waitFor();
  await page.getByRole('button', { name: 'Save draft' }).waitFor();
}

async function openPalette({ page }: Screen): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('রা');
  await page.getByRole('dialog').getByText('Records').waitFor();
}

async function openInvitation({ page }: Screen): Promise<void> {
  await closeDialog(page);
  await narrow(page, phone);
  await page.getByRole('button', { name: 'Invite' }).click();
}

async function openDrawer({ page }: Screen): Promise<void> {
  await narrow(page, phone);
  await page.getByRole('button', { name: 'Open the menu' }).click();
}

async function seeRail({ page }: Screen): Promise<void> {
  await page.keyboard.press('Escape');
  await narrow(page, 900);
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

const narrow = (page: Page, width: number) => page.setViewportSize({ width, height: 844 });

async function openAccount({ page }: Screen): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menu').waitFor();
}

async function seeNotice(screen: Screen): Promise<void> {
  await screen.page.keyboard.press('Escape');
  await firstEdit(screen.page).click();
  await screen.form.getByText('Editing row 1').waitFor();
  await screen.submit.click();
  await screen.toast(specifiedTexts.statistics.updated).hover();
}

async function openPicture({ page }: Screen): Promise<void> {
  await page.locator('.picture-tile').first().click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Where it is used' }).waitFor();
}
