// @module-tag full
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { adminCalls, adminPages, pages } from '#paths.ts';
import { drawnPng } from '../../helpers/content.ts';
import { said, specifiedTexts } from '../../helpers/specified-texts.ts';
import { hold } from '../helpers/hold.ts';
import { focused, moveCaret, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

test('About has one row with nothing to delete above its older texts; it is mended, replaced, and shown to visitors', async () => {
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

test('Price packages stand under the headings of their categories, which are managed in place', async () => {
  office.site.expectTrouble(/status of 409/);
  const screen = new Screen(await office.enter(adminPages.packages));
  const { page } = screen;
  await screen.button('Edit: বনানী').waitFor();
  const heads = await screen.list.locator('.group-row').allInnerTexts();
  const shown = Object.keys((await office.site.app.get('/api/get-package')).json<object>());
  expect(heads).toEqual(shown.slice(0, heads.length));

  await screen.button('Categories').click();
  const dialog = page.getByRole('dialog', { name: 'Package categories' });
  const fresh = dialog.getByRole('textbox', { name: 'New category' });
  await fresh.fill('বিশ্ববিদ্যালয়');
  await fresh.press('Enter');
  await dialog.getByRole('listitem').filter({ hasText: 'বিশ্ববিদ্যালয়' }).waitFor();
  await soon(() => fresh.inputValue()).toBe('');

  // What is new comes last.
  await dialog.getByRole('button', { name: 'Move up: বিশ্ববিদ্যালয়' }).click();
  await soon(async () => (await dialog.getByRole('listitem').allInnerTexts()).at(-2)).toBe('বিশ্ববিদ্যালয়');
  await dialog.getByRole('button', { name: 'Edit: বিশ্ববিদ্যালয়' }).click();
  const rename = dialog.getByRole('textbox', { name: 'Rename বিশ্ববিদ্যালয়' });
  await rename.fill('বিশ্ববিদ্যালয় ও ইনস্টিটিউট');
  await rename.press('Enter');
  await screen.toast(specifiedTexts.packageCategories.updated).waitFor();

  // One that is in use stays, and it is said why.
  await dialog.getByRole('button', { name: 'Delete: কলেজ' }).click();
  await screen.dialog.getByText('You are about to Delete this package category.').waitFor();
  await screen.button('Yes, proceed').click();
  await screen.dialog.getByRole('heading', { name: 'Failed to delete the package category' }).waitFor();
  await screen.button('OK').click();
  await dialog.getByRole('button', { name: 'Delete: বিশ্ববিদ্যালয় ও ইনস্টিটিউট' }).click();
  await screen.button('Yes, proceed').click();
  await dialog.getByText('বিশ্ববিদ্যালয় ও ইনস্টিটিউট').waitFor({ state: 'detached' });
  await screen.dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await soon(() => focused(page)).toBe('Categories');
});

test('A download takes a file with its progress to be seen, and again after it broke or was stopped; none too large', async () => {
  office.site.expectTrouble(/ERR_FAILED/);
  const file = { name: 'নিয়মাবলি.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 rules') };
  const screen = new Screen(await office.enter(adminPages.downloads));
  const { page, form } = screen;
  const choose = () => form.locator('input[type=file]').setInputFiles(file);
  await page.route(`**${adminCalls.uploads}`, (route) => route.abort(), { times: 1 });
  await choose();
  await form.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor();

  const held = await hold(page, `**${adminCalls.uploads}`);
  await screen.button('Retry').click();
  await form.getByRole('progressbar', { name: `Uploading ${file.name}` }).waitFor();
  await screen.button('Stop the upload').click();
  await form.getByRole('progressbar').waitFor({ state: 'detached' });
  held.release();
  await form.getByRole('button', { name: /^File Choose file/ }).evaluate((button) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(51 * 2 ** 20)], 'film.mp4'));
    button.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
  });
  await form.getByText('This file has 51 MB. Choose one of at most 50 MB.').waitFor();
  expect(held.count()).toBe(1);

  await choose();
  await form.getByText('Uploaded. Submit the form to publish it.').waitFor();
  expect(await screen.field('File address').inputValue()).toMatch(/^\/files\/[0-9a-f]{40}\//);
  await screen.set('Title', 'ভর্তির নিয়মাবলি');
  await screen.submit.click();
  await screen.toast(said.created).waitFor();
  await screen.searchFor('ভর্তির নিয়মাবলি');
  const href = await screen.row('ভর্তির নিয়মাবলি').getByRole('link', { name: file.name }).getAttribute('href');
  expect((await office.site.app.get(href ?? '')).bytes.toString()).toBe('%PDF-1.4 rules');
});

