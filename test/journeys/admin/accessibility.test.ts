// @module-tag full
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { adminCalls, adminPages, pages } from '#paths.ts';
import { said, specifiedTexts } from '../../helpers/specified-texts.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { focused, sidewaysScroll, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { keyboard, tabTo } from './helpers/hand.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

/** A screen as it stands after something was done in it, and after each of the `acts` that follow on the same visit. */
interface Look {
  what: string;
  path: string;
  width?: number;
  before?: (page: Page) => Promise<unknown>;
  act?: (screen: Screen) => Promise<unknown>;
  acts?: ((screen: Screen) => Promise<unknown>)[];
}

const rowsCome = (screen: Screen) => screen.first(/^Edit: /).waitFor();
const contentOf = ({ form }: Screen) => form.getByRole('textbox', { name: 'Content' });
const narrow = ({ page }: Screen, width = phone) => page.setViewportSize({ width, height: 844 });
const failing = (call: string) => (page: Page) =>
  page.route(`**${call}`, (route) => route.fulfill({ status: 400, json: { message: 'No' } }));

/** `bengali.test.ts` looks at every screen, in light colours; journeys at what they open. */
const looks: Look[] = [
  {
    what: 'a list, a choice that is open, and the panel of a category',
    path: adminPages.features,
    act: rowsCome,
    acts: [
      async (screen) => {
        await editFirst(screen);
        await screen.field('Category').click();
        await screen.page.getByRole('option').first().waitFor();
      },
      openPanel,
    ],
  },
  {
    what: 'a draft beside its preview, its times, its history',
    path: adminPages.news,
    before: keepDraft,
    act: openPreview,
    acts: [
      async ({ page }) => {
        await choose(page, 'Schedule …');
        await page.getByLabel('Unpublish at').waitFor();
      },
      async ({ page }) => {
        await page.keyboard.press('Escape');
        await choose(page, 'History');
        await page.locator('.version').last().click();
        await page.locator('.compared').waitFor();
      },
    ],
  },
  {
    what: 'the library in a form, and a picture of it',
    path: adminPages.testimonials,
    act: async (screen) => {
      await screen.button('Choose from the library').click();
      await screen.page.locator('.picture-tile').first().waitFor();
    },
    acts: [
      async (screen) => {
        await screen.page.locator('.picture-tile').first().click();
        await screen.button('Use this picture').waitFor();
      },
    ],
  },
  {
    what: 'a form with errors',
    path: adminPages.news,
    act: async (screen) => {
      await contentOf(screen).waitFor();
      await rowsCome(screen);
      await screen.submit.click();
      await screen.form.locator('.field-error').first().waitFor();
    },
  },
  { what: 'an edit on a phone', path: adminPages.news, width: phone, act: changeFirst },
  { what: 'a list that failed', path: adminPages.videos, before: failing(adminCalls.videos) },
  {
    what: 'an empty trash',
    path: `${adminPages.clients}?trash=1`,
    act: ({ page }) => page.getByText(said.noData).waitFor(),
  },
  {
    what: 'the staff, somebody of them, and an invitation in a narrow window',
    path: adminPages.users,
    act: rowsCome,
    acts: [
      (screen) => screen.first(/^Edit: /).click(),
      async (screen) => {
        await closeDialog(screen.page);
        await narrow(screen);
        await screen.page.getByRole('button', { name: 'Invite' }).click();
      },
    ],
  },
  {
    what: 'the activity with what was before',
    path: adminPages.activity,
    before: () => office.colleague.made(adminCalls.faq, { question: 'কবে শুরু?', answer: 'আজই।', status: 1 }),
    act: async (screen) => {
      await screen.row('added the question').first().getByRole('button', { name: 'Details' }).click();
      await screen.page.getByRole('definition').first().waitFor();
    },
  },
  {
    what: 'a row that is ticked, the menu of one, and a question',
    path: adminPages.clients,
    act: async ({ page }) => {
      const boxes = page.getByRole('checkbox', { name: /^Select: / });
      await boxes.first().check();
      await page.getByRole('toolbar').getByText('1 selected').waitFor();
    },
    acts: [
      async (screen) => {
        await screen.first(/^Move: /).click();
        await screen.page.getByRole('menu').waitFor();
      },
      async (screen) => {
        await screen.page.keyboard.press('Escape');
        await screen.first(/^Delete: /).click();
        await screen.dialog.waitFor();
      },
    ],
  },
  {
    what: 'a list, and its categories',
    path: adminPages.packages,
    act: rowsCome,
    acts: [
      async (screen) => {
        await screen.button('Categories').click();
        const edits = screen.page.getByRole('listitem').getByRole('button', { name: /^Edit: / });
        await edits.first().click();
      },
    ],
  },
  {
    what: 'the palette, the sheet of keys, a notice, and the drawer',
    path: adminPages.statistics,
    act: async ({ page }) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('রা');
      await page.getByRole('dialog').getByText('Records').waitFor();
    },
    acts: [
      async ({ page }) => {
        await closeDialog(page);
        await page.keyboard.press('?');
        await page.getByRole('dialog').waitFor();
      },
      async (screen) => {
        await screen.page.keyboard.press('Escape');
        await editFirst(screen);
        await screen.submit.click();
        await screen.toast(specifiedTexts.statistics.updated).hover();
      },
      async (screen) => {
        await narrow(screen);
        await screen.button('Open the menu').click();
      },
    ],
  },
  {
    what: 'the account menu, and the rail',
    path: adminPages.profile,
    act: async (screen) => {
      await screen.first(/^Account of /).click();
      await screen.page.getByRole('menu').waitFor();
    },
    acts: [
      async (screen) => {
        await screen.page.keyboard.press('Escape');
        await narrow(screen, 900);
      },
    ],
  },
  {
    what: 'the library of pictures, and one of them on a phone',
    path: adminPages.pictures,
    width: phone,
    act: async ({ page }) => {
      await page.locator('.picture-tile').first().click();
      await page.getByRole('dialog').getByRole('heading', { name: 'Where it is used' }).waitFor();
    },
  },
  { what: 'the fallback page', path: '/admin/nothing' },
];

