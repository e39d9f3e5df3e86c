// @module-tag full
import { beforeAll, expect, test } from 'vitest';
import { adminPages, leadCalls, leadPage } from '#paths.ts';
import { hireStaff, signIn } from '../../helpers/staff.ts';
import { soon } from '../helpers/page.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { panel, somebody } from './helpers/inbox.ts';

const office = openBackOffice();
let token: string;
beforeAll(async () => {
  const { app } = office.site;
  token = await signIn(app, await hireStaff(app, 'Tania Ahmed', 'viewer'));
});

test('a viewer reads everything and is offered nothing that they can not do', async () => {
  const { name, institute_name, number } = somebody();
  const step = { next_step: 'Send the price sheet', next_step_on: '2026-11-29', owner_id: office.staff.id };
  const lead = await office.colleague.made(leadCalls.list, { name, institute_name, number, ...step });
  const page = await office.enter(leadPage(lead.id), { token });
  await panel(page).getByRole('definition').filter({ hasText: 'Send the price sheet · 29 Nov' }).waitFor();
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
