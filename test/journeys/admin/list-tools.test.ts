// @module-tag full
import { describe, expect, test } from 'vitest';
import { adminCalls, adminPages } from '#paths.ts';
import { said } from '../../helpers/specified-texts.ts';
import { hold } from '../helpers/hold.ts';
import { sidewaysScroll, soon } from '../helpers/page.ts';
import { phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

async function open(address: string = adminPages.clients, width?: number): Promise<Screen> {
  const screen = new Screen(await office.enter(address, width ? { width } : {}));
  await screen.page
    .getByRole('button', { name: /^Edit: / })
    .first()
    .waitFor();
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

test.each([adminPages.news, adminPages.features, adminPages.packages])(
  'On a phone a row of %s tells what it is and what can be done, without moving sideways',
  async (path) => {
    const screen = await open(path, phone);
    const row = screen.list
      .locator('tbody tr')
      .filter({ has: screen.page.locator('td .strong') })
      .first();
    for (const part of [
      row.locator('.strong'),
      row.getByRole('button', { name: /^Edit: / }),
      row.getByText('Active'),
    ]) {
      await part.scrollIntoViewIfNeeded();
      const box = await part.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= phone && box.width >= 40).toBe(true);
    }
    expect(await screen.list.getByRole('row').count()).toBeGreaterThan(3);
    expect(await sidewaysScroll(screen.page)).toBe(0);
  },
);

test.each([adminPages.news, adminPages.testimonials])(
  'On a tablet the status of a row of %s does not end under the buttons',
  async (path) => {
    const screen = await open(path, 820);
    const row = screen.list.locator('tbody tr').first();
    const badge = await row.locator('.badge').boundingBox();
    const buttons = await row.locator('.actions-column').boundingBox();
    expect((badge?.x ?? 0) + (badge?.width ?? 0)).toBeLessThanOrEqual(buttons?.x ?? 0);
  },
);

test('Into its trash and back, the focus stays on the way', async () => {
  const screen = await open();
  await screen.button('Trash').focus();
  await screen.page.keyboard.press('Enter');
  await screen.heading('Trash: Client').waitFor();
  const focused = screen.page.locator(':focus');
  expect(await focused.innerText()).toBe('Back to list');
  await screen.page.keyboard.press('Enter');
  await screen.heading('List Client').waitFor();
  expect(await focused.innerText()).toBe('Trash');
});

test('A list is searched from the keyboard, and filtered by status', async () => {
  const screen = await open(adminPages.testimonials);
  const { page } = screen;
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('রাশেদা');
  await soon(() => numbers(screen)).toEqual(['1']);
  expect(new URL(page.url()).searchParams.get('search')).toBe('রাশেদা');
  await screen.search.fill('এমন কেউ নেই');
  await page.getByText(said.noData).waitFor();
  await page.getByText('Nothing matches. Change the search or the status.').waitFor();
  await screen.search.fill('');
  await soon(async () => (await numbers(screen)).length).toBe(8);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Inactive');
  await page.getByText(said.noData).waitFor();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Active');
  await soon(async () => (await numbers(screen)).length).toBe(8);
});

describe('A list on its way', () => {
  test('shows rows that are to come, and what is left of it when it fails', async () => {
    office.site.expectTrouble(/status of 400/);
    const held: Array<() => void> = [];
    const page = await office.enter(adminPages.videos, {
      before: async (page) => {
        const gate = await hold(page, `**${adminCalls.videos}`);
        held.push(gate.release);
      },
    });
    await page.locator('.skeleton').first().waitFor();
    expect(await page.getByRole('table').getAttribute('aria-busy')).toBe('true');
    held[0]?.();
    await page
      .getByRole('button', { name: /^Edit: / })
      .first()
      .waitFor();
    expect(await page.locator('.skeleton').count()).toBe(0);

    await page.route(
      `**${adminCalls.videos}?page=1`,
      (route) => route.fulfill({ status: 400, json: { message: 'No' } }),
      // Begun with the document, and once more when that failed.
      { times: 2 },
    );
    await page.goto(`${adminPages.videos}?page=1`);
    await page.getByRole('alert').getByText('The list could not be loaded.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByRole('button', { name: /^Edit: / })
      .first()
      .waitFor();
  });

  test('that has nothing says so', async () => {
    const page = await office.enter(`${adminPages.videos}?trash=1`);
    await page.getByText(said.noData).waitFor();
    await page.getByText('The trash is empty.').waitFor();
  });
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