test.each(looks)('axe finds nothing on $what at $path', async ({ path, width = desktop, before, act, acts = [] }) => {
  office.site.expectTrouble(/status of 4\d\d/);
  const page = await office.enter(path, { width, colorScheme: 'light', ...(before && { before }) });
  const screen = new Screen(page);
  await act?.(screen);
  await expectNoFaults(page, path);
  for (const [index, next] of acts.entries()) {
    await next(screen);
    await expectNoFaults(page, `${path}, then ${index + 1}`);
  }
});

test.each([
  { path: pages.login, width: desktop },
  { path: pages.login, width: phone },
  { path: pages.forgotPassword, width: desktop },
  { path: pages.resetPassword, width: phone },
  { path: pages.acceptInvitation, width: phone },
])('axe finds nothing before the back office, at $path and $width px', async ({ path, width }) => {
  office.site.expectTrouble(/status of 422/);
  const page = await office.site.visit(path, { width, colorScheme: 'light', reducedMotion: 'reduce' });
  await page.locator('button[type=submit]').click();
  await page.locator('.field-error, [role=alert] .notice').first().waitFor();
  await expectNoFaults(page, path);
});

describe.each([desktop, phone])('By keyboard alone at %i px', (width) => {
  test('a record is added, edited and deleted', async () => {
    const page = await office.enter(adminPages.packages, { width });
    const screen = new Screen(page);
    await screen.button('Edit: অঙ্কুর').first().waitFor();
    const name = `শিমুল ${width}`;

    await keyboard.press(page.getByRole('link', { name: 'Skip to the content' }));
    if (width === phone) await keyboard.press(screen.button('Form'));
    await tabTo(screen.field('Package category'));
    await page.keyboard.type('কলে');
    await page.getByRole('option', { name: 'কলেজ' }).waitFor();
    await page.keyboard.press('Enter');
    await keyboard.write(screen.field('Package name'), name);
    await keyboard.write(screen.field('Installation cost'), '৫০০০');
    await keyboard.write(screen.field('Monthly charge'), '৭০০');
    await tabTo(screen.form.getByRole('switch'));
    await page.keyboard.press('Space');
    await keyboard.press(screen.submit);
    await screen.toast(said.created).waitFor();

    await page.keyboard.press('Escape');
    await screen.heading('Price packages').evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('/');
    expect(await focused(page)).toBe('Search this list');
    await page.keyboard.insertText(name);
    await screen.row(name).getByText('Inactive').waitFor();
    await keyboard.press(screen.button(`Edit: ${name}`));
    await screen.field('Package category').and(page.locator(':focus')).waitFor();
    await keyboard.write(screen.field('Monthly charge'), '৯০০');
    await page.keyboard.press('Control+s');
    await screen.toast(specifiedTexts.packages.updated).waitFor();
    await screen.row(name).getByText('৳ 900', { exact: true }).waitFor();

    await keyboard.press(screen.button(`Delete: ${name}`));
    await soon(() => focused(page)).toBe('Cancel');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Yes, proceed');
    await page.keyboard.press('Enter');
    await screen.toast(specifiedTexts.packages.deleted).waitFor();
    await screen.row(name).waitFor({ state: 'detached' });
    // The row is gone with its buttons: the keyboard goes on at the list.
    await soon(() => focused(page)).not.toBe('nothing');
  });
});

