import { expect, test } from 'vitest';
import { adminCalls, adminPages } from '#paths.ts';
import type { LeadAds } from '../../../src/leads/ads/schema.ts';
import { demoFormStrings } from '../../../src/leads/requests/schema.ts';
import { visitor } from '../../helpers/content.ts';
import { openForm } from '../helpers/demo-form.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { sidewaysScroll, soon } from '../helpers/page.ts';
import { phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { toast } from './helpers/inbox.ts';

const office = openBackOffice();

test('questions that an editor chose are asked on the site; a slip in an address is asked about, and mended by one tap', {
  tags: ['full'],
}, async () => {
  const page = await office.enter(`${adminPages.siteSettings}#form`, { width: phone });
  await page.getByRole('checkbox', { name: 'District' }).check();
  await page.getByRole('checkbox', { name: 'Number of students' }).check();
  await page.locator('#form, details[open]').getByRole('button', { name: 'Update', exact: true }).last().click();
  await toast(page, 'Site settings updated successfully').waitFor();

  const site = await office.site.visit('/', { width: phone });
  const form = await openForm(site);
  await form.fill({ ...visitor(41), email: '' });
  await form.field('email').pressSequentially('rahim@gmail.co');
  expect(await site.getByText(demoFormStrings.near).count()).toBe(0);
  await form.field('email').fill('rahim@gmial.com');
  await site.getByRole('button', { name: 'gmail.com?' }).tap();
  expect(await form.field('email').inputValue()).toBe('rahim@gmail.com');
  await soon(() => site.getByText(demoFormStrings.near).count()).toBe(0);
  await site.getByLabel('জেলা').selectOption('খুলনা');
  await site.getByLabel('শিক্ষার্থীর সংখ্যা').fill('৪৫০');
  expect([await sidewaysScroll(site), await faultsInBothThemes(site)]).toEqual([0, []]);
  await form.submit.click();
  await site.getByText(demoFormStrings.next, { exact: true }).waitFor();
  const { district, students, email } = await office.site.app.database
    .selectFrom('demo_requests')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect([district, students, email]).toEqual(['খুলনা', '450', 'rahim@gmail.com']);
});

test('an owner sets up Lead Ads; what is stored stays hidden, and is kept by an empty field', async () => {
  office.site.expectTrouble(/422/);
  const page = await office.enter(adminPages.leadAds, { width: phone });
  const field = (name: string) => page.getByLabel(new RegExp(`^${name}`));
  await field('Number of the page').fill('1234567890');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Without it no lead can be fetched.').first().waitFor();
  await field('Verify token').fill('what we agreed on');
  await field('App secret').fill('the secret');
  await field('Page token').fill('EAAB');
  await field('Questions').fill('পদবি = note\nযোগাযোগকারী = name');
  await page.getByRole('switch', { name: 'Lead Ads' }).check();
  await page.getByRole('button', { name: 'Update' }).click();
  await toast(page, 'Lead Ads updated successfully').waitFor();
  await soon(() => page.getByText('Empty: the one that is stored').count()).toBe(3);
  expect([await field('App secret').inputValue(), await page.content()]).toEqual([
    '',
    expect.not.stringContaining('EAAB'),
  ]);
  const { data } = (await office.colleague.get(adminCalls.inbound)).json<{ data: LeadAds }>();
  const fields = { পদবি: 'note', যোগাযোগকারী: 'name' };
  expect(data).toMatchObject({
    status: true,
    page_id: '1234567890',
    secrets: ['page_token', 'app_secret', 'verify_token'],
  });
  expect(data.fields).toEqual(JSON.parse(JSON.stringify(fields).normalize('NFC')));
  expect([await sidewaysScroll(page), await faultsInBothThemes(page)]).toEqual([0, []]);
});
