// @module-tag full
import { describe, expect, test } from 'vitest';
import { adminPages, leadCalls, leadPage, pages } from '#paths.ts';
import { hireStaff, signIn } from '../../helpers/staff.ts';
import { focused, sidewaysScroll, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { panel, somebody } from './helpers/inbox.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

const menu = 'Main menu';

test('Any other address has the fallback page, in the same frame', async () => {
  const page = await office.enter('/admin/nothing/here');
  await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
  expect(await page.title()).toBe('Page not found | Dashboard');
  await page.getByRole('main').getByRole('link', { name: 'To the dashboard' }).click();
  await page.waitForURL(`**${adminPages.dashboard}`);
});

describe('The menu', () => {
  test('begins with what was asked for, in that order, all of it in sight on a laptop', async () => {
    const page = await office.enter(adminPages.dashboard);
    const rows = page.getByRole('navigation', { name: menu }).locator('.menu-row[href]');
    const names =
      'Dashboard, About, Institutional News, Testimonial, Features, Video Gallery, Statistics, Client, ' +
      'Price packages, Contact information, Demo password, Download info, FAQ, Pages, Pictures, Settings, Profile';
    expect((await rows.allInnerTexts()).join(', ')).toBe(names);
    for (const row of await rows.all()) {
      const { y = 900, height = 0 } = (await row.boundingBox()) ?? {};
      expect(y + height, await row.innerText()).toBeLessThan(900);
    }
    const groups = await page.locator('.menu-groups').evaluate((all) => all.scrollHeight - all.clientHeight);
    expect(groups).toBe(0);
    // The fonts of the house come once the screen shows what it was opened for.
    const fonts = () =>
      page.evaluate(
        () => [...document.fonts].filter(({ weight, status }) => weight === '400 700' && status === 'loaded').length,
      );
    await soon(fonts).toBeGreaterThan(1);
  });

  test('marks the entry of a tab; a role has the tabs that it may open', async () => {
    const { app } = office.site;
    const token = await signIn(app, await hireStaff(app, 'Kamal Hossain', 'sales'));
    const page = await office.enter(adminPages.dashboard, { token });
    const settings = page.getByRole('link', { name: 'Settings', exact: true });
    await settings.click();
    const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    await soon(() => tabs.allInnerTexts()).toEqual(['Notifications', 'Message templates', 'Outbox']);
    await tabs.getByText('Outbox').click();
    await page.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor();
    expect(await settings.getAttribute('aria-current')).toBe('true');
    expect(await tabs.getByText('Outbox').getAttribute('aria-current')).toBe('page');
  });

  test('keeps groups folded, but for the entry of this screen; on a phone it is a drawer that gives the focus back', async () => {
    const page = await office.enter(adminPages.clients);
    const sidebar = page.getByRole('navigation', { name: menu });
    await sidebar.getByRole('button', { name: 'Content', exact: true }).press('Enter');
    await sidebar.getByRole('link', { name: 'About' }).waitFor({ state: 'hidden' });
    await page.reload();
    await sidebar.getByRole('button', { name: 'Content', exact: true, expanded: false }).waitFor();
    expect(await sidebar.getByRole('list', { name: 'Content', exact: true }).innerText()).toBe('Client');

    await page.setViewportSize({ width: phone, height: 844 });
    expect(await sidebar.isVisible()).toBe(false);
    const opener = page.getByRole('button', { name: 'Open the menu' });
    const drawer = page.getByRole('dialog', { name: menu });
    await opener.click();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await soon(() => focused(page)).toBe('Open the menu');
    await opener.click();
    expect(await drawer.getByRole('link', { name: 'About' }).isVisible()).toBe(false);
    expect(await drawer.getByRole('link', { name: 'Client', exact: true }).getAttribute('aria-current')).toBe('page');
    await drawer.getByRole('button', { name: 'Content', exact: true }).click();
    await drawer.getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
    expect(await drawer.count()).toBe(0);
  });
});

describe('The command palette', () => {
  const open = async (width = desktop) => {
    const page = await office.enter(adminPages.dashboard, { width });
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    const type = async (text: string) => {
      await page.keyboard.press('Control+k');
      await palette.getByRole('combobox').and(page.locator(':focus')).fill(text);
    };
    return { page, palette, type };
  };

  test('finds screens and actions by what people call them, and leads to them', async () => {
    const { page, palette, type } = await open(phone);
    await type('এমন কিছু নেই');
    await palette.getByText('No match').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    for (const [typed, found] of [
      ['new news', 'Add Institutional News'],
      ['logout', 'Sign out'],
      ['লগআউট', 'Sign out'],
      ['লিড', 'Contact information'],
      ['লিডের', 'Contact information'],
      ['ডেমো লিংক', 'Demo password'],
      ['demo link', 'Demo password'],
      ['khobor', 'Institutional News'],
      ['নতুন খবর', 'Add Institutional News'],
      ['daam', 'Price packages'],
      ['ছবি', 'Pictures'],
      ['reports', 'Reports'],
    ] as const) {
      await palette.getByRole('combobox').fill(typed);
      await palette.getByRole('option', { name: found, exact: true }).waitFor();
    }
    await palette.getByRole('combobox').fill('institutional');
    await palette.getByRole('option', { name: 'Institutional News', exact: true, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${adminPages.news}`);
    await soon(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  test('turns the colours, and shows all keys; finds records and leads, also by Latin spelling, and opens them', async () => {
    const { page, palette, type } = await open();
    await type('dark');
    await palette.getByRole('option', { name: 'Dark colours', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Dark colours', pressed: true }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Search or jump to').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await type('রাশেদা');
    await palette.getByRole('option', { name: /রাশেদা খাতুন/ }).click();
    const screen = new Screen(page);
    await screen.heading('Update Testimonial').waitFor();
    await soon(() => screen.field('Name').inputValue()).toBe('রাশেদা খাতুন');

    await type('rupsa');
    await palette.getByRole('option', { name: /রূপসা/ }).first().waitFor();
    await palette.getByRole('combobox').fill('রূপসা আদর্শ');
    // A client has that name too: this is who asked for a demo.
    await palette.getByRole('option', { name: /মো\. আবদুল কাদের/ }).click();
    await page.getByRole('dialog', { name: /রূপসা আদর্শ/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe(adminPages.contactRequests);

    // The public site is dark too; a first page of it looks when there is time.
    await page.goto(pages.home);
    await soon(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  });
});

test('View site leads to where visitors see what is kept here', async () => {
  const page = await office.enter(adminPages.clients);
  const link = page.getByRole('banner').getByRole('link', { name: 'View site' });
  expect(await link.getAttribute('href')).toBe(pages.clients);
  await page.getByRole('navigation', { name: menu }).getByRole('link', { name: 'Download info' }).click();
  await soon(() => link.getAttribute('href')).toBe(pages.downloads);
});

test('a viewer reads everything and is offered nothing that they can not do', async () => {
  const { app } = office.site;
  const token = await signIn(app, await hireStaff(app, 'Tania Ahmed', 'viewer'));
  const { name, institute_name, number } = somebody();
  const step = { next_step: 'Send the price sheet', next_step_on: '2026-11-29', owner_id: office.staff.id };
  const lead = await office.colleague.made(leadCalls.list, { name, institute_name, number, ...step });
  const page = await office.enter(leadPage(lead.id), { token });
  await panel(page).getByRole('definition').filter({ hasText: 'Send the price sheet ·' }).waitFor();
  await panel(page).getByRole('definition').filter({ hasText: 'Nasrin Akter' }).waitFor();
  const words = await panel(page).getByRole('button').allTextContents();
  expect(words.join(' ')).not.toMatch(/Won|Spoke|Today|Me|Correct|Change/);
  expect(await panel(page).locator('select, input, textarea').count()).toBe(0);
  await page.keyboard.press('Escape');
  expect(await page.locator('.leads input, .board [draggable="true"]').count()).toBe(0);

  const open = async (path: string) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const buttons = () => page.locator('main').getByRole('button').allTextContents();
  await open(adminPages.about);
  await page.locator('.plain-table, table').first().waitFor();
  expect((await buttons()).join(' ')).not.toMatch(/Write|Delete|Edit/);
  await open(adminPages.dashboard);
  await page.getByRole('heading', { name: 'From visit to contract' }).waitFor();
  expect(await buttons()).not.toContain('Export CSV');
  await open(adminPages.pictures);
  await page.locator('main img').first().click();
  const picture = page.getByRole('dialog');
  await soon(() => picture.getByRole('textbox', { name: 'Name' }).isDisabled()).toBe(true);
  expect((await picture.getByRole('button').allTextContents()).join(' ')).not.toMatch(/Save|Replace|Delete/);
  await page.keyboard.press('Escape');
  expect(await buttons()).not.toContain('Upload');

  await open(adminPages.siteSettings);
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  expect(await field.isDisabled()).toBe(true);
  expect(await field.evaluate((element) => getComputedStyle(element).borderStyle)).toBe('dashed');
});
