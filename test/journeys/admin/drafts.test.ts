import { expect, test } from 'vitest';
import { adminCalls, adminPages, pages, versionPaths } from '#paths.ts';
import { dataUrl } from '../../helpers/office.ts';
import { hold } from '../helpers/hold.ts';
import { soon } from '../helpers/page.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

test('a text of a feature has a draft beside it, which a colleague sees; a second tab is told of, an old text comes back', async () => {
  office.site.expectTrouble(/frame is sandboxed|status of 409/);
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
    await text.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText(words);
  };
  await type('খসড়া ');
  await press('Save draft');
  await panel.getByText(/^Published · draft of today .* by Nasrin Akter$/).waitFor();
  await page.locator('.texts li', { hasText: 'যন্ত্রে হাজিরা' }).getByText('Draft').waitFor();
  const id = Number(new URL(page.url()).searchParams.get('details'));
  const onSite = async () => (await office.site.app.get(pages.featureDetails(id), { accept: 'text/html' })).text;
  expect(await onSite()).not.toContain('খসড়া');

  await press('Preview');
  const heading = { name: /^খসড়া কার্ড/ };
  await page.frameLocator('.preview iframe').getByRole('heading', heading).waitFor();
  await press('Link for a colleague');
  const link = new URL(await panel.getByRole('textbox', { name: /^Link for a colleague/ }).inputValue());
  const colleague = await office.site.visit(link.pathname + link.hash);
  await colleague.getByRole('heading', heading).waitFor();

  const { data } = (await office.colleague.get(`${adminCalls.featureContents}?feature=${id}`)).json<{
    data: { id: number; pending: object | null }[];
  }>();
  const draft = `${adminCalls.featureContents}/${data.find(({ pending }) => pending)?.id}?draft=1`;
  await office.colleague.put(draft, { content: '<p>অন্য কেউ</p>' });
  await type('পুনশ্চ ');
  await press('Save draft');
  await screen.button('Keep my text').click();
  await press('Submit');
  await screen.toast('updated successfully').waitFor();
  // While a page takes its time to be made anew, the one before it stands in.
  await soon(onSite).toContain('পুনশ্চ');

  await press('History');
  await page.getByRole('button', { name: /^As it was before/ }).click();
  await page.locator('.compared ins').filter({ hasText: 'পুনশ্চ' }).waitFor();
  await screen.button('Restore this version').click();
  await soon(() => text.innerText()).not.toContain('খসড়া');
  expect(await onSite()).not.toContain('খসড়া');
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
