// @module-tag full
import { describe, expect, test } from 'vitest';
import { adminCalls, adminPages, calls } from '#paths.ts';
import { specifiedTexts } from '../../helpers/specified-texts.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { type Held, hold } from '../helpers/hold.ts';
import { sidewaysScroll, soon } from '../helpers/page.ts';
import { phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

async function open(address: string = adminPages.clients, width?: number): Promise<Screen> {
  const screen = new Screen(await office.enter(address, width ? { width } : {}));
  await screen.first(/^Edit: /).waitFor();
  return screen;
}

const numbers = ({ list }: Screen) => list.locator('tbody .row-number').allInnerTexts();
const link = ({ page }: Screen, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name, exact: true });

describe('Pages', () => {
  test('follow the links of the server; the row numbers go on, and so does the address', async () => {
    const screen = await open();
    const { page } = screen;
    await page.getByText('Showing 1 to 10 of 16').waitFor();
    expect(await numbers(screen)).toEqual(Array.from({ length: 10 }, (_, index) => String(index + 1)));
    expect(await link(screen, 'Previous').isDisabled()).toBe(true);
    expect(await link(screen, 'Page 1').getAttribute('aria-current')).toBe('page');
    const asked = page.waitForRequest(`**${adminCalls.clients}?page=2`);
    await link(screen, 'Next').click();
    await asked;
    await page.getByText('Showing 11 to 16 of 16').waitFor();
    expect(await numbers(screen)).toEqual(['11', '12', '13', '14', '15', '16']);
    expect(await link(screen, 'Next').isDisabled()).toBe(true);
    await page.reload();
    await page.getByText('Showing 11 to 16 of 16').waitFor();
    await page.goBack();
    await page.getByText('Showing 1 to 10 of 16').waitFor();
  });

  test('after the last row of the last one is deleted, the one before is shown', async () => {
    const screen = await open(`${adminPages.clients}?per_page=5&page=4`);
    await screen.page.getByText('Showing 16 to 16 of 16').waitFor();
    await screen.page.getByRole('button', { name: /^Delete: / }).click();
    await screen.button('Yes, proceed').click();
    await screen.page.getByText('Showing 11 to 15 of 15').waitFor();
    await screen.button('Undo').click();
    await screen.page.getByText('Showing 11 to 15 of 16').waitFor();
  });
});

test('A row tells what it is and what can be done: within a phone; on a tablet, without its status under the buttons', async () => {
  const screen = await open(adminPages.news, phone);
  const row = screen.list.locator('tbody tr').first();
  const edit = row.getByRole('button', { name: /^Edit: / });
  for (const part of [row.locator('.strong'), edit, row.getByText('Active')]) {
    await part.scrollIntoViewIfNeeded();
    const box = await part.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= phone && box.width >= 40).toBe(true);
  }
  expect(await sidewaysScroll(screen.page)).toBe(0);
  await screen.page.setViewportSize({ width: 820, height: 900 });
  const badge = await row.locator('.badge').boundingBox();
  const buttons = await row.locator('.actions-column').boundingBox();
  expect((badge?.x ?? 0) + (badge?.width ?? 0)).toBeLessThanOrEqual(buttons?.x ?? 0);
});

