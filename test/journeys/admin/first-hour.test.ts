// @module-tag full
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminPages, calls, pages } from '#paths.ts';
import { MailServer, readMail } from '../../helpers/mail-server.ts';
import { hireStaff, rightPassword, type Staff } from '../../helpers/staff.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { sidewaysScroll, soon } from '../helpers/page.ts';
import { watchShifts } from '../helpers/shifts.ts';
import { openSite, phone } from '../helpers/site.ts';
import { touch } from './helpers/hand.ts';
import { toast } from './helpers/inbox.ts';

const site = openSite();
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await MailServer.open();
});
afterAll(() => mailServer.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const card = (page: Page) => page.getByRole('region', { name: 'First steps' });
const stands = (page: Page, step: number) => card(page).getByText(`Step ${step} of 9`, { exact: true }).waitFor();
const place = (page: Page, name: string) => card(page).getByRole('listitem').filter({ hasText: name });
const remove = (page: Page, name: string) => place(page, name).getByRole('button', { includeHidden: true });

test('a newcomer is led by touch from the first sign-in through all first steps, leaves them and takes them up again', {
  timeout: 120_000,
}, async () => {
  // The bell asks in vain until the password is changed; once the network is away.
  site.expectTrouble(/status of 403 .*\/admin\/notifications|ERR_FAILED|could not be reached|Failed to fetch/);
  const owner = await makeFirstAccount();
  const page = await site.visit(pages.login, { width: phone, locale: 'en-GB', before: watchShifts });
  let taps = 0;
  const tap = async (target: Locator) => {
    taps++;
    await target.tap();
  };
  const write = async (name: string | RegExp, text: string) => {
    taps++;
    await touch.write(page.getByRole('textbox', { name }).first(), text);
  };
  const save = async (
    press = () => tap(page.locator('button:visible').getByText('Update', { exact: true }).first()),
  ) => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
    await press();
    await saved;
    await soon(() => page.getByText('Unsaved changes').count()).toBe(0);
    await tap(link(page, 'Back to the first steps'));
  };

  /** How many mails with these words came to the owner. */
  const mailed = async (words: string) => {
    const mails = await Promise.all(mailServer.to(owner.email).map(readMail));
    return mails.filter(({ text }) => text?.includes(words)).length;
  };

  await page.getByRole('textbox', { name: 'ইমেইল' }).fill(owner.email);
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(rightPassword);
  await tap(page.locator('button[type=submit]'));
  await page.waitForURL(`**${adminPages.profile}`);
  await page.getByLabel('Current password').fill(rightPassword);
  for (const label of ['New password', 'New password, once more'])
    await page.getByLabel(label, { exact: true }).fill('কদম ফুটেছে ৪৫৬');
  await tap(button(page, 'Change password'));
  await page.waitForURL(`**${adminPages.dashboard}`);

  await stands(page, 2);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await faultsInBothThemes(page, '[aria-labelledby=first-day-title]')).toEqual([]);
  await tap(link(page, 'Enter name and logo'));
  await write('Name', 'শাপলা সফট');
  await save();

  await stands(page, 3);
  await card(page).getByText('To be filled in: phone, whatsapp, email, address.').waitFor();
  await tap(link(page, 'Enter phone and WhatsApp'));
  await write('Phone', '01712345678');
  await write('WhatsApp number', '01712345678');
  await write('Address', 'ঢাকা');
  await write('E-mail', 'office@shapla.example');
  await save(() => page.keyboard.press('Enter'));

  await stands(page, 4);
  await tap(button(page, 'Skip for now'));
  await stands(page, 5);
  await tap(link(page, 'Enter link and password'));
  await write(/^Demo link/, 'https://demo.shapla.example/start');
  await page.getByLabel(/^Demo password/).fill('demo-4711');
  await save(() => tap(button(page, 'Add')));

  // Who is told is known: the owner.
  await stands(page, 7);
  await tap(button(page, 'Put the first steps away'));
  await card(page).waitFor({ state: 'detached' });
  await page.reload();
  // Longer than the half second after a press in which a page may move.
  await page.route(
    `**${calls.firstDay}`,
    (route) => void setTimeout(() => route.continue(), route.request().method() === 'PUT' ? 800 : 0),
  );
  await tap(button(page, 'Show them again'));
  await stands(page, 7);
  for (const step of [6, 5, 4]) {
    await tap(button(page, 'Back'));
    await stands(page, step);
  }
  await tap(link(page, 'Set up mail'));
  await tap(button(page, 'Set up mail'));
  await write('Server', '127.0.0.1');
  await write('Port', String(mailServer.port));
  await write('Sender', 'Shapla <hello@shapla.example>');
  await tap(button(page, 'Save and send a test mail'));
  await soon(() => mailed('so mails of the site arrive')).toBe(1);
  await page.goBack();

  await stands(page, 7);
  await tap(button(page, 'Send a test request'));
  await card(page).getByText('Test request arrived just now. Demo mail: sent.').waitFor();
  await soon(() => mailed('https://demo.shapla.example/start')).toBe(1);
  await soon(() => mailed('New demo request')).toBe(1);
  expect(await faultsInBothThemes(page, '[aria-labelledby=first-day-title]')).toEqual([]);
  await tap(link(page, 'Test request').first());
  await page.getByRole('dialog').getByRole('heading', { name: 'Test request' }).waitFor();
  await page.goBack();

  // Done, so it is looked at again by going back.
  await stands(page, 8);
  await tap(button(page, 'Back'));
  await tap(button(page, 'Delete the test'));
  await toast(page, 'Lead deleted successfully').waitFor();
  await card(page).getByText('arrived').waitFor({ state: 'detached' });
  await tap(button(page, 'Next step'));
  await tap(link(page, 'Invite a colleague'));
  await tap(button(page, 'Invite'));
  await write('Name', 'Rasheda Begum');
  await write('Email', 'rasheda@shapla.example');
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Invite' }));
  await tap(button(page, 'Done'));
  await page.goBack();

  await stands(page, 9);
  await page.route(`**${calls.removeSample}`, (route) => route.abort(), { times: 1 });
  await tap(remove(page, 'FAQ'));
  await toast(page, 'The server could not be reached').waitFor();
  await soon(() => button(page, 'Remove all').getAttribute('aria-busy')).toBe('false');
  await remove(page, 'FAQ').press('Enter');
  await toast(page, 'entries of the sample removed').waitFor();
  await soon(() => remove(page, 'FAQ').isDisabled()).toBe(true);
  await place(page, 'FAQ').getByText('Empty', { exact: true }).waitFor();
  expect(await faultsInBothThemes(page, '[aria-labelledby=first-day-title]')).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await tap(button(page, 'Remove all'));
  await tap(button(page, 'Remove them'));
  await place(page, 'Contact information').getByText('Sample: 0, yours: 0').waitFor();
  const undo = toast(page, 'entries of the sample removed').getByRole('button', { name: 'Undo' });
  // The toast of the section before goes.
  await soon(() => undo.count()).toBe(1);
  await tap(undo);
  await soon(() => remove(page, 'Institutional News').isEnabled()).toBe(true);
  await tap(button(page, 'Remove all'));
  await tap(button(page, 'Remove them'));
  // Nothing of the own stands there yet, so nothing is done.
  await soon(() => card(page).getByText('Empty', { exact: true }).count()).toBe(11);
  await button(page, 'Skip for now').waitFor();
  await tap(link(page, 'Write your own: FAQ'));
  await write('Question', 'কত দিনে চালু হয়?');
  await page.locator('.ProseMirror').first().fill('এক সপ্তাহে।');
  await tap(button(page, 'Add').last());
  await toast(page, 'Created successfully').waitFor();
  await tap(link(page, 'Back to the first steps'));
  await page.getByText('The first steps are done, and nothing of the sample is left.').waitFor();
  await page.getByText(/^Visitors find these places empty: About, .*, Pages.$/).waitFor();
  expect(await faultsInBothThemes(page, 'main')).toEqual([]);
  const opened = page.waitForEvent('popup');
  await tap(link(page, 'Look at your site'));
  expect(new URL((await opened).url()).pathname).toBe('/');
  await tap(page.getByRole('main').getByRole('button', { name: 'Close' }));
  await soon(() => page.getByText('First steps').count()).toBe(0);

  expect(taps).toBeLessThanOrEqual(52);
  // Toasts lie over the dashboard and move nothing.
  const shifts = (await page.evaluate(() => window.shifts)).filter(
    ({ page, what }) => page === adminPages.dashboard && what.some((moved) => !String(moved).includes('Toastify')),
  );
  expect(
    shifts.reduce((sum, { value }) => sum + value, 0),
    JSON.stringify(shifts),
  ).toBeLessThanOrEqual(0.02);
});

/** The account that a first start makes, with a password that was made. */
async function makeFirstAccount(): Promise<Staff> {
  const { database } = site.app;
  const staff = await hireStaff(site.app, 'Nasrin Akter');
  const made_password_ends_at = new Date(Date.now() + 86_400_000).toISOString();
  await database.deleteFrom('users').where('id', '<>', staff.id).execute();
  await database.updateTable('users').set({ made_password_ends_at }).where('id', '=', staff.id).execute();
  return staff;
}
