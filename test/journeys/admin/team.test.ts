// @module-tag full
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { adminCalls, adminPages, pages } from '#paths.ts';
import { tokenKeys } from '#ui/admin/calls/token.ts';
import type { LibraryPage } from '../../../src/api/picture.ts';
import { freePort } from '../../helpers/free-port.ts';
import { letTimesPass } from '../../helpers/schedules.ts';
import { focused, sidewaysScroll, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { addAuthenticator } from './helpers/authenticator.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { keyboard, touch } from './helpers/hand.ts';
import { toast } from './helpers/inbox.ts';

/** Passkeys belong to a name, so the browser comes by the public one. */
let baseURL = '';
let port = 0;
beforeAll(async () => {
  port = await freePort();
  baseURL = `http://localhost:${port}`;
});
const office = openBackOffice({ env: () => ({ PORT: String(port), PUBLIC_URL: baseURL }) });

const password = 'নতুন পাসওয়ার্ড ৪৫৬';
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const dialog = (page: Page) => page.getByRole('dialog');

/** The owner has a phone; the editor begins at a desk, where nothing is pointed at, and goes on by phone. */
test('a team works by keyboard alone and by touch: from an invitation to news that appear by themselves, and to the end of the sessions', async () => {
  const { site } = office;
  const name = 'Rasheda Begum';
  site.expectTrouble(/status of 40[13]/);
  // In the frame of a preview nothing runs.
  site.expectTrouble(/frame is sandboxed/);
  const owner = await office.enter(adminPages.users, { width: phone, baseURL });
  const invitation = await invite(owner, name);

  const desk = await site.visit(invitation, { width: desktop, baseURL, locale: 'en-GB', reducedMotion: 'reduce' });
  await addAuthenticator(desk);
  await beginWithPasskey(desk);

  const title = 'আগামীকালের খবর';
  const id = await prepareNews(desk, title);
  await showAndPublish(desk, id, title);

  const token = await desk.evaluate(
    (key) => `${localStorage.getItem(key)}${/browser-open=([\w-]+)/.exec(document.cookie)?.[1]}`,
    tokenKeys.untilClosed,
  );
  const editor = await office.enter(await pictureOfLibrary(), { width: phone, baseURL, token });
  await describePicture(editor);
  await editor.goto(adminPages.news);
  await touch.press(button(editor, `Edit: ${title}`));
  await editor.getByText('Editing row').waitFor();
  await touch.write(editor.getByRole('textbox', { name: 'Description' }), 'অন্য কথা।');

  await touch.open(owner, 'Activity');
  const line = owner.getByRole('row').filter({ hasText: `${name} added the news ${title}` });
  await touch.press(line.getByRole('button', { name: 'Details' }));
  await owner.getByRole('definition').filter({ hasText: title }).first().waitFor();
  expect(await sidewaysScroll(owner)).toBe(0);

  await touch.open(owner, 'Users');
  await touch.press(button(owner, `Edit: ${name}`));
  await touch.press(button(owner, 'Deactivate'));
  await touch.press(owner.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }));
  await dialog(owner).getByText('Deactivated').waitFor();
  await dialog(owner).getByText('Nowhere at the moment.').waitFor();
  // The screen that is still open learns it with the next call.
  await touch.press(button(editor, 'Save draft'));
  await dialog(editor).getByLabel('Password', { exact: true }).waitFor();
});

/** Answers where the link of the invitation leads. */
async function invite(page: Page, name: string): Promise<string> {
  await touch.press(button(page, 'Invite'));
  await touch.write(dialog(page).getByRole('textbox', { name: 'Name' }), name);
  await touch.write(dialog(page).getByRole('textbox', { name: 'Email' }), `${name.split(' ')[0]}@prangon.example`);
  await touch.press(dialog(page).getByRole('button', { name: 'Invite' }));
  const link = new URL(await page.getByRole('textbox', { name: 'Link of the invitation' }).inputValue());
  await touch.press(button(page, 'Done'));
  await page.getByRole('row').filter({ hasText: name }).getByText('Invited').waitFor();
  return link.pathname + link.search;
}

/** The first password, then a passkey, and in by that. */
async function beginWithPasskey(page: Page): Promise<void> {
  await keyboard.write(page.getByLabel('নতুন পাসওয়ার্ড', { exact: true }), password);
  await keyboard.write(page.getByLabel('পাসওয়ার্ডটি আরেকবার', { exact: true }), password);
  await keyboard.press(button(page, 'শুরু করুন'));
  await page.getByRole('heading', { name: 'My drafts' }).waitFor();
  expect(await page.getByText('Waiting for first call').count()).toBe(0);
  // The menu says what an editor may use, and so does a screen that is for others.
  const menu = await page.locator('.menu-row').evaluateAll((rows) => rows.map((row) => row.textContent ?? ''));
  expect(menu.filter((entry) => /Contact|Outbox|Users|Activity|Notifications/.test(entry))).toEqual([]);
  await page.goto(adminPages.users);
  await page.getByText('Your role, Editor, does not show this screen.').waitFor();
  await keyboard.press(page.getByRole('link', { name: 'To the dashboard' }));

  await keyboard.open(page, 'Profile');
  await keyboard.press(button(page, 'Add a passkey'));
  await keyboard.write(dialog(page).getByLabel('Name'), 'My device');
  await keyboard.write(dialog(page).getByLabel('Current password'), password);
  await keyboard.press(dialog(page).getByRole('button', { name: 'Add', exact: true }));
  await soon(() => dialog(page).getByRole('listitem').count()).toBe(10);
  await keyboard.press(button(page, 'I have kept them'));
  const card = page.getByRole('region', { name: 'Second factor' });
  await card.getByText('My device').waitFor();
  await soon(() => focused(page)).toBe('Add a passkey');

  await keyboard.press(button(page, /^Account of /));
  await keyboard.press(page.getByRole('menuitem', { name: 'Sign out' }));
  await page.waitForURL(`${baseURL}/`);
  await page.goto(pages.login);
  await keyboard.press(button(page, 'পাসকি দিয়ে ঢুকুন'));
  await page.getByRole('heading', { name: 'My drafts' }).waitFor();
}

