// @module-tag full
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { adminPages, pages } from '#paths.ts';
import { specifiedTexts } from '../../helpers/specified-texts.ts';
import { focused, moveCaret, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

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

test('A feature is linked to lines of the packages: to those proposed by its title, and to others', async () => {
  const [title, other] = ['সনদ ও পরিচয়পত্র', 'ফোনে সহায়তা'];
  const screen = new Screen(await office.enter(`${adminPages.features}?search=${encodeURIComponent(title)}`));
  const { page, form } = screen;
  await screen.button(`Edit: ${title}`).click();
  const lines = form.locator('.field', { has: page.getByText('Lines of the packages') });
  await lines.getByRole('button', { name: `Remove ${title}` }).click();
  await lines.getByRole('button', { name: `Link as proposed: ${title}` }).click();
  await screen.set('Lines of the packages', other);
  await screen.submit.click();
  await screen.toast(specifiedTexts.features.updated).waitFor();
  const packages = (await office.site.app.get(pages.packages, { accept: 'text/html' })).text;
  for (const line of [title, other])
    expect(packages).toMatch(new RegExp(`<a href="/features/details/\\d+">${line}</a>`));
});

describe('Feature details', () => {
  test('show picture, status and categories; edit leads back to the form with the feature in it', async () => {
    const screen = await openDetails();
    const { page } = screen;
    const details = page.getByRole('region', { name: 'Feature details' });
    await details.getByText(feature).waitFor();
    expect(await page.locator('.topbar .trail > :not(svg)').allTextContents()).toEqual([
      'Content',
      'Features',
      'Details',
    ]);
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
});

describe.each([desktop, phone])('The panel of a category at %i px', (width) => {
  test('loads what is written, keeps what is typed, and shows visitors what is submitted', async () => {
    const screen = await openPanel(width);
    const { page } = screen;
    const submit = panelOf(page).getByRole('button', { name: 'Submit' });
    await submit.click();
    await panelOf(page).getByText('Choose a sub-category.', { exact: true }).waitFor();

    await choose(page, 'দৈনিক হাজিরা');
    await panelOf(page).getByText('Existing content loaded. Submitting replaces it.').waitFor();
    await soon(async () => (await text(page).innerText()).length).toBeGreaterThan(20);
    await moveCaret(text(page), 'Control+Home');
    await page.keyboard.type(`নতুন ${width} `);
    await screen.unsaved.waitFor();

    for (const leave of ['Close', 'Escape', 'another']) {
      if (leave === 'another') await choose(page, 'বিষয়ভিত্তিক');
      else if (leave === 'Escape') await panelOf(page).getByRole('combobox').press('Escape');
      else await panelOf(page).locator('footer').getByRole('button', { name: 'Close' }).click();
      await screen.dialog.getByText('Your changes to this text are only on this device.').waitFor();
      await screen.button('Keep editing').click();
    }
    expect(await panelOf(page).getByRole('combobox').inputValue()).toBe('দৈনিক হাজিরা');
    await submit.click();
    await screen.toast('View on site').waitFor();
    const href = await screen.toast('View on site').getByRole('link').getAttribute('href');
    await soon(async () => (await office.site.app.get(href ?? '')).text).toContain(`নতুন ${width}`);
    await screen.unsaved.waitFor({ state: 'detached' });
    await panelOf(page).locator('footer').getByRole('button', { name: 'Close' }).click();
    await panelOf(page).waitFor({ state: 'detached' });
    await soon(() => focused(page)).toBe(`Write content: ${category}`);
  });
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

  async function restore(page: Page): Promise<void> {
    await new Screen(page).button(`Write content: ${category}`).click();
    await choose(page, 'ছুটির দিন');
    await panelOf(page).getByText('Unsaved text for ‘this text’').waitFor();
    await panelOf(page).getByRole('button', { name: 'Restore' }).click();
    await soon(() => text(page).innerText()).toContain(typed.trim());
  }

  test('after the page said that it was kept', async () => {
    const { page } = await openText();
    await page.keyboard.insertText(typed);
    await panelOf(page).getByText('Autosaved on this device').waitFor();
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await restore(page);
  });

  test('and one that the browser could not keep is not said to be kept', async () => {
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
    await restore(next);
  });
});
