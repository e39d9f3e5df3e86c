// @module-tag full
import { describe, expect, test } from 'vitest';
import { adminCalls, adminPages } from '#paths.ts';
import { said, specifiedTexts } from '../../helpers/specified-texts.ts';
import { hold } from '../helpers/hold.ts';
import { focused, soon } from '../helpers/page.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

describe('Price packages', () => {
  test('stand under the headings of their categories, in the order of visitors', async () => {
    const screen = new Screen(await office.enter(adminPages.packages));
    await screen.button('Edit: বনানী').waitFor();
    const heads = await screen.list.locator('.group-row').allInnerTexts();
    const shown = Object.keys((await office.site.app.get('/api/get-package')).json<object>());
    expect(heads).toEqual(shown.slice(0, heads.length));
  });

  test('have categories that are managed in place', async () => {
    office.site.expectTrouble(/status of (422|409)/);
    const screen = new Screen(await office.enter(adminPages.packages));
    const { page } = screen;
    await screen.button('Categories').click();
    const dialog = page.getByRole('dialog', { name: 'Package categories' });
    const fresh = dialog.getByRole('textbox', { name: 'New category' });
    await fresh.press('Enter');
    await dialog.getByText('Write the name.').waitFor();
    await fresh.fill('বিশ্ববিদ্যালয়');
    await fresh.press('Enter');
    const row = dialog.getByRole('listitem').filter({ hasText: 'বিশ্ববিদ্যালয়' });
    await row.waitFor();
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
    await screen.dialog.waitFor({ state: 'detached' });
    expect(await dialog.getByText('বিশ্ববিদ্যালয় ও ইনস্টিটিউট').count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await soon(() => focused(page)).toBe('Categories');
  });
});

describe('Download info', () => {
  const file = { name: 'নিয়মাবলি.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 rules') };

  test('takes a file with its progress to be seen, and again after it broke', async () => {
    office.site.expectTrouble(/ERR_FAILED/);
    const screen = new Screen(await office.enter(adminPages.downloads));
    const { page } = screen;
    await page.route(`**${adminCalls.uploads}`, (route) => route.abort(), { times: 1 });
    await screen.form.locator('input[type=file]').setInputFiles(file);
    await screen.form.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor();

    const held = await hold(page, `**${adminCalls.uploads}`);
    await screen.button('Retry').click();
    await screen.form.getByRole('progressbar', { name: `Uploading ${file.name}` }).waitFor();
    held.release();
    await screen.form.getByText('Uploaded. Submit the form to publish it.').waitFor();
    expect(await screen.field('File address').inputValue()).toMatch(/^\/files\/[0-9a-f]{40}\//);
    await screen.set('Title', 'ভর্তির নিয়মাবলি');
    await screen.submit.click();
    await screen.toast(said.created).waitFor();
    await screen.searchFor('ভর্তির নিয়মাবলি');
    const href = await screen.row('ভর্তির নিয়মাবলি').getByRole('link', { name: file.name }).getAttribute('href');
    expect((await office.site.app.get(href ?? '')).bytes.toString()).toBe('%PDF-1.4 rules');
  });

  test('an upload can be stopped, and one that is too large is not begun', async () => {
    const screen = new Screen(await office.enter(adminPages.downloads));
    const held = await hold(screen.page, `**${adminCalls.uploads}`);
    await screen.form.locator('input[type=file]').setInputFiles(file);
    await screen.button('Stop the upload').click();
    await screen.form.getByRole('progressbar').waitFor({ state: 'detached' });
    held.release();
    await screen.form.getByRole('button', { name: /^File Choose file/ }).evaluate((button) => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(51 * 2 ** 20)], 'film.mp4'));
      button.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
    });
    await screen.form.getByText('This file has 51 MB. Choose one of at most 50 MB.').waitFor();
    expect(held.count()).toBe(1);
  });
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
  await link.fill('https://youtu.be/prangon0f0g');
  await play.waitFor();
});
