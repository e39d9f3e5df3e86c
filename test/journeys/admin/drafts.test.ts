// @module-tag full
import { expect, test } from 'vitest';
import { adminCalls, adminPages, pages, versionPaths } from '#paths.ts';
import { dataUrl } from '../../helpers/office.ts';
import { hold } from '../helpers/hold.ts';
import { moveCaret, soon } from '../helpers/page.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

test('a text of a feature has a draft beside it, and an old text comes back, and goes again by Undo', async () => {
  office.site.expectTrouble(/frame is sandboxed/);
  const screen = new Screen(
    await office.enter(`${adminPages.features}?search=${encodeURIComponent('হাজিরা ও উপস্থিতি')}`),
  );
  const { page } = screen;
  await screen.button('View details: হাজিরা ও উপস্থিতি').click();
  await screen.button('Write content: শিক্ষার্থীর হাজিরা').click();
  const panel = page.getByRole('dialog', { name: 'Sub-category content' });
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click();
  await panel.getByRole('combobox', { name: 'Sub category' }).click();
  await page.getByRole('option', { name: 'যন্ত্রে হাজিরা', exact: true }).click();
  const text = panel.getByRole('textbox', { name: 'Content' });
  await soon(async () => (await text.innerText()).length).toBeGreaterThan(20);
  const type = async (words: string) => {
    await moveCaret(text, 'Control+Home');
    await page.keyboard.insertText(words);
  };
  const mark = 'খসড়ার-চিহ্ন';
  await type(`${mark} `);
  await press('Save draft');
  await panel.getByText(/^Public( since .*)?\. Draft: today, Nasrin Akter\.$/).waitFor();
  await page.locator('.texts li', { hasText: 'যন্ত্রে হাজিরা' }).getByText('Draft').waitFor();
  const id = Number(new URL(page.url()).searchParams.get('details'));
  const onSite = async () => (await office.site.app.get(pages.featureDetails(id), { accept: 'text/html' })).text;
  expect(await onSite()).not.toContain(mark);

  await press('Preview');
  await page.frameLocator('.preview iframe').getByRole('heading', { name: mark }).waitFor();
  await press('Link for a colleague');
  await panel.getByRole('textbox', { name: /^Link for a colleague/ }).waitFor();

  await type('পুনশ্চ ');
  await page.frameLocator('.preview iframe').getByRole('heading', { name: /^পুনশ্চ/ }).waitFor();
  // The pane was drawn anew with the link in it, which leaves the focus where one types.
  await page.keyboard.insertText('আবার ');
  expect(await text.innerText()).toMatch(/^পুনশ্চ আবার /);
  await press('Save draft');
  await screen.unsaved.waitFor({ state: 'detached' });
  await press('Publish changes');
  await screen.toast('updated successfully').waitFor();
  // While a page takes its time to be made anew, the one before it stands in.
  await soon(onSite).toContain(mark);

  await panel.getByText(/Draft: today/).waitFor({ state: 'detached' });
  await press('More actions');
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.getByRole('button', { name: /^As it was before/ }).click();
  await page.locator('.compared ins').filter({ hasText: 'পুনশ্চ' }).waitFor();
  await screen.button('Restore this version').click();
  await soon(() => text.innerText()).not.toContain(mark);
  expect(await onSite()).not.toContain(mark);
  await screen.toast('Version restored').getByRole('button', { name: 'Undo' }).click();
  await soon(() => text.innerText()).toContain(mark);
});