test('A link that is no film is refused at its field; a right one shows its film while it is typed', async () => {
  office.site.expectTrouble(/status of 422|ERR_|www.youtube-nocookie.com|i.ytimg.com/);
  const screen = new Screen(await office.enter(adminPages.videos));
  const link = screen.field('Gallery link');
  const play = screen.form.getByRole('button', { name: 'Play the film' });
  await screen.set('Gallery title', 'পরিচিতি');
  for (const [address, message] of [
    ['https://vimeo.com/1', 'Paste the address of a YouTube video, like https://www.youtube.com/watch?v=…'],
    ['https://youtu.be/prangon0f0b', 'No film can have this address: a letter of it is wrong.'],
  ] as const) {
    await link.fill(address);
    expect(await play.count()).toBe(0);
    await screen.submit.click();
    await soon(() => screen.errorOf(link)).toContain(message);
  }
  await link.fill('https://www.youtube.com/live/prangon0f0c?t=3');
  await play.click();
  const frame = screen.form.locator('iframe[title="The film"]');
  await soon(() => frame.evaluate((node) => node === document.activeElement)).toBe(true);
  expect(await frame.getAttribute('src')).toBe('https://www.youtube-nocookie.com/embed/prangon0f0c?autoplay=1');
  // Where YouTube can't be reached the frame is empty, and the way there stays.
  const elsewhere = screen.form.getByRole('link', { name: 'See it on YouTube' });
  expect(await elsewhere.getAttribute('href')).toBe('https://www.youtube.com/watch?v=prangon0f0c');
});

const feature = 'হাজিরা ও উপস্থিতি';
const category = 'শিক্ষার্থীর হাজিরা';

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Sub-category content' });
const text = (page: Page) => panelOf(page).getByRole('textbox', { name: 'Content' });

async function openDetails(width = desktop): Promise<Screen> {
  const screen = new Screen(
    await office.enter(`${adminPages.features}?search=${encodeURIComponent(feature)}`, { width }),
  );
  await screen.button(`View details: ${feature}`).click();
  await screen.heading('Categories').waitFor();
  return screen;
}

async function openPanel(width = desktop): Promise<Screen> {
  const screen = await openDetails(width);
  await screen.button(`Write content: ${category}`).click();
  await panelOf(screen.page).getByText('Choose a sub-category to load its text.').waitFor();
  return screen;
}

async function choose(page: Page, name: string): Promise<void> {
  const select = panelOf(page).getByRole('combobox', { name: 'Sub category' });
  await select.click();
  await page.getByRole('option', { name, exact: true }).click();
}

