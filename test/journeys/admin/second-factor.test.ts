// @module-tag full
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { adminPages, calls, pages } from '#paths.ts';
import { freePort } from '../../helpers/free-port.ts';
import { hireStaff, rightPassword, type Staff, sendAs, sessionOf } from '../../helpers/staff.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { sidewaysScroll, soon } from '../helpers/page.ts';
import { phone } from '../helpers/site.ts';
import { addAuthenticator } from './helpers/authenticator.ts';
import { openBackOffice } from './helpers/back-office.ts';

/** Passkeys belong to a name, so the browser comes by the public one. */
let baseURL = '';
let port = 0;
beforeAll(async () => {
  port = await freePort();
  baseURL = `http://localhost:${port}`;
});
const office = openBackOffice({ env: () => ({ PORT: String(port), PUBLIC_URL: baseURL, SECOND_FACTOR: 'owners' }) });
const { site } = office;

const dialog = (page: Page) => page.getByRole('dialog');
const missing = (page: Page) => page.getByRole('alert').filter({ hasText: 'You need a second factor here.' });

test('an owner without one is led to the profile, and there to the card', async () => {
  site.expectTrouble(/status of 403/);
  const { email } = await hireStaff(site.app, 'Shirin Akhter');
  const page = await site.visit(pages.login, { baseURL, locale: 'en-GB', reducedMotion: 'reduce' });
  await signIn(page, email);
  await page.waitForURL(`**${adminPages.profile}`);
  const card = page.getByRole('region', { name: 'Second factor' });
  await missing(page).getByRole('button', { name: 'Set it up' }).press('Enter');
  await soon(() => card.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await faultsInBothThemes(page)).toEqual([]);
});

test('a code that is wrong, then a recovery code in its place, on a phone', async () => {
  site.expectTrouble(/status of (401|403)/);
  const staff = await hireStaff(site.app, 'Rina Sultana');
  const code = await recoveryCodeOf(staff);
  const page = await site.visit(pages.login, { baseURL, width: phone });
  await signIn(page, staff.email);
  await page.getByRole('heading', { name: 'আর একটি ধাপ' }).waitFor();
  await page.getByLabel('অ্যাপের কোড').fill('০০০০০০');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('কোডটি ঠিক নেই').waitFor();
  await page.getByRole('button', { name: 'রিকভারি কোড দিন' }).click();
  expect(await faultsInBothThemes(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByLabel('রিকভারি কোড').fill(code);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${adminPages.dashboard}`);
});

test('an app is set up with a picture of its key; a session that ended asks for its code too', async () => {
  site.expectTrouble(/status of (401|403)/);
  const { app } = site;
  const staff = await hireStaff(app, 'Mita Das');
  const [token, other] = [await sessionOf(app, staff), await sessionOf(app, staff)];
  const page = await office.enter(adminPages.profile, { baseURL, token });
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await dialog(page).getByLabel('Current password').fill(rightPassword);
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('img', { name: 'The key as a QR code' }).waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  const secret = (await dialog(page).locator('code').innerText()).replaceAll(' ', '');
  await dialog(page).getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  const code = await dialog(page).getByRole('listitem').first().innerText();
  expect(await faultsInBothThemes(page, '[role=dialog]')).toEqual([]);
  await dialog(page).getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('Signed out everywhere else').waitFor();
  expect((await sendAs(app, other, 'GET', calls.signedInUser)).status).toBe(401);
  await soon(() => missing(page).count()).toBe(0);

  await app.database.deleteFrom('sessions').where('user_id', '=', staff.id).execute();
  await page.getByRole('link', { name: 'Statistics' }).click();
  await dialog(page).getByLabel('Password', { exact: true }).fill(rightPassword);
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog(page).getByLabel('Recovery code').fill(code);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Statistics' }).waitFor();
  await soon(() => dialog(page).count()).toBe(0);
});

test('what is dangerous asks who it is once more, then the form and the download go on by themselves', async () => {
  site.expectTrouble(/status of (403|422)/);
  const staff = await hireStaff(site.app, 'Shirin Akhter');
  const token = await sessionOf(site.app, staff);
  const page = await office.enter(adminPages.profile, { baseURL, width: phone, token });
  await addAuthenticator(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog(page).getByLabel('Name').fill('My phone');
  await dialog(page).getByLabel('Current password').fill(rightPassword);
  await page.keyboard.press('Enter');
  const code = await dialog(page).getByRole('listitem').first().innerText();
  await dialog(page).getByRole('button', { name: 'I have kept them' }).click();

  const minutesPass = () =>
    site.app.database.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', staff.id).execute();
  const form = page.getByRole('form', { name: 'Invite somebody' });
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await minutesPass();
  await page.goto(adminPages.users);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await form.getByLabel('Name').fill('Rasheda Begum');
  await form.getByLabel('Email').fill('rasheda@prangon.example');
  await page.keyboard.press('Enter');
  const field = asked.getByLabel('Code');
  await soon(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('wrong code');
  await page.keyboard.press('Enter');
  await asked.getByText('This code is not right, or was used before.').waitFor();
  expect(await faultsInBothThemes(page, '[role=dialog]')).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect(await form.getByLabel('Email').inputValue()).toBe('rasheda@prangon.example');
  await form.getByRole('button', { name: 'Invite' }).click();
  await field.fill(code);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Link of the invitation' }).waitFor();
  expect(await asked.count()).toBe(0);
  expect((await sendAs(site.app, token, 'GET', calls.signedInUser)).status).toBe(401);

  await minutesPass();
  await page.goto(adminPages.contactRequests);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('menuitem', { name: /CSV/ })
      .click()
      .then(() => asked.getByRole('button', { name: 'Use a passkey' }).click()),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'ইমেইল' }).fill(email);
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(rightPassword);
  await page.keyboard.press('Enter');
}

/** Of somebody who has set up an app. */
async function recoveryCodeOf(staff: Staff): Promise<string> {
  const token = await sessionOf(site.app, staff);
  const begun = await sendAs(site.app, token, 'POST', calls.codeApp, { current_password: rightPassword });
  const { secret, setup } = begun.json<{ data: { secret: string; setup: string } }>().data;
  const set = await sendAs(site.app, token, 'PUT', calls.codeApp, { setup, code: codeOf(secret) });
  return set.json<{ data: { recovery_codes: string[] } }>().data.recovery_codes[0] ?? '';
}

function codeOf(secret: string): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });
}
