import { beforeAll, beforeEach, expect, test } from 'vitest';
import { adminCalls, adminPages } from '#paths.ts';
import { dataUrl, type Office, type Record } from '../../helpers/office.ts';
import { said } from '../../helpers/specified-texts.ts';
import { hireStaff, rightPassword, sendAs, signIn } from '../../helpers/staff.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { hold } from '../helpers/hold.ts';
import { moveCaret, sidewaysScroll, soon } from '../helpers/page.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { crash, draftsOn } from './helpers/drafts.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();
/** Saves beside, from another window. */
let kamal: (path: string, body: object) => Promise<void>;
let colleague: Office;

beforeAll(async () => {
  const token = await signIn(office.site.app, await hireStaff(office.site.app, 'Kamal Hossain'));
  colleague = office.colleague;
  kamal = async (path, body) => {
    expect((await sendAs(office.site.app, token, 'PUT', path, body)).status).toBe(200);
  };
});

beforeEach(() => office.site.expectTrouble(/status of (401|409)/));

const news = {
  date: '2026-03-01',
  short_title: 'সংক্ষেপ',
  title: 'ভর্তি শুরু',
  description: 'বিবরণ',
  content: '<p>ভর্তি চলছে সকাল দশটা থেকে।</p>',
  status: 1,
};

async function openNews({ token = office.token, width = 1440 } = {}) {
  const record = await colleague.made(adminCalls.news, { ...news, image: await dataUrl(120, 120) });
  const path = `${adminCalls.news}/${record.id}`;
  const screen = new Screen(await office.enter(`${adminPages.news}?edit=${record.id}`, { token, width }));
  const text = screen.form.locator('[contenteditable=true]');
  await text.getByText('ভর্তি চলছে').waitFor();
  const read = async () => (await colleague.get(path)).json<{ data: Record }>().data;
  const update = () => screen.submit.click();
  const dialog = screen.page.getByRole('dialog', { name: /^Both of you changed/ });
  return { screen, path, text, read, update, dialog, id: record.id };
}

test('who else has a record open is told while both have it, and no longer', { tags: ['full'] }, async () => {
  const { screen, id } = await openNews({ width: 390 });
  const token = await signIn(office.site.app, await hireStaff(office.site.app, 'Mitu Rani'));
  const hers = new Screen(await office.enter(`${adminPages.news}?edit=${id}`, { token }));
  const told = screen.form.getByText(/^Open now for Mitu Rani too\. /);
  await told.waitFor();
  await hers.form.getByText(/^Open now for Nasrin Akter too\. /).waitFor();
  expect(await faultsInBothThemes(screen.page)).toEqual([]);
  expect(await sidewaysScroll(screen.page)).toBeLessThanOrEqual(0);
  await hers.cancel();
  await told.waitFor({ state: 'detached' });
  await hers.page.goto(`${adminPages.news}?edit=${id}`);
  await told.waitFor();
  await hers.page.close();
  await told.waitFor({ state: 'detached' });
});

test('of one field both texts are shown, and only that one is asked for; going back saves nothing', async () => {
  const { screen, path, read, update, dialog } = await openNews({ width: 390 });
  await kamal(path, { ...news, title: 'ভর্তি শেষ আগামীকাল', description: 'তাঁর বিবরণ' });
  await screen.field('Title').fill('ভর্তি শুরু আগামীকাল');
  await update();
  await dialog.getByRole('heading', { name: 'Both of you changed Title', exact: true }).waitFor();
  expect(await dialog.locator('.compared-text').allInnerTexts()).toEqual(['ভর্তি শুরু আগামীকাল', 'ভর্তি শেষ আগামীকাল']);
  expect(await dialog.locator('ins').allInnerTexts()).toEqual(['শুরু', 'শেষ']);
  await dialog.getByText(/^Kamal Hossain, \d\d:\d\d$/).waitFor();
  expect(await faultsInBothThemes(screen.page)).toEqual([]);
  expect(await sidewaysScroll(screen.page)).toBeLessThanOrEqual(0);

  // Without an answer nothing is sent.
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await screen.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await screen.field('Title').inputValue()).toBe('ভর্তি শুরু আগামীকাল');
  expect(await screen.field('Description').inputValue()).toBe('বিবরণ');
  await screen.unsaved.waitFor();
  expect(await read()).toMatchObject({ title: 'ভর্তি শেষ আগামীকাল' });

  await update();
  await dialog.getByRole('radio', { name: 'Keep mine' }).press('Space');
  await screen.page.keyboard.press('Enter');
  await screen.page.getByText(/^Kamal Hossain changed Description at .* both changes are saved\.$/).waitFor();
  expect(await read()).toMatchObject({ title: 'ভর্তি শুরু আগামীকাল', description: 'তাঁর বিবরণ' });
});