test('A feature with a new category, a new sub-category and a text takes eight presses', async () => {
  const [title, group, part] = ['পরিবহন ব্যবস্থাপনা', 'পরিবহন', 'বাসের পথ ও সময়'];
  const page = await office.enter(adminPages.dashboard);
  const screen = new Screen(page);
  let presses = 0;
  const press = async (target: Locator) => {
    await target.click();
    presses++;
  };
  await press(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Features', exact: true }));
  await screen.field('Title').fill(title);
  const chooser = page.waitForEvent('filechooser');
  await press(screen.form.locator('.image-drop'));
  await (await chooser).setFiles({ name: 'bus.png', mimeType: 'image/png', buffer: await drawnPng(320, 200) });
  await screen.field('Category').fill(group);
  await press(page.getByRole('option', { name: `Add ‘${group}’` }));
  await screen.button(`Remove ${group}`).waitFor();
  await press(screen.submit);
  await press(screen.button(`View details: ${title}`));
  await press(screen.button(`Write content: ${group}`));
  await panelOf(page).getByRole('combobox', { name: 'Sub category' }).fill(part);
  await press(page.getByRole('option', { name: `Add ‘${part}’` }));
  await panelOf(page).getByText('Nothing is written here yet.').waitFor();
  await moveCaret(text(page), 'Control+Home');
  await page.keyboard.insertText('বাস কোথায় আছে, অভিভাবক ফোনে দেখেন।');
  await press(panelOf(page).getByRole('button', { name: 'Submit' }));
  await page.locator('.texts li', { hasText: part }).waitFor();
  expect(presses).toBe(8);
  const id = new URL(page.url()).searchParams.get('details');
  const { text: shown } = await office.site.app.get(pages.featureDetails(Number(id)), { accept: 'text/html' });
  for (const words of [title, part, 'বাস কোথায় আছে']) expect(shown).toContain(words);
});

test('A category that can’t be made where it is chosen keeps what was typed, and is made once', async () => {
  office.site.expectTrouble(/Failed to load|status of 422/);
  const group = 'হোস্টেল ব্যবস্থাপনা';
  const screen = new Screen(await office.enter(adminPages.features));
  const { page } = screen;
  const field = screen.field('Category');
  const add = page.getByRole('option', { name: `Add ‘${group}’` });
  await page.route(`**${adminCalls.featureCategories}`, (route) => route.abort(), { times: 1 });
  await field.fill(group);
  await field.press('Enter');
  await screen.toast('The server could not be reached.').waitFor();
  expect(await field.inputValue()).toBe(group);
  await office.colleague.made(adminCalls.featureCategories, { category_name: group, status: 1 });
  await add.click();
  await screen.toast('There is one of this name already.').waitFor();
  await page.getByRole('option', { name: group, exact: true }).click();
  await screen.button(`Remove ${group}`).waitFor();
  await field.fill(`${group} `);
  expect(await add.count()).toBe(0);
});

test('A feature is linked to lines of the packages', async () => {
  const [title, other] = ['সনদ ও পরিচয়পত্র', 'ফোনে সহায়তা'];
  const screen = new Screen(await office.enter(`${adminPages.features}?search=${encodeURIComponent(title)}`));
  const { page, form } = screen;
  await screen.button(`Edit: ${title}`).click();
  const lines = form.locator('.field', { has: page.getByText('Lines of the packages') });
  await lines.getByRole('button', { name: `Remove ${title}` }).click();
  for (const line of [title, other]) await screen.set('Lines of the packages', line);
  await screen.submit.click();
  await screen.toast(specifiedTexts.features.updated).waitFor();
  const packages = (await office.site.app.get(pages.packages, { accept: 'text/html' })).text;
  for (const line of [title, other])
    expect(packages).toMatch(new RegExp(`<a href="/features/details/\\d+">${line}</a>`));
});

test('Feature details show picture, status and categories; edit leads back to the form with the feature in it', async () => {
  const screen = await openDetails();
  const { page } = screen;
  const details = page.getByRole('region', { name: 'Feature details' });
  await details.getByText(feature).waitFor();
  const trail = await page.locator('.topbar .trail > :not(svg)').allTextContents();
  expect(trail).toEqual(['Content', 'Features', 'Details']);
  await details.getByText('Active', { exact: true }).waitFor();
  expect(await details.locator('img').count()).toBe(1);
  await screen.button('Edit').click();
  await screen.heading('Update Features').waitFor();
  await soon(() => screen.field('Title').inputValue()).toBe(feature);
  await page.goBack();
  await screen.heading('Categories').waitFor();
  await screen.button('Back to list').click();
  await screen.heading('List Features').waitFor();
});

test('The panel of a category loads what is written, keeps what is typed, and shows visitors what is submitted', async () => {
  const screen = await openPanel(phone);
  const { page } = screen;
  const submit = panelOf(page).getByRole('button', { name: 'Submit' });
  const close = panelOf(page).locator('footer').getByRole('button', { name: 'Close' });
  await submit.click();
  await panelOf(page).getByText('Choose a sub-category.', { exact: true }).waitFor();

  await choose(page, 'দৈনিক হাজিরা');
  await panelOf(page).getByText('This is the text of the site. Submit saves your changes over it.').waitFor();
  await soon(async () => (await text(page).innerText()).length).toBeGreaterThan(20);
  await moveCaret(text(page), 'Control+Home');
  await page.keyboard.type('নতুন ৩৯০ ');
  await screen.unsaved.waitFor();
  await panelOf(page).getByText('Autosaved on this device').waitFor();
  const byKey = () => panelOf(page).getByRole('combobox').press('Escape');
  for (const leave of [() => close.click(), byKey, () => choose(page, 'বিষয়ভিত্তিক')]) {
    await leave();
    await screen.dialog.getByText('Your changes to this text are only on this device.').waitFor();
    await screen.button('Keep editing').click();
  }
  expect(await panelOf(page).getByRole('combobox').inputValue()).toBe('দৈনিক হাজিরা');
  await submit.click();
  await screen.toast('View on site').waitFor();
  const href = await screen.toast('View on site').getByRole('link').getAttribute('href');
  await soon(async () => (await office.site.app.get(href ?? '')).text).toContain('নতুন ৩৯০');
  await screen.unsaved.waitFor({ state: 'detached' });
  await close.click();
  await panelOf(page).waitFor({ state: 'detached' });
  await soon(() => focused(page)).toBe(`Write content: ${category}`);
});

describe('A text that was not submitted is offered again', () => {
  const typed = 'অসমাপ্ত ';

  async function openText(): Promise<Screen> {
    const screen = await openPanel();
    await choose(screen.page, 'ছুটির দিন');
    await soon(async () => (await text(screen.page).innerText()).length).toBeGreaterThan(20);
    await moveCaret(text(screen.page), 'Control+Home');
    return screen;
  }

  test('but one that the browser could not keep is not said to be kept', async () => {
    office.site.expectTrouble(/Drafts are not kept in this browser/);
    const { page } = await openText();
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new Error('No space');
      };
    });
    const refused = page.waitForEvent('console', (message) => message.text().startsWith('Drafts are not kept'));
    await page.keyboard.insertText(typed);
    await refused;
    expect(await panelOf(page).getByText('Autosaved on this device').count()).toBe(0);
  });

  test.each(['reload', 'another address', 'closed tab'])('before any delay has run out: %s', async (way) => {
    const { page } = await openText();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      return dialog.accept();
    });
    // Nothing that waits for a time comes to its turn from here on.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.insertText(typed);
    const address = page.url();
    let next = page;
    if (way === 'reload') await page.reload();
    else if (way === 'another address') {
      await page.goto(adminPages.news);
      await page.goto(address);
    } else {
      next = await page.context().newPage();
      const gone = page.waitForEvent('close');
      await page.close({ runBeforeUnload: true });
      await gone;
      await next.goto(address);
    }
    expect(asked).toEqual(['beforeunload']);
    await next.clock.resume();
    await new Screen(next).button(`Write content: ${category}`).click();
    await choose(next, 'ছুটির দিন');
    await panelOf(next).getByText('Unsaved text for ‘this text’').waitFor();
    await panelOf(next).getByRole('button', { name: 'Restore' }).click();
    await soon(() => text(next).innerText()).toContain(typed.trim());
  });
});