test('a news begins as a title, and is published, hidden and found by buttons and words that say so', async () => {
  office.site.expectTrouble(/status of 422/);
  const screen = new Screen(await office.enter(adminPages.news));
  const { page, form } = screen;
  const title = 'অভিভাবক সভা';
  const choose = async (opener: string, name: string) => {
    await screen.button(opener).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const state = (words: RegExp) => form.locator('.pending-line', { hasText: words }).waitFor();
  const buttons = () =>
    form
      .locator('.card-foot button')
      .evaluateAll((all) => all.map((each) => each.textContent?.trim()).filter((words) => words));
  const filter = page.getByRole('combobox', { name: 'Status', exact: true });

  // It begins with today.
  expect(await screen.field('Date').inputValue()).toMatch(/^\d\d \w{3} \d{4}$/);
  await screen.field('Title').fill(title);
  expect(await buttons()).toEqual(['Save draft', 'Add']);
  await screen.button('Save draft').click();
  await screen.toast('visitors don’t see it yet').waitFor();
  await state(/^Hidden\. Draft: today, Nasrin Akter\.$/);
  await screen.row(title).getByText('Draft', { exact: true }).waitFor();
  expect(await buttons()).toEqual(['Save draft', 'Publish']);
  await screen.field('Date').fill('');

  // Publishing leads to what is missing.
  await screen.button('Publish').click();
  await form.getByText('4 fields need your attention.').waitFor();
  await soon(() => screen.field('Date').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await screen.errorOf(screen.field('Description'))).toBe('Write the description.');
  const dialog = page.getByRole('dialog', { name: 'Schedule' });
  const setTime = async (label: string, moment: string, does: string) => {
    await choose('More actions', 'Schedule …');
    await dialog.getByLabel(label, { exact: true }).fill(moment);
    await dialog.getByRole('button', { name: does, exact: true }).click();
  };
  await setTime('Publish at', '1 Jan 2099, 9:00', 'Goes public Thu 1 Jan, 09:00');
  await form.getByText('4 fields need your attention.').waitFor();
  await soon(() => screen.field('Date').evaluate((field) => field === document.activeElement)).toBe(true);

  await screen.field('Date').fill('5/12/2026');
  await screen.field('Short title').fill('সভা');
  expect(await screen.field('Date').inputValue()).toBe('05 Dec 2026');
  await screen.field('Description').fill('শনিবার সকালে।');
  await screen.choosePicture();
  await screen.button('Publish').click();
  await screen.toast('news updated successfully').waitFor();
  await screen.heading('Add Institutional News').waitFor();
  const [id = 0] = await office.colleague.ids(`${adminCalls.news}?search=${encodeURIComponent(title)}`);
  const onSite = async () => (await office.site.app.get(pages.newsDetails(id), { accept: 'text/html' })).text;
  await soon(onSite).toContain('শনিবার সকালে।');

  await screen.button(`Edit: ${title}`).click();
  await state(/^Public\.$/);
  expect(await buttons()).toEqual(['Save draft', 'Update']);
  await screen.field('Description').fill('রবিবার সকালে।');
  await screen.button('Save draft').click();
  await state(/^Public\. Draft: today, Nasrin Akter\.$/);
  expect(await buttons()).toEqual(['Save draft', 'Publish changes']);
  expect(await form.getByRole('switch').isVisible()).toBe(false);
  await filter.selectOption('Draft');
  await screen.row(title).getByText('Active, draft', { exact: true }).waitFor();

  await setTime('Unpublish at', '2 Jan 2099, 9:00', 'Goes off the site Fri 2 Jan, 09:00');
  await state(/It goes off the site 02 Jan 2099, 09:00\.$/);
  await choose('More actions', 'Discard draft');
  await screen.button('Discard it').click();
  await soon(() => screen.field('Description').inputValue()).toBe('শনিবার সকালে।');
  await filter.selectOption('All statuses');
  await page.getByRole('checkbox', { name: `Select: ${title}` }).check();
  await screen.button('Duplicate').click();
  await screen.heading('Add Institutional News').waitFor();
  await soon(() => screen.field('Title').inputValue()).toBe(title);
});

test('what is typed while the draft of a row is on its way is asked about', async () => {
  const [title, typed] = ['নতুন ভবন', 'বিজ্ঞান মেলা'];
  const story = { date: '2026-12-05', short_title: 'নোটিশ', title, description: 'আগামী মাসে।' };
  const { id } = await office.colleague.made(adminCalls.news, { ...story, image: await dataUrl(120, 120) });
  await office.colleague.put(versionPaths.keepDraft(adminCalls.news, id), { ...story, title: `${title} চালু` });

  const screen = new Screen(await office.enter(adminPages.news));
  const draft = await hold(screen.page, `**${versionPaths.draft(adminCalls.news, id)}`);
  await screen.button(`Edit: ${title}`).click();
  await soon(draft.count).toBe(1);
  await screen.field('Title').fill(typed);
  draft.release();
  await screen.button('Keep editing').click();
  await screen.heading('Add Institutional News').waitFor();
  expect(await screen.field('Title').inputValue()).toBe(typed);
});

test('a dialog whose code can’t be brought says so and keeps the text, which comes back by Reload', async () => {
  office.site.expectTrouble(/palette|dynamically imported/);
  let isOut = true;
  const screen = new Screen(
    await office.enter(adminPages.news, {
      before: async (opened) => {
        await opened.route(/\/assets\/palette-[^/]+\.js$/, (route) => (isOut ? route.abort() : route.continue()));
      },
    }),
  );
  const { page } = screen;
  const title = 'নবান্ন উৎসব';
  await screen.field('Title').fill(title);
  await page.keyboard.press('Control+k');
  const told = screen.toast('What you opened could not be loaded. What you typed is kept.');
  await told.waitFor();
  expect(await screen.field('Title').inputValue()).toBe(title);
  isOut = false;
  page.on('dialog', (asked) => void asked.accept());
  await told.getByRole('button', { name: 'Reload' }).click();
  await page.getByText(`Unsaved new news ‘${title}’`).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
});
