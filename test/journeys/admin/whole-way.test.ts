import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminCalls, adminPages } from '#paths.ts';
import type { rahim } from '../../helpers/content.ts';
import { MailServer, readMail } from '../../helpers/mail-server.ts';
import { faultsOf } from '../helpers/faults-of.ts';
import { focused, sidewaysScroll, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { keyboard } from './helpers/hand.ts';
import { askOnSite, panel, toast } from './helpers/inbox.ts';

let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await MailServer.open();
});
afterAll(() => mailServer.close());
const office = openBackOffice({ env: () => ({ SMTP_URL: mailServer.url }) });

const access = {
  demo_link: 'https://demo.prangon.example/start',
  demo_password: 'demo-4711',
  subject: 'আপনার ডেমো',
  message: 'প্রিয় {name}, {link} {password}',
  status: 1,
};

test('a request sent on the site is mailed and shown live, worked through to won by keyboard and by thumb, and exported', async () => {
  await office.colleague.put(adminCalls.demoAccess, access);
  // Both look at the inbox before anybody asks.
  const desk = await office.enter(`${adminPages.contactRequests}?view=board`, { width: desktop });
  await desk.getByRole('heading', { name: /^New/, level: 2 }).waitFor();
  const hand = await office.enter(adminPages.contactRequests, { width: phone });
  await hand.locator('.lead-row').first().waitFor();

  const first = await askOnSite(office.site, undefined, phone);
  await arrives(first);
  await soon(() => cardOf(desk, first).count(), 2_000).toBe(1);
  await soon(() => rowOf(hand, first).count(), 2_000).toBe(1);
  await winByKeyboard(desk, first);

  const second = await askOnSite(office.site);
  await arrives(second);
  await soon(() => rowOf(hand, second).count(), 2_000).toBe(1);
  await winByThumb(hand, second);

  await desk.keyboard.press('Control+a');
  await desk.keyboard.type(second.institute_name.replace(/ \d+$/, ''));
  await soon(() => desk.locator('[data-stage=won] .lead-card').count()).toBe(2);
  await desk.getByRole('button', { name: 'Export' }).click();
  const coming = desk.waitForEvent('download');
  await desk.getByRole('menuitem', { name: 'CSV' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
  const rows = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n').slice(1);
  expect(rows).toHaveLength(2);
  for (const { email } of [first, second]) expect(rows.find((row) => row.includes(email))).toContain('Won');
});

type Person = typeof rahim;

const cardOf = (page: Page, { institute_name }: Person) =>
  page.locator('[data-stage=new] .lead-card').filter({ hasText: institute_name });
const rowOf = (page: Page, { institute_name }: Person) => page.locator('.lead-row').filter({ hasText: institute_name });

/** Link and password, within the two seconds that somebody stays with the page. */
async function arrives({ email, name }: Person): Promise<void> {
  await soon(() => mailServer.to(email).length, 2_000).toBe(1);
  const mail = await readMail(mailServer.to(email)[0] ?? { raw: '' });
  expect(mail.subject).toBe(access.subject);
  for (const part of [mail.text, mail.html])
    for (const told of [name, access.demo_link, access.demo_password]) expect(part).toContain(told);
}

/** On the board, without a mouse: the handle's menu moves a card. */
async function winByKeyboard(page: Page, person: Person): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(person.number.slice(1));
  await soon(() => page.locator('.lead-card').count()).toBe(1);
  expect(page.url()).toContain('search=');
  await keyboard.press(page.getByRole('button', { name: `Move to: ${person.institute_name}` }).first());
  await page.getByRole('menuitem', { name: 'Contacted' }).waitFor();
  await page.keyboard.press('c');
  await page.keyboard.press('Enter');
  await toast(page, 'moved to Contacted').waitFor();
  await page.locator('[data-stage=contacted] .lead-card').waitFor();

  await soon(() => focused(page)).toBe(`Move to: ${person.institute_name}`);
  await page.keyboard.press('e');
  await soon(() => focused(page)).toBe('Contacted');
  await panel(page).getByText(`Mail sent to ${person.email}`).waitFor();
  await panel(page).getByLabel('Note').focus();
  await page.keyboard.type('জানুয়ারিতে চালু হবে');
  await keyboard.press(page.getByRole('button', { name: 'Add note' }));
  await panel(page).locator('.timeline-text', { hasText: 'জানুয়ারিতে চালু হবে' }).waitFor();
  await page.keyboard.press('e');
  await page.keyboard.press('4');
  await panel(page).getByText('moved it from Contacted to Won').waitFor();
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
  await page.locator('[data-stage=won] .lead-card').filter({ hasText: person.institute_name }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await soon(() => page.url()).not.toContain('search=');
}

/** In the list, at the width of a phone. */
async function winByThumb(page: Page, person: Person): Promise<void> {
  const row = rowOf(page, person);
  expect(await sidewaysScroll(page)).toBe(0);
  await row.getByRole('button', { name: /^Move to/ }).tap();
  await page.getByRole('menuitem', { name: 'Demo given' }).tap();
  await row.getByText('Demo given').waitFor();
  await row.getByRole('button', { name: person.institute_name, exact: true }).tap();
  await panel(page).getByText(`Mail sent to ${person.email}`).waitFor();
  const reach = panel(page).locator('.lead-reach-bar');
  expect(await reach.getByRole('link', { name: /Call/ }).getAttribute('href')).toBe(
    `tel:+880${person.number.slice(1)}`,
  );
  await panel(page).getByRole('button', { name: 'Won', exact: true }).tap();
  await panel(page).getByText('moved it from Demo given to Won').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await panel(page).getByRole('button', { name: 'Close' }).tap();
  await row.getByText('Won', { exact: true }).waitFor();
}