test('rich text is one field; who changes it meanwhile is asked about again', { tags: ['full'] }, async () => {
  const { screen, path, text, read, update, dialog } = await openNews();
  await kamal(path, { ...news, content: '<p>ভর্তি চলছে সকাল <strong>নয়টা</strong> থেকে।</p>' });
  await moveCaret(text, 'Control+End');
  await screen.page.keyboard.insertText(' আসুন।');
  await update();
  await dialog.getByRole('heading', { name: 'Both of you changed Content' }).waitFor();
  expect(await dialog.locator('ins').allInnerTexts()).toEqual(['দশটা', 'আসুন।', 'নয়টা']);
  await kamal(path, { ...news, content: '<p>আগামীকাল থেকে।</p>', short_title: 'তাঁর সংক্ষেপ' });
  await dialog.getByRole('radio', { name: 'Keep mine' }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('আগামীকাল থেকে।').waitFor();
  await dialog.getByRole('radio', { name: 'Take theirs' }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await screen.page.getByText(/^Kamal Hossain changed Short title at/).waitFor();
  expect(await read()).toMatchObject({ content: '<p>আগামীকাল থেকে।</p>', short_title: 'তাঁর সংক্ষেপ' });
});

test('two tabs of one person and a colleague: what each typed is saved', { tags: ['full'] }, async () => {
  const { screen, path, read, update, id } = await openNews();
  const second = new Screen(await office.enter(`${adminPages.news}?edit=${id}`));
  await second.field('Short title').fill('দ্বিতীয় ট্যাব');
  await screen.field('Title').fill('প্রথম ট্যাব');
  await kamal(path, { ...news, description: 'তাঁর বিবরণ' });
  await update();
  await screen.page.getByText(/^Kamal Hossain changed Description at/).waitFor();
  const held = await hold(second.page, `**${path}`);
  await second.submit.click();
  await soon(held.count).toBe(1);
  await second.field('Title').focus();
  held.release();
  const sentence =
    /^(Nasrin Akter changed Title at .*, Kamal Hossain changed Description|Kamal Hossain changed Description at .*, Nasrin Akter changed Title) at .* meanwhile; all changes are saved\.$/;
  await second.page.getByText(sentence).waitFor();
  const all = { title: 'প্রথম ট্যাব', short_title: 'দ্বিতীয় ট্যাব', description: 'তাঁর বিবরণ' };
  expect(await read()).toMatchObject(all);
});

test('a session that ended and a tab that was closed in between lose nothing', async () => {
  const { app } = office.site;
  const token = await signIn(app, office.staff);
  const { screen, path, read, id } = await openNews({ token });
  await screen.field('Title').fill('আমার শিরোনাম');
  await soon(() => draftsOn(screen.page)).toMatchObject([{ title: 'আমার শিরোনাম' }]);
  await kamal(path, { ...news, title: 'তাঁর শিরোনাম', description: 'তাঁর বিবরণ' });
  const again = new Screen(await crash(screen.page, `${adminPages.news}?edit=${id}`));
  await again.button('Restore').click();
  await soon(() => again.field('Title').inputValue()).toBe('আমার শিরোনাম');
  await app.send('/api/v1/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  await again.submit.click();
  const login = again.page.getByRole('dialog', { name: 'Sign in again' });
  await login.getByLabel('Password', { exact: true }).fill('not the password');
  await login.getByRole('button', { name: 'Sign in' }).click();
  await login.getByText(said.noSuchCredential).waitFor();
  await login.getByLabel('Password', { exact: true }).fill(rightPassword);
  await login.getByRole('button', { name: 'Sign in' }).click();
  const question = again.page.getByRole('dialog', { name: 'Both of you changed Title' });
  await question.getByRole('radio', { name: 'Keep mine' }).check();
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await again.page.getByText(/^Kamal Hossain changed Description at/).waitFor();
  expect(await read()).toMatchObject({ title: 'আমার শিরোনাম', description: 'তাঁর বিবরণ' });
});

test('a draft is merged with a colleague’s, and with what was published', { tags: ['full'] }, async () => {
  const { screen, path, read, dialog } = await openNews();
  const { page } = screen;
  const draft = async () => (await colleague.get(`${path}/draft`)).json<{ data: Record | null }>().data;
  await kamal(`${path}?draft=1`, { ...news, description: 'খসড়া বিবরণ' });
  await screen.field('Title').fill('আমার খসড়া');
  await screen.button('Save draft').click();
  await page.getByText(/^Kamal Hossain changed Description at .* both changes are saved\.$/).waitFor();
  expect(await draft()).toMatchObject({ title: 'আমার খসড়া', description: 'খসড়া বিবরণ' });
  expect(await read()).toMatchObject({ title: news.title, description: news.description });

  await kamal(path, { ...news, short_title: 'সরাসরি' });
  await screen.field('Title').fill('আমার খসড়া, পরে');
  await screen.button('Save draft').click();
  await screen.unsaved.waitFor({ state: 'detached' });
  await screen.button('Publish changes').click();
  await dialog.getByRole('heading', { name: 'Both of you changed Short title' }).waitFor();
  await dialog.getByRole('radio', { name: 'Take theirs' }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await soon(read).toMatchObject({
    title: 'আমার খসড়া, পরে',
    description: 'খসড়া বিবরণ',
    short_title: 'সরাসরি',
    pending: null,
  });
});

test('saving a record leaves the draft alone that a colleague made of it meanwhile', { tags: ['full'] }, async () => {
  const { screen, path, read, update } = await openNews();
  await kamal(path, { ...news, description: 'তাঁর বিবরণ' });
  await kamal(`${path}?draft=1`, { ...news, title: 'তাঁর খসড়া' });
  await screen.field('Short title').fill('আমার সংক্ষেপ');
  await update();
  await screen.page.getByText(/^Kamal Hossain changed Description at/).waitFor();
  expect(await read()).toMatchObject({ short_title: 'আমার সংক্ষেপ', description: 'তাঁর বিবরণ' });
  const draft = (await colleague.get(`${path}/draft`)).json<{ data: Record | null }>().data;
  expect(draft).toMatchObject({ title: 'তাঁর খসড়া' });
});
