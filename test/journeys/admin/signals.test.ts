// @module-tag full
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { adminPages } from '#paths.ts';
import { visitor } from '../../helpers/content.ts';
import { announceLead, storeLead } from '../../helpers/told-leads.ts';
import { openForm } from '../helpers/demo-form.ts';
import { faultsOf } from '../helpers/faults-of.ts';
import { sidewaysScroll, soon } from '../helpers/page.ts';
import { desktop, phone, type VisitOptions } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';

const office = openBackOffice();
const { site } = office;
beforeEach(async () => {
  for (const table of ['demo_requests', 'funnel_counts', 'rate_limits'] as const)
    await site.app.database.deleteFrom(table).execute();
});

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const figure = (page: Page, label: string) => page.locator('.figure', { hasText: label }).locator('.figure-value');

test('a request that a visitor sends is in the bell and on the dashboard of an open back office within 2 seconds', async () => {
  const page = await office.enter(adminPages.dashboard);
  await soon(() => figure(page, 'New today').textContent()).toBe('0');
  expect(await bell(page).getAttribute('aria-label')).toBe('Notifications');

  const visit = await site.visit();
  const form = await openForm(visit);
  await form.fill(visitor(1));
  await form.submit.click();
  await form.toast.waitFor();

  await soon(() => bell(page).getAttribute('aria-label'), 2_000).toBe('Notifications: 1 unread');
  await soon(() => figure(page, 'New today').textContent(), 2_000).toBe('1');
  await soon(() => page.locator('.latest tbody tr').count(), 2_000).toBe(1);
  await soon(() => page.getByRole('status').allTextContents()).toContainEqual(
    expect.stringContaining(`New demo request: ${visitor(1).institute_name}`),
  );

  // By keyboard: open, go to the row, choose it.
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: visitor(1).institute_name }).waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.waitForURL(/Contact-information\?lead=\d+/);
  // The open request stands in front of everything else.
  await soon(() => page.locator('.bell').getAttribute('aria-label')).toBe('Notifications');
});

test('what is read in one window is read in the other', async () => {
  await announceLead(site.app);
  const [one, other] = [await office.enter(adminPages.dashboard), await office.enter(adminPages.dashboard)];
  for (const page of [one, other]) await soon(() => bell(page).getAttribute('aria-label')).toContain('1 unread');
  await bell(one).click();
  await one.getByRole('menuitem', { name: 'Mark all as read' }).click();
  for (const page of [one, other]) await soon(() => bell(page).getAttribute('aria-label')).toBe('Notifications');
});

describe('Visits are counted without cookies', () => {
  const agent =
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36';
  /** As a person's browser, which is steered by nobody. */
  const person = (before?: (page: Page) => Promise<unknown>): VisitOptions => ({
    userAgent: agent,
    before: async (page) => {
      await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }));
      await before?.(page);
    },
  });
  const counted = async () => {
    const columns = ['event', 'route', 'source', 'count'] as const;
    const rows = await site.app.database.selectFrom('funnel_counts').select(columns).orderBy('event').execute();
    return rows.map(({ event, route, source, count }) => `${event} ${route} ${source} ${count}`);
  };

  test('a view and the opened form, where they came from; shown on the dashboard', async () => {
    const page = await site.visit('/?utm_source=facebook', person());
    await openForm(page);
    await soon(counted).toEqual(['opened / facebook 1', 'view / facebook 1']);
    expect(await page.context().cookies()).toEqual([]);
    const dashboard = await office.enter(adminPages.dashboard);
    await soon(() => dashboard.locator('.funnel-table tbody tr').allTextContents()).toEqual(['facebook11000']);
    const download = dashboard.waitForEvent('download');
    await dashboard.getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^funnel-.*\.csv$/);
  });

  test('not of who asks not to be tracked', async () => {
    const sent: string[] = [];
    const page = await site.visit(
      '/',
      person(async (page) => {
        await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }));
        page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
      }),
    );
    await openForm(page);
    await page.waitForLoadState('networkidle');
    expect(sent).toEqual([]);
  });
});

test('the settings of notifications are kept, and say what is wrong with an address', async () => {
  site.expectTrouble(/422/);
  const page = await office.enter(adminPages.notifications);
  const box = page.getByLabel('Addresses');
  await box.fill('sales@prangon.example\nnobody');
  await page.getByRole('button', { name: 'Update' }).click();
  await soon(() => page.locator('.field-error').textContent()).toContain("'nobody' is no e-mail address");
  expect(await box.inputValue()).toBe('sales@prangon.example\nnobody');
  await box.fill('sales@prangon.example');
  await page.getByLabel('Digest at').selectOption('9');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Notification settings updated successfully').waitFor();
  await page.reload();
  await soon(() => page.getByLabel('Digest at').inputValue()).toBe('9');
  expect(await page.getByLabel('Addresses').inputValue()).toBe('sales@prangon.example');
});

describe.each([
  { width: desktop, colorScheme: 'light' },
  { width: phone, colorScheme: 'dark' },
] as const)('at $width px in $colorScheme colours', ({ width, colorScheme }) => {
  const look = { width, colorScheme, reducedMotion: 'reduce' } as const;

  test('axe finds nothing on the dashboard, empty and filled, nor in the open bell', async () => {
    const page = await office.enter(adminPages.dashboard, look);
    await page.getByText('No demo request came in the last 30 days.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    for (let at = 0; at < 3; at++) await announceLead(site.app);
    await storeLead(site.app, {
      stage: 'contacted',
      next_step_on: '2020-01-01',
      institute_name: 'ক্ষুদ্র র্কী স্ত্রূ '.repeat(8),
    });
    await page.reload();
    await soon(() => figure(page, 'Overdue').textContent()).toBe('1');
    expect(await faultsOf(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Show as table' }).click();
    await bell(page).click();
    await page.getByRole('menuitem', { name: 'Mark all as read' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('axe finds nothing on the settings', async () => {
    const page = await office.enter(adminPages.notifications, look);
    await page.getByLabel('Addresses').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  });
});
