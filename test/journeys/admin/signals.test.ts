// @module-tag full
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { adminPages } from '#paths.ts';
import { todayInDhaka } from '../../../src/api/shapes.ts';
import { visitor } from '../../helpers/content.ts';
import { announceLead, storeLead } from '../../helpers/told-leads.ts';
import { openForm } from '../helpers/demo-form.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { focused, sidewaysScroll, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { panel } from './helpers/inbox.ts';

const office = openBackOffice();
const { site } = office;
beforeEach(async () => {
  await site.app.empty('demo_requests', 'funnel_counts', 'rate_limits');
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
  const week = page.getByRole('region', { name: 'The week' });
  await soon(() => week.getByRole('link', { name: visitor(1).institute_name }).count(), 2_000).toBe(1);
  await soon(() => page.getByRole('status').allTextContents()).toContainEqual(
    expect.stringContaining(`New demo request: ${visitor(1).institute_name}`),
  );

  // By keyboard: open, go to the row, choose it.
  await bell(page).press('Enter');
  await page.getByRole('menuitem', { name: visitor(1).institute_name }).waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.waitForURL(/Contact-information\?lead=\d+/);
  // The open request stands in front of everything else.
  await soon(() => page.locator('.bell').getAttribute('aria-label')).toBe('Notifications');
});

describe('Visits are counted without cookies', () => {
  const agent =
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36';
  /** As a person's browser, which is steered by nobody. */
  const visit = (path: string, before?: (page: Page) => Promise<unknown>) =>
    site.visit(path, {
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
    const page = await visit('/?utm_source=facebook');
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
    const page = await visit('/', async (page) => {
      await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }));
      page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    });
    await openForm(page);
    await page.waitForLoadState('networkidle');
    expect(sent).toEqual([]);
  });
});

test('the form of notifications says which address is wrong, keeps what was typed, and shows again what was saved', async () => {
  site.expectTrouble(/422/);
  const page = await office.enter(adminPages.notifications);
  const addresses = page.getByLabel('Addresses');
  const update = () => page.getByRole('button', { name: 'Update' }).click();
  await addresses.fill('sales@prangon.example\nnobody');
  await update();
  await soon(() => page.locator('.field-error').textContent()).toContain("'nobody' is no e-mail address");
  expect(await addresses.inputValue()).toBe('sales@prangon.example\nnobody');
  await addresses.fill('sales@prangon.example');
  await page.getByLabel('Digest at').selectOption('9');
  await update();
  await page.getByText('Notification settings updated successfully').waitFor();
  await page.reload();
  await soon(() => page.getByLabel('Digest at').inputValue()).toBe('9');
  expect(await addresses.inputValue()).toBe('sales@prangon.example');
});

test('axe finds nothing on the dashboard, empty and filled, nor in the open bell', async () => {
  const page = await office.enter(adminPages.dashboard, { width: phone });
  await page.getByRole('heading', { name: 'Nobody is waiting for a first call.' }).waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  for (let at = 0; at < 3; at++) await announceLead(site.app);
  const institute_name = 'ক্ষুদ্র র্কী স্ত্রূ '.repeat(8);
  await storeLead(site.app, { stage: 'contacted', next_step_on: '2020-01-01', institute_name });
  await page.reload();
  await soon(() => figure(page, 'Overdue').textContent()).toBe('1');
  expect(await faultsInBothThemes(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: desktop, height: 900 });
  await page.getByRole('button', { name: 'Show as table' }).click();
  await bell(page).click();
  await page.getByRole('menuitem', { name: 'Mark all as read' }).waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
});

describe('Figures and next steps', () => {
  beforeEach(async () => {
    const { app } = office.site;
    const owner_id = office.staff.id;
    const facebook = { utm_source: 'facebook', owner_id };
    await storeLead(app, { ...facebook, called_after: 30, stage: 'contacted', value: 45_000 });
    await storeLead(app, { ...facebook, called_after: 90, stage: 'won', value: 120_000, institute_name: 'সুরমা কলেজ' });
    await storeLead(app, {
      owner_id,
      institute_name: 'রূপসা বিদ্যালয়',
      next_step: 'Call again',
      next_step_on: todayInDhaka(),
    });
    await storeLead(app, { origin: 'imported', stage: 'won', value: 900_000 });
  });

  test('a figure opens the leads it counted, by period, person and source; five weeks of next steps are turned over', async () => {
    const page = await office.enter(adminPages.figures, { width: desktop });
    await page.getByRole('heading', { name: 'By person' }).waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: '7 days' }).click();
    const row = page.getByRole('row', { name: /^facebook/ });
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(['2', '2', '1 h', '1', '50 %', '৳ 1,20,000']);
    await row.getByRole('link', { name: '1', exact: true }).click();
    await page.getByText('1 lead', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'সুরমা কলেজ', exact: true }).waitFor();
    await page.getByRole('button', { name: 'From facebook' }).click();
    await page.getByRole('button', { name: 'From facebook' }).waitFor({ state: 'detached' });
    expect(await faultsInBothThemes(page)).toEqual([]);

    await page.goto(`${adminPages.contactRequests}?view=calendar`);
    await page.getByRole('button', { name: /রূপসা বিদ্যালয়/ }).waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    // Twice and quickly: each counts.
    await page.getByRole('button', { name: 'Five weeks after' }).click({ clickCount: 2, delay: 50 });
    await page.getByText('No next step is planned in these weeks.').waitFor();
    await page.getByRole('button', { name: 'Today' }).click();
    await page.getByRole('button', { name: /রূপসা বিদ্যালয়/ }).waitFor();
  });

  test('figures and next steps fit into a hand, where the five weeks are an agenda', async () => {
    const page = await office.enter(adminPages.figures, { width: phone });
    await page.getByRole('heading', { name: 'By person' }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await page.goto(`${adminPages.contactRequests}?view=calendar`);
    await page.getByRole('button', { name: /রূপসা বিদ্যালয়/ }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: /রূপসা বিদ্যালয়/ }).tap();
    await panel(page).getByRole('heading', { name: 'রূপসা বিদ্যালয়' }).waitFor();
    await page.keyboard.press('Escape');
    await soon(() => focused(page)).toContain('রূপসা বিদ্যালয়');
  });
});
