import { expect, test } from 'vitest';
import { adminCalls, adminPages, pages } from '#paths.ts';
import { soon } from '../helpers/page.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

test('news is prepared for tomorrow, shown to a colleague, appears by itself, and an old version comes back', async () => {
  const { app } = office.site;
  // In the frame of a preview nothing runs.
  office.site.expectTrouble(/frame is sandboxed/);
  const screen = new Screen(await office.enter(adminPages.news));
  const { page } = screen;
  const press = async (name: string) => {
    await screen.button(name).focus();
    await page.keyboard.press('Enter');
  };
  await screen.set('Date', '2026-12-05');
  await screen.set('Short title', 'ভর্তি');
  await screen.set('Title', 'আগামীকালের খবর');
  await screen.set('Description', 'কাল সকালে।');
  await screen.choosePicture();

  await press('Preview');
  const preview = page.frameLocator('.preview iframe');
  await preview.getByRole('heading', { name: 'আগামীকালের খবর' }).waitFor();
  await press('Save draft');
  await screen.toast('visitors don’t see it yet').waitFor();
  await screen.form.getByText('Not on the site').waitFor();
  const [id] = await office.colleague.ids(`${adminCalls.news}?search=${encodeURIComponent('আগামীকালের')}`);
  const address = pages.newsDetails(id ?? 0);
  const publicStatus = async () => (await app.get(address, { accept: 'text/html' })).status;
  expect(await publicStatus()).toBe(404);

  await press('Publish at …');
  const tomorrow = new Date(Date.now() + 30 * 3_600_000).toISOString().slice(0, 10);
  await page.getByLabel('Publish at', { exact: true }).fill(`${tomorrow}T09:00`);
  await page.keyboard.press('Enter');
  await screen.form.getByText('Not on the site · goes public tomorrow 09:00').waitFor();
  await screen.row('আগামীকালের খবর').getByText('Scheduled').waitFor();

  // What is typed on a phone's width is drawn anew; a draft of it is what the colleague sees.
  await screen.set('Title', 'কালকের খবর');
  await preview.getByRole('heading', { name: 'কালকের খবর' }).waitFor();
  await press('Save draft');
  await screen.form
    .getByText(/Not on the site · draft of today .* by Nasrin Akter · goes public tomorrow 09:00/)
    .waitFor();
  await press('Link for a colleague');
  const link = await page.getByRole('textbox', { name: /^Link for a colleague/ }).inputValue();
  const colleague = await office.site.visit(new URL(link).pathname);
  await colleague.getByText('পাতাটি এখনও এভাবে প্রকাশিত হয়নি').waitFor();
  await colleague.getByRole('heading', { name: 'কালকের খবর', level: 1 }).waitFor();
  expect(await publicStatus()).toBe(404);

  // Tomorrow comes sooner.
  const soonest = { publish_at: new Date(Date.now() + 200).toISOString() };
  await office.colleague.put(`${adminCalls.news}/${id}/schedule`, soonest);
  await soon(publicStatus).toBe(200);
  expect((await app.get(address, { accept: 'text/html' })).text).toContain('কালকের খবর');

  await page.reload();
  await page.getByRole('button', { name: 'Edit: কালকের খবর' }).click();
  await screen.set('Description', 'অন্য কথা।');
  await screen.submit.click();
  await screen.toast('news updated successfully').waitFor();
  await page.getByRole('button', { name: 'Edit: কালকের খবর' }).click();
  await press('History');
  const old = page.getByRole('button', { name: /^Published at its time/ });
  await old.focus();
  await page.keyboard.press('Enter');
  await page.locator('.compared del').filter({ hasText: 'কাল' }).first().waitFor();
  expect((await page.locator('.compared ins').allInnerTexts()).join(' ')).toMatch(/^অন্য\s+কথা$/);
  await press('Restore this version');
  await soon(() => screen.field('Description').inputValue()).toBe('কাল সকালে।');
  await screen.toast('Version restored').getByRole('button', { name: 'Undo' }).click();
  await soon(() => screen.field('Description').inputValue()).toBe('অন্য কথা।');
});

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
  await type('আবার ');
  await press('Save draft');
  await screen.button('Keep my text').click();
  await press('Submit');
  await screen.toast('updated successfully').waitFor();
  expect(await onSite()).toContain('আবার খসড়া');

  await press('History');
  await page.getByRole('button', { name: /^As it was before/ }).click();
  await page.locator('.compared ins').filter({ hasText: 'আবার' }).waitFor();
  await screen.button('Restore this version').click();
  await soon(() => text.innerText()).not.toContain('খসড়া');
  expect(await onSite()).not.toContain('খসড়া');
});