/** A draft with a picture of the library, for tomorrow. Answers its id. */
async function prepareNews(page: Page, title: string): Promise<number> {
  await keyboard.open(page, 'Institutional News');
  const form = page.locator('form.form-card');
  await keyboard.write(form.getByLabel('Date'), '2026-12-05');
  await keyboard.write(form.getByRole('textbox', { name: 'Short title' }), 'ভর্তি');
  await keyboard.write(form.getByRole('textbox', { name: 'Title', exact: true }), title);
  await keyboard.write(form.getByRole('textbox', { name: 'Description' }), 'কাল সকালে।');
  await keyboard.press(button(page, 'Choose from the library'));
  await keyboard.press(dialog(page).locator('.picture-tile').first());
  await keyboard.press(button(page, 'Use this picture'));
  await dialog(page).waitFor({ state: 'detached' });

  await keyboard.press(button(page, 'Preview'));
  const preview = page.frameLocator('.preview iframe');
  await preview.getByRole('heading', { name: title }).waitFor();
  await keyboard.press(button(page, 'Save draft'));
  await toast(page, 'visitors don’t see it yet').waitFor();
  await form.getByText('Hidden. Draft: today').waitFor();
  const [id = 0] = await office.colleague.ids(`${adminCalls.news}?search=${encodeURIComponent(title)}`);

  await keyboard.press(button(page, 'More actions'));
  await keyboard.press(page.getByRole('menuitem', { name: 'Schedule …' }));
  await keyboard.press(button(page, 'Tomorrow 9:00'));
  await keyboard.press(dialog(page).locator('button[type=submit]'));
  await form.getByText('Scheduled for tomorrow 09:00. Draft: today').waitFor();
  await page.getByRole('row').filter({ hasText: title }).getByText('Scheduled').waitFor();

  // What is typed is drawn anew.
  await keyboard.write(form.getByRole('textbox', { name: 'Description' }), 'কাল দশটায়।');
  await preview.getByText('কাল দশটায়।').waitFor();
  await keyboard.press(button(page, 'Save draft'));
  await toast(page, 'Draft saved').waitFor();
  await form.getByText('Scheduled for tomorrow 09:00. Draft: today').waitFor();
  return id;
}

/** A colleague reads the draft by a link; then its time comes. */
async function showAndPublish(page: Page, id: number, title: string): Promise<void> {
  const { app } = office.site;
  const read = () => app.get(pages.newsDetails(id), { accept: 'text/html' });
  await keyboard.press(button(page, 'Link for a colleague'));
  const link = await page.getByRole('textbox', { name: /^Link for a colleague/ }).inputValue();
  const colleague = await office.site.visit(new URL(link).pathname);
  await colleague.getByText('পাতাটি এখনও এভাবে প্রকাশিত হয়নি').waitFor();
  await colleague.getByRole('heading', { name: title, level: 1 }).waitFor();
  expect((await read()).status).toBe(404);

  // Tomorrow comes sooner.
  await letTimesPass(office.site.app.database);
  await soon(async () => (await read()).status).toBe(200);
  expect((await read()).text).toContain('কাল দশটায়।');
}

/** Where the picture of the news stands in the library. */
async function pictureOfLibrary(): Promise<string> {
  const { data } = (await office.colleague.get(`${adminCalls.pictures}?only=`)).json<LibraryPage>();
  const [picture] = data;
  expect(picture).toMatchObject({ used: true });
  return `${adminPages.pictures}?picture=${picture?.id}`;
}

/** What it shows, and what of it must be seen. */
async function describePicture(page: Page): Promise<void> {
  const alt = 'স্কুলের নতুন খেলার মাঠ';
  await touch.write(dialog(page).getByLabel('What it shows'), alt);
  const picture = dialog(page).locator('.focus-picture');
  const { width = 0 } = (await picture.boundingBox()) ?? {};
  await picture.tap({ position: { x: width / 2, y: 0 } });
  await touch.press(dialog(page).getByRole('button', { name: 'Save' }));
  await toast(page, 'Picture updated successfully').waitFor();
  const id = new URL(page.url()).searchParams.get('picture');
  const saved = await office.colleague.get(`${adminCalls.pictures}/${id}`);
  expect(saved.json()).toMatchObject({ data: { focus: { x: 0.5, y: 0 } } });
  const visitor = await office.site.visit(pages.news, { width: phone });
  const described = async () => {
    await visitor.reload();
    return visitor.getByRole('img', { name: alt }).count();
  };
  // While pages are made slowly, the page from before is shown.
  await soon(described).toBe(1);
}
