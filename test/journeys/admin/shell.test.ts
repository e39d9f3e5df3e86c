// @module-tag full
import { describe, expect, test } from 'vitest';
import { adminPages, pages, tidySpellings } from '#paths.ts';
import { hireStaff, signIn } from '../../helpers/staff.ts';
import { focused, sidewaysScroll, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

/** Between a phone and a desktop: the menu is a rail of signs with their words below. */
const tablet = 900;
const menu = 'Main menu';

describe('Addresses', () => {
  test('the root leads to the dashboard, tidy spellings lead to the given ones', async () => {
    const page = await office.enter(pages.admin);
    expect(new URL(page.url()).pathname).toBe(adminPages.dashboard);
    for (const [tidy, given] of Object.entries(tidySpellings)) {
      await page.goto(tidy);
      await soon(() => new URL(page.url()).pathname).toBe(given);
    }
  });

  test('any other one has the fallback page, in the same frame', async () => {
    const page = await office.enter('/admin/nothing/here');
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    expect(await page.title()).toBe('Page not found | Dashboard');
    await page.getByRole('main').getByRole('link', { name: 'To the dashboard' }).click();
    await page.waitForURL(`**${adminPages.dashboard}`);
  });
});

test('the fonts of the house come once the screen shows what it was opened for', async () => {
  const page = await office.enter(adminPages.news);
  await soon(() =>
    page.evaluate(
      () => [...document.fonts].filter(({ weight, status }) => weight === '400 700' && status === 'loaded').length,
    ),
  ).toBeGreaterThan(1);
});

describe('The menu', () => {
  test('begins with what was asked for, in that order, all of it in sight on a laptop', async () => {
    const page = await office.enter(adminPages.dashboard, { width: 1440 });
    await page.setViewportSize({ width: 1440, height: 900 });
    const rows = page.getByRole('navigation', { name: menu }).locator('.menu-row[href]');
    expect(await rows.allInnerTexts()).toEqual([
      'Dashboard',
      'About',
      'Institutional News',
      'Testimonial',
      'Features',
      'Video Gallery',
      'Statistics',
      'Client',
      'Price packages',
      'Contact information',
      'Demo password',
      'Download info',
      'FAQ',
      'Pages',
      'Pictures',
      'Settings',
      'Profile',
    ]);
    for (const row of await rows.all()) {
      const { y = 900, height = 0 } = (await row.boundingBox()) ?? {};
      expect(y + height, await row.innerText()).toBeLessThan(900);
    }
    const groups = await page.locator('.menu-groups').evaluate((all) => all.scrollHeight - all.clientHeight);
    expect(groups).toBe(0);
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

  test('folds groups, but for the entry of this screen, and keeps them folded', async () => {
    const page = await office.enter(adminPages.clients);
    const sidebar = page.getByRole('navigation', { name: menu });
    await sidebar.getByRole('button', { name: 'Content', exact: true }).press('Enter');
    await sidebar.getByRole('link', { name: 'About' }).waitFor({ state: 'hidden' });
    await page.reload();
    await sidebar.getByRole('button', { name: 'Content', exact: true, expanded: false }).waitFor();
    expect(await sidebar.getByRole('list', { name: 'Content', exact: true }).innerText()).toBe('Client');
    await page.setViewportSize({ width: phone, height: 844 });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    const drawer = page.getByRole('dialog', { name: menu });
    expect(await drawer.getByRole('link', { name: 'About' }).isVisible()).toBe(false);
    await drawer.getByRole('button', { name: 'Content', exact: true }).click();
    await drawer.getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
  });

  test('is a rail of signs and words on a tablet', async () => {
    const page = await office.enter(adminPages.news, { width: tablet });
    const rail = page.getByRole('navigation', { name: menu });
    expect((await rail.boundingBox())?.width).toBe(104);
    expect((await rail.getByText('Testimonial').boundingBox())?.height).toBeGreaterThan(10);
    await rail.getByRole('link', { name: 'Client', exact: true }).click();
    await page.getByRole('heading', { name: 'List Client' }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
  });

  test('is a drawer on a phone: it opens, leads on, and gives the focus back', async () => {
    const page = await office.enter(adminPages.news, { width: phone });
    expect(await page.getByRole('navigation', { name: menu }).isVisible()).toBe(false);
    const opener = page.getByRole('button', { name: 'Open the menu' });
    const drawer = page.getByRole('dialog', { name: menu });
    await opener.click();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await soon(() => focused(page)).toBe('Open the menu');
    await opener.click();
    expect(await drawer.getByRole('link', { name: 'Institutional News' }).getAttribute('aria-current')).toBe('page');
    await drawer.getByRole('link', { name: 'Testimonial' }).click();
    await page.getByRole('heading', { name: 'List Testimonial' }).waitFor();
    expect(await drawer.count()).toBe(0);
  });
});

describe('The command palette', () => {
  const open = async (width = desktop) => {
    const page = await office.enter(adminPages.dashboard, { width });
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    await palette.getByRole('combobox').and(page.locator(':focus')).waitFor();
    return { page, palette };
  };

  test('leads to screens from the keyboard', async () => {
    const { page, palette } = await open();
    await page.keyboard.type('institutional');
    await palette.getByRole('option', { name: 'Add Institutional News' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${adminPages.news}`);
    await soon(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  test('finds records by their text and opens them for editing', async () => {
    const { page, palette } = await open();
    await page.keyboard.type('রাশেদা');
    await palette.getByRole('option', { name: /রাশেদা খাতুন/ }).click();
    const screen = new Screen(page);
    await screen.heading('Update Testimonial').waitFor();
    await soon(() => screen.field('Name').inputValue()).toBe('রাশেদা খাতুন');
  });

  test('finds leads by institute, and opens them', async () => {
    const { page, palette } = await open();
    await page.keyboard.type('রূপসা আদর্শ');
    // A client has that name too: this is who asked for a demo.
    await palette.getByRole('option', { name: /মো\. আবদুল কাদের/ }).click();
    await page.getByRole('dialog', { name: /রূপসা আদর্শ/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe(adminPages.contactRequests);
  });

  test('finds by Latin spelling, turns the colours, and shows all keys', async () => {
    const { page, palette } = await open();
    await page.keyboard.type('rupsa');
    await palette.getByRole('option', { name: /রূপসা/ }).first().waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('dark');
    await palette.getByRole('option', { name: 'Dark colours', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Dark colours', pressed: true }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Search or jump to').waitFor();
  });

  test('finds screens and actions by what people call them', async () => {
    const { page, palette } = await open();
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
    ]) {
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(typed ?? '');
      await palette.getByRole('option', { name: found ?? '', exact: true }).waitFor();
    }
  });

  test('says when nothing matches; Escape closes it and the focus is where it was', async () => {
    const { page, palette } = await open(phone);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.keyboard.type('এমন কিছু নেই');
    await palette.getByText('No match').waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
  });
});

test('Dark colours are kept, and the public site has them too', async () => {
  const page = await office.enter(adminPages.news, { colorScheme: 'light' });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  expect(await theme()).toBe('light');
  await page.getByRole('button', { name: 'Dark colours' }).click();
  expect(await page.getByRole('button', { name: 'Dark colours' }).getAttribute('aria-pressed')).toBe('true');
  await page.reload();
  expect(await theme()).toBe('dark');
  await page.goto(pages.home);
  // A first page of the site looks when there is time.
  await soon(theme).toBe('dark');
});

test('View site leads to where visitors see what is kept here', async () => {
  const page = await office.enter(adminPages.clients);
  const link = page.getByRole('banner').getByRole('link', { name: 'View site' });
  expect(await link.getAttribute('href')).toBe(pages.clients);
  await page.getByRole('navigation', { name: menu }).getByRole('link', { name: 'Download info' }).click();
  await soon(() => link.getAttribute('href')).toBe(pages.downloads);
});
