// @module-tag full
import { expect, test } from 'vitest';
import { adminCalls, adminPages, calls } from '#paths.ts';
import { sidewaysScroll, soon } from '../helpers/page.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

const shownTo = async (call: string) => (await office.site.app.get(call)).json<{ id: number }[]>().length;

test('several rows are hidden from the keyboard and come back; the list is sorted; a record is copied', async () => {
  const screen = new Screen(await office.enter(adminPages.clients));
  const { page } = screen;
  const boxes = page.getByRole('checkbox', { name: /^Select: / });
  await boxes.first().waitFor();
  const before = await shownTo(calls.clients);

  await boxes.first().focus();
  await page.keyboard.press('Space');
  await boxes.nth(2).focus();
  await page.keyboard.press('Shift+Space');
  await page.getByRole('status').getByText('3 selected').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Next', exact: true }).press('Enter');
  await page.getByText('Showing 11 to 16 of 16').waitFor();
  await boxes.first().press('Space');
  await page.getByRole('toolbar').getByText('4 selected').waitFor();
  await screen.button('Deactivate').press('Enter');
  await screen.toast('4 records deactivated').waitFor();
  await soon(() => shownTo(calls.clients)).toBe(before - 4);
  await screen.button('Undo').press('Enter');
  await screen.toast('4 records activated').waitFor();
  await soon(() => shownTo(calls.clients)).toBe(before);

  const turn = page.getByRole('switch', { name: /^Active: / }).first();
  await turn.press('Space');
  await soon(() => turn.getAttribute('aria-checked')).toBe('false');
  await screen.toast('1 record deactivated').getByRole('button', { name: 'Undo' }).press('Enter');
  await soon(() => turn.getAttribute('aria-checked')).toBe('true');

  const names = () => screen.list.locator('tbody td:nth-child(3)').allInnerTexts();
  await screen.list.getByRole('button', { name: 'Name', exact: true }).press('Enter');
  await soon(() => new URL(page.url()).searchParams.get('sort')).toBe('title');
  await page.getByText('Showing 1 to 10 of 16').waitFor();
  await soon(async () => (await names()).every((name, at, all) => at === 0 || name >= (all[at - 1] ?? ''))).toBe(true);
  expect(await page.getByRole('button', { name: /^Move: / }).count()).toBe(0);
  const [first = ''] = await names();

  await boxes.first().press('Space');
  await screen.button('Duplicate').press('Enter');
  await soon(() => screen.field('Name').inputValue()).toBe(first);
  expect(await screen.form.getByRole('switch').getAttribute('aria-checked')).toBe('false');
  await screen.submit.press('Enter');
  await page.getByText('Showing 1 to 10 of 17').waitFor();
});

test('what was hidden, moved or changed is taken back from Activity, but not over what somebody changed since', async () => {
  office.site.expectTrouble(/status of 409/);
  const { colleague } = office;
  const questions = async () =>
    (await colleague.get(`${adminCalls.faq}?per_page=50`)).json<{ data: Question[] }>().data;
  const [first, second, third] = await questions();
  const ids = [first?.id ?? 0, second?.id ?? 0];
  await colleague.post(`${adminCalls.faq}/bulk`, { action: 'deactivate', ids });
  await colleague.put(`${adminCalls.faq}/order`, { id: third?.id, before: first?.id });
  await colleague.put(`${adminCalls.faq}/${third?.id}`, { ...third, question: 'কী বদলাল?', status: 1 });
  const { data: settings } = (await colleague.get(adminCalls.siteSettings)).json<{ data: { name: string } }>();
  await colleague.put(adminCalls.siteSettings, { name: 'অন্য নাম' });

  const screen = new Screen(await office.enter(adminPages.activity));
  const { page } = screen;
  const takeBack = async (sentence: RegExp, newer = 0) => {
    const row = page.getByRole('row').filter({ hasText: sentence }).nth(newer);
    await row.getByRole('button', { name: /^Take / }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take back', exact: true }).press('Enter');
  };
  await takeBack(/updated the site settings: name/);
  await screen.toast('Site settings updated successfully').waitFor();
  const now = (await colleague.get(adminCalls.siteSettings)).json<{ data: { name: string } }>();
  expect(now.data.name).toBe(settings.name);
  await takeBack(/moved the question .* in its list/);
  await screen.toast('Order saved successfully').waitFor();
  await takeBack(/updated 2 questions: status/);
  await screen.toast('2 changes taken back').waitFor();
  expect((await questions()).slice(0, 3)).toMatchObject([
    { id: first?.id, status: 1 },
    { id: second?.id, status: 1 },
    { id: third?.id, question: 'কী বদলাল?' },
  ]);

  for (const question of ['আবার?', 'শেষ?'])
    await colleague.put(`${adminCalls.faq}/${third?.id}`, { ...third, question, status: 1, updated_at: undefined });
  await page.reload();
  await takeBack(/updated the question .*: question/, 1);
  await screen.toast('Somebody else changed this record').waitFor();
  expect((await questions())[2]?.question).toBe('শেষ?');
  await takeBack(/updated the question .*: question/);
  await soon(async () => (await questions())[2]?.question).toBe('আবার?');
});

interface Question {
  id: number;
  question: string;
  answer: string;
  status: number;
}

test('whoever went to a field as the form opened stays there', async () => {
  const screen = new Screen(await office.enter(adminPages.packages));
  await screen.button('Edit: অঙ্কুর').first().waitFor();
  // In the moment in which the form shows the record, before anything is painted.
  await screen.page.evaluate(() => {
    const opened = new MutationObserver(() => {
      if (!document.querySelector('#form-title')?.textContent?.startsWith('Update')) return;
      opened.disconnect();
      document.querySelector<HTMLElement>('[name=monthly_charge]')?.focus();
    });
    opened.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await screen.button('Edit: অঙ্কুর').first().click();
  await screen.heading('Update Price packages').waitFor();
  await screen.page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 50))));
  expect(await screen.field('Monthly charge').evaluate((field) => field === document.activeElement)).toBe(true);
});

test('Bijoy is offered as Unicode, and a missed address is made to lead somewhere', async () => {
  office.site.expectTrouble(/status of 404/);
  const visitor = await office.site.visit('/পুরোনো-নোটিশ', {});
  expect(await visitor.title()).not.toBe('');
  const screen = new Screen(await office.enter(adminPages.redirects));
  const { page } = screen;
  await page.getByRole('button', { name: 'Make a redirect: /পুরোনো-নোটিশ' }).press('Enter');
  await soon(() => screen.field('Old path').inputValue()).toBe('/পুরোনো-নোটিশ');
  await screen.field('New address').fill('/news');
  await screen.submit.press('Enter');
  await screen.row('/পুরোনো-নোটিশ').waitFor();
  await visitor.goto(new URL('/পুরোনো-নোটিশ', office.site.app.url).href);
  expect(new URL(visitor.url()).pathname).toBe('/news');
  for (const width of [390, 820, 1100, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysScroll(page), `${width}`).toBe(0);
  }

  const other = new Screen(await office.enter(adminPages.faq));
  const question = other.field('Question');
  await question.focus();
  await other.page.keyboard.insertText('evsjv‡`‡ki fwZ© weÁwß');
  await question.blur();
  await other.button('Convert').press('Enter');
  await soon(() => question.inputValue()).toBe('বাংলাদেশের ভর্তি বিজ্ঞপ্তি');
  await other.form.getByRole('button', { name: 'Undo', exact: true }).first().press('Enter');
  await soon(() => question.inputValue()).toBe('evsjv‡`‡ki fwZ© weÁwß');
});