test('What has the focus has a ring, and nothing lies over it', async () => {
  const page = await office.enter(adminPages.testimonials);
  await new Screen(page).first(/^Edit: /).waitFor();
  const hidden: string[] = [];
  for (let press = 0; press < 70; press++) {
    await page.keyboard.press('Tab');
    const bad = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const ringed = [element, element.closest('.combo-box, .image-field')].some((node) => {
        const style = node && getComputedStyle(node);
        return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
      });
      const box = element.getBoundingClientRect();
      const at = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20));
      const free = at !== null && (element.contains(at) || at.contains(element));
      return ringed && free ? null : `${element.outerHTML.slice(0, 120)} ring ${ringed} free ${free}`;
    });
    if (bad) hidden.push(bad);
  }
  expect(hidden).toEqual([]);
});

async function expectNoFaults(page: Page, what: string): Promise<void> {
  expect(await sidewaysScroll(page), what).toBe(0);
  expect(await faultsInBothThemes(page), what).toEqual([]);
}

/** Beside the newest news. */
async function keepDraft(): Promise<void> {
  const { data } = (await office.colleague.get(adminCalls.news)).json<{ data: Record<string, unknown>[] }>();
  const { id, ...news } = data[0] ?? {};
  const kept = await office.colleague.put(`${adminCalls.news}/${id}?draft=1`, { ...news, title: 'খসড়া শিরোনাম' });
  expect(kept.status).toBe(200);
}

async function openPreview(screen: Screen): Promise<void> {
  // In the frame of a preview nothing runs.
  office.site.expectTrouble(/frame is sandboxed/);
  await screen.first(/^Edit: /).click();
  await screen.form.getByText(/Draft: today/).waitFor();
  await screen.button('Preview').click();
  await screen.page.frameLocator('.preview iframe').getByRole('heading', { level: 1 }).waitFor();
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function editFirst(screen: Screen): Promise<void> {
  await screen.first(/^Edit: /).click();
  await screen.form.getByText('Editing row 1').waitFor();
}

async function changeFirst(screen: Screen): Promise<void> {
  await editFirst(screen);
  await contentOf(screen).waitFor();
  await screen.field('Title').fill('অন্য শিরোনাম');
  await screen.unsaved.waitFor();
}

async function openPanel(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.keyboard.press('Escape');
  await screen.first(/^View details: /).click();
  await screen.first(/^Write content: /).click();
  await page.getByRole('combobox', { name: 'Sub category' }).press('ArrowDown');
  // The choices come from the server.
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Content' }).waitFor();
  await page.getByRole('button', { name: 'Save draft' }).waitFor();
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
