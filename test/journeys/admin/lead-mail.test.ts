// @module-tag full
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { adminCalls, adminPages } from '#paths.ts';
import { MailServer } from '../../helpers/mail-server.ts';
import { Receiver } from '../../helpers/receiver.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { sidewaysScroll, soon } from '../helpers/page.ts';
import { phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { keyboard } from './helpers/hand.ts';
import { askOnSite, panel, somebody, toast } from './helpers/inbox.ts';

const mailServer = await MailServer.open();
const office = openBackOffice({ env: () => ({ SMTP_URL: mailServer.url, MAIL_RATE: '60000' }) });
beforeAll(async () => {
  mailServer.plan = (step, to) => (step === 'rcpt' && to.startsWith('wrong') ? 550 : null);
  const saved = await office.colleague.put(adminCalls.demoAccess, {
    demo_link: 'https://demo.example/',
    demo_password: 'Shapla-2026',
    subject: 'ডেমো',
    message: '{link} {password}',
    status: 1,
  });
  expect(saved.status, saved.text).toBe(200);
  return mailServer.close;
});

test('a mail that bounced is told on the lead and by the bell, is corrected by keyboard, resent, and told as arrived', async () => {
  const person = await askOnSite(office.site, { ...somebody(), email: 'wrong@ichamati.example' });
  const page = await office.enter(`${adminPages.contactRequests}?view=list`);
  const row = page.getByRole('listitem').filter({ hasText: person.institute_name });
  await row.getByText('Mail bounced').waitFor();
  await page.getByRole('button', { name: /^Notifications: / }).click();
  await page.getByRole('menuitem', { name: /The mail to wrong@ichamati.example of .* may not have arrived/ }).click();
  const trouble = panel(page).getByRole('region', { name: 'What became of the mail' });
  await trouble.getByText(/550/).waitFor();

  await keyboard.press(trouble.getByRole('button', { name: 'Correct and resend' }));
  const address = trouble.getByRole('textbox', { name: 'The right address' });
  await soon(() => address.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.keyboard.type('right@ichamati.example');
  await page.keyboard.press('Enter');
  await toast(page, 'The demo link and password are on their way').waitFor();
  await soon(() => trouble.count()).toBe(0);
  await panel(page)
    .getByText(/^Sent to right@ichamati.example/)
    .waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('dialog');
  expect(mailServer.to('right@ichamati.example')).toHaveLength(1);
  await page.keyboard.press('Escape');
  await soon(() => row.getByText('Mail bounced').count()).toBe(0);
});

test('an owner says who is told of leads and how texts are sent, tries both out, and writes a text to a lead', async () => {
  const receiver = await new Receiver().listen();
  const page = await office.enter(adminPages.webhooks, { width: phone });
  const address = page.getByRole('textbox', { name: 'Address' });
  const endpoints = page.getByRole('button', { name: /^View details: / });
  const tryOut = async (fill: (dialog: Locator) => Promise<void>) => {
    await endpoints.last().click();
    const dialog = page.getByRole('dialog');
    await fill(dialog);
    await dialog.getByRole('button', { name: 'Send a test' }).click();
    await dialog.getByText(/^It answered 200, in/).waitFor();
    await page.keyboard.press('Escape');
  };
  await page.getByRole('button', { name: 'Form', exact: true }).tap();
  await address.fill(receiver.url);
  await page.getByRole('checkbox', { name: 'A lead moved to another stage' }).uncheck();
  await page.getByRole('button', { name: 'Add' }).click();
  await toast(page, 'Endpoint added successfully').waitFor();
  await page.getByText('A lead came, or was added · A lead was won').waitFor();
  await tryOut(async () => undefined);

  await address.fill(`${receiver.url}?to={number}&text={text}`);
  for (const event of ['A lead came, or was added', 'A lead moved to another stage', 'A lead was won'])
    await page.getByRole('checkbox', { name: event }).uncheck();
  await page.getByRole('checkbox', { name: 'Staff send a text to a lead' }).check();
  // The address may hold a key: a page that is left keeps nothing of it on the device.
  const kept = await page.evaluate(() => {
    dispatchEvent(new Event('pagehide'));
    return JSON.stringify({ ...localStorage });
  });
  expect(kept).not.toContain('{number}');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText(/••••/).first().waitFor();
  await tryOut((dialog) => dialog.getByRole('textbox', { name: 'Number' }).fill('01712-345678'));
  expect(await sidewaysScroll(page)).toBe(0);

  await page.goto(`${adminPages.contactRequests}?view=list`);
  await page.locator('.lead-open').first().click();
  await panel(page).getByRole('button', { name: 'SMS', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Without a template' }).click();
  const words = page.getByRole('dialog', { name: /^SMS to/ });
  await words.getByRole('textbox', { name: 'Text' }).fill('ক'.repeat(71));
  await words.getByText('71 of 134 · 2 SMS').waitFor();
  await words.getByRole('button', { name: 'Send' }).click();
  await toast(page, 'The SMS is on its way to the gateway').waitFor();
  await soon(() => receiver.calls.some(({ url }) => url.searchParams.get('text') === 'ক'.repeat(71))).toBe(true);

  await page.goto(adminPages.webhooks);
  await page.getByRole('listitem').filter({ hasText: 'SMS gateway' }).getByText('Taken').waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await receiver.close();
});