test('A list on its way shows rows that are to come, and what is left of it when it fails', async () => {
  office.site.expectTrouble(/status of 400/);
  const gate = Promise.withResolvers<Held>();
  const page = await office.enter(adminPages.videos, {
    before: async (page) => gate.resolve(await hold(page, `**${adminCalls.videos}`)),
  });
  const screen = new Screen(page);
  await page.locator('.skeleton').first().waitFor();
  expect(await page.getByRole('table').getAttribute('aria-busy')).toBe('true');
  (await gate.promise).release();
  await screen.first(/^Edit: /).waitFor();
  expect(await page.locator('.skeleton').count()).toBe(0);

  // Begun with the document, and once more when that failed.
  const fail = { status: 400, json: { message: 'No' } };
  await page.route(`**${adminCalls.videos}?page=1`, (route) => route.fulfill(fail), { times: 2 });
  await page.goto(`${adminPages.videos}?page=1`);
  await page.getByRole('alert').getByText('The list could not be loaded.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await screen.first(/^Edit: /).waitFor();
});

describe('The order that visitors see', () => {
  const names = ({ list }: Screen) => list.locator('tbody tr td:nth-child(3)').allInnerTexts();

  test('is changed from the keyboard, said aloud, and shown to visitors', async () => {
    const screen = await open(adminPages.statistics);
    const { page } = screen;
    const before = await names(screen);
    const [first = '', second = ''] = before;
    await screen.button(`Move: ${second}`).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
    await page.getByRole('status').getByText(`${second} moved to place 1 of ${before.length}.`).waitFor();
    await soon(() => names(screen)).toEqual([second, first, ...before.slice(2)]);
    expect(await screen.button(`Move: ${second}`).evaluate((handle) => handle === document.activeElement)).toBe(true);
    const shown = async () => (await office.site.app.get('/api/get-statistic')).json<{ statistics_title: string }[]>();
    await soon(async () => (await shown()).slice(0, 2)).toMatchObject([
      { statistics_title: second },
      { statistics_title: first },
    ]);

    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    await page.getByRole('spinbutton', { name: `Place of ‘${second}’` }).fill('3');
    await page.keyboard.press('Enter');
    await soon(async () => (await names(screen))[2]).toBe(second);
  });

  test('is changed by dragging a row, too', async () => {
    const screen = await open(adminPages.statistics);
    const before = await names(screen);
    const [first = '', second = '', third = ''] = before;
    await screen.page.setViewportSize({ width: 1440, height: 1400 });
    const [from, to] = [await screen.button(`Move: ${first}`).boundingBox(), await screen.row(third).boundingBox()];
    if (!from || !to) throw new Error('The rows are not there');
    await screen.page.mouse.move(from.x + 10, from.y + 20);
    await screen.page.mouse.down();
    await screen.page.mouse.move(to.x + 20, to.y + 20, { steps: 3 });
    await screen.page.mouse.move(to.x + 20, to.y + to.height - 8, { steps: 2 });
    expect(await screen.row(third).getAttribute('data-drop')).toBe('after');
    await screen.page.mouse.up();
    await soon(async () => (await names(screen)).slice(0, 3)).toEqual([second, third, first]);
    expect(await screen.page.getByRole('menu').count()).toBe(0);
  });
});

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
  const nameNow = async () =>
    (await colleague.get(adminCalls.siteSettings)).json<{ data: { name: string } }>().data.name;
  const name = await nameNow();
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
  expect(await nameNow()).toBe(name);
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
  const edit = screen.button('Edit: অঙ্কুর').first();
  await edit.waitFor();
  // In the moment in which the form shows the record, before anything is painted.
  await screen.page.evaluate(() => {
    const opened = new MutationObserver(() => {
      if (!document.querySelector('#form-title')?.textContent?.startsWith('Update')) return;
      opened.disconnect();
      document.querySelector<HTMLElement>('[name=monthly_charge]')?.focus();
    });
    opened.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await edit.click();
  await screen.heading('Update Price packages').waitFor();
  await screen.page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 50))));
  expect(await screen.field('Monthly charge').evaluate((field) => field === document.activeElement)).toBe(true);
});

test('Bijoy is offered as Unicode; a missed address is made to lead somewhere, on a screen that fits every width', async () => {
  office.site.expectTrouble(/status of 404/);
  await office.site.app.get('/nobody-has-this', { accept: 'text/html' });
  const visitor = await office.site.visit('/পুরোনো-নোটিশ');
  const screen = new Screen(await office.enter(adminPages.redirects));
  const { page } = screen;
  await page.getByRole('button', { name: 'Make a redirect: /পুরোনো-নোটিশ' }).press('Enter');
  await soon(() => screen.field('Old path').inputValue()).toBe('/পুরোনো-নোটিশ');
  await screen.field('New address').fill('/news');
  await screen.submit.press('Enter');
  await screen.row('/পুরোনো-নোটিশ').waitFor();
  await visitor.goto('/পুরোনো-নোটিশ');
  expect(new URL(visitor.url()).pathname).toBe('/news');
  await page.getByRole('button', { name: 'Make a redirect: /nobody-has-this' }).waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  for (const width of [phone, 820, 1440]) {
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

test('A notice lasts 3000 ms, stands still while it is pointed at or has the focus, and leads to what visitors see', async () => {
  // On a clock that stands still.
  const page = await office.enter(adminPages.news, { before: (page) => page.clock.install() });
  const screen = new Screen(page);
  await screen.first(/^Edit: /).click();
  await screen.field('Short title').fill('খবর');
  await page.clock.pauseAt(Date.now() + 60_000);
  await screen.submit.click();
  const toast = screen.toast(specifiedTexts.news.updated);
  const bar = toast.locator('.Toastify__progress-bar');
  expect(await toast.getAttribute('role')).toBe('status');
  expect(await bar.evaluate((element) => getComputedStyle(element).animationDuration)).toBe('3s');
  const state = () => bar.evaluate((element) => getComputedStyle(element).animationPlayState);
  await soon(state).toBe('running');
  await toast.hover();
  await soon(state).toBe('paused');
  await page.mouse.move(0, 0);
  await soon(state).toBe('running');
  await toast.getByRole('button', { name: 'Close' }).focus();
  await soon(state).toBe('paused');
  const opened = page.context().waitForEvent('page');
  await toast.getByRole('link', { name: 'View on site' }).click();
  await (await opened).getByText('খবর', { exact: true }).first().waitFor();
});

test('Previews, thumbnails and the column of actions are as wide as specified', async () => {
  const page = await office.enter(adminPages.news);
  const width = async (selector: string) => (await page.locator(selector).first().boundingBox())?.width;
  await new Screen(page).first(/^Edit: /).click();
  await page.locator('.image-preview img').waitFor();
  expect(await width('.image-preview')).toBe(140);
  expect(await width('.thumbnail')).toBe(134);
  expect(await width('td.actions-column')).toBe(109);
});
