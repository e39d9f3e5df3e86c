// @module-tag full
import { describe, expect, test } from 'vitest';
import { adminCalls, adminPages, calls } from '#paths.ts';
import { hireStaff, rightPassword, signIn, tryLogin } from '../../helpers/staff.ts';
import { sidewaysScroll, soon } from '../helpers/page.ts';
import { phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

describe('Profile', () => {
  test('changes name, address and picture, in the corner of the page too', async () => {
    office.site.expectTrouble(/status of 422/);
    const { app } = office.site;
    const token = await signIn(app, await hireStaff(app, 'Tanvir Hasan'));
    const page = await office.enter(adminPages.profile, { token });
    const form = page.getByRole('form', { name: 'Your account' });
    const name = form.getByRole('textbox', { name: 'Name' });
    await soon(() => name.inputValue()).toBe('Tanvir Hasan');
    await name.fill('');
    await form.getByRole('button', { name: 'Update' }).click();
    await form.getByText('One field needs your attention.').waitFor();
    await soon(() => name.evaluate((input) => input === document.activeElement)).toBe(true);

    await name.fill('Tanvir Rahman');
    const screen = new Screen(page);
    await screen.unsaved.waitFor();
    await page.getByRole('link', { name: 'Statistics' }).click();
    await screen.dialog.getByText('Your changes to this profile are only on this device.').waitFor();
    await screen.button('Keep editing').click();
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Account of Tanvir Rahman' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await screen.unsaved.count()).toBe(0);
  });

  test('asks for the current password where the address is another one, and only there', async () => {
    office.site.expectTrouble(/status of 422/);
    const { app } = office.site;
    const staff = await hireStaff(app, 'Shahana Begum');
    const page = await office.enter(adminPages.profile, { token: await signIn(app, staff) });
    const form = page.getByRole('form', { name: 'Your account' });
    const email = form.getByRole('textbox', { name: 'Email' });
    const password = form.getByLabel('Current password', { exact: true });
    await soon(() => email.inputValue()).toBe(staff.email);
    expect(await password.count()).toBe(0);
    await email.fill(`new-${staff.email}`);
    await password.fill('not the password');
    await form.getByRole('button', { name: 'Update' }).click();
    await form.getByText('This is not your current password.').waitFor();
    await email.fill(staff.email.toUpperCase());
    await soon(() => password.count()).toBe(0);

    await email.fill(`new-${staff.email}`);
    await password.fill(rightPassword);
    await form.getByRole('button', { name: 'Update' }).click();
    await page.getByText('Profile updated successfully').first().waitFor();
    expect(await password.count()).toBe(0);
    const mails = app.database.selectFrom('mails').select('kind').where('recipient', '=', staff.email);
    expect(await mails.execute()).toContainEqual({ kind: 'account_notice' });
  });

  test('changes the password and ends other sessions', async () => {
    office.site.expectTrouble(/status of 422/);
    const { app } = office.site;
    const staff = await hireStaff(app, 'Mita Das');
    const [token, other, third] = [await signIn(app, staff), await signIn(app, staff), await signIn(app, staff)];
    await signIn(app, staff);
    const page = await office.enter(adminPages.profile, { token });
    const sessions = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
    await soon(() => sessions.count()).toBe(4);
    await sessions.filter({ hasText: 'This device' }).waitFor();
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Sign out: / })
      .first()
      .click();
    await soon(() => sessions.count()).toBe(3);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await soon(() => sessions.count()).toBe(1);
    await signIn(app, staff);

    const form = page.getByRole('form', { name: 'Password' });
    const [current, fresh, again] = ['Current password', 'New password', 'New password, once more'].map((label) =>
      form.getByLabel(label, { exact: true }),
    );
    await current?.fill('not the password');
    await fresh?.fill('কদম ফুটেছে ৪৫৬');
    await again?.fill('কদম ফুটেছে ৪৫৭');
    await form.getByRole('button', { name: 'Change password' }).click();
    await form.locator('.field-error').first().waitFor();
    await current?.fill(rightPassword);
    await again?.fill('কদম ফুটেছে ৪৫৬');
    await form.getByRole('button', { name: 'Change password' }).click();
    await soon(() => sessions.count()).toBe(1);
    await soon(() => current?.inputValue()).toBe('');
    for (const ended of [other, third]) {
      const answer = await app.send(calls.signedInUser, { headers: { authorization: `Bearer ${ended}` } });
      expect(answer.status).toBe(401);
    }
    expect((await tryLogin(app, { email: staff.email, password: 'কদম ফুটেছে ৪৫৬' })).status).toBe(200);
  });

  test('makes a token for a program after a password, shows it once, and withdraws it', async () => {
    office.site.expectTrouble(/status of 4(?:03|22)/);
    const { app } = office.site;
    const staff = await hireStaff(app, 'Rafiq Islam');
    const token = await signIn(app, staff);
    await app.database.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', staff.id).execute();
    const page = await office.enter(adminPages.profile, { token, width: phone });
    const card = page.getByRole('region', { name: 'Tokens for programs' });
    await card.getByText('No program has a token yet.').waitFor();
    await card.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog', { name: 'New token' });
    await dialog.getByLabel('Last day').fill('2020-01-01');
    await dialog.getByRole('button', { name: 'Make the token' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByText('Choose a day that is still to come.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Accounting');
    await dialog.getByLabel('Last day').fill('2099-12-31');
    await dialog.getByRole('button', { name: 'Make the token' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirm.getByLabel('Current password', { exact: true }).fill(rightPassword);
    await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
    const made = await page.getByLabel('Token', { exact: true }).inputValue();
    const answer = () => app.get(adminCalls.news, { authorization: `Bearer ${made}` });
    expect((await answer()).status).toBe(200);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('button', { name: 'Done' }).click();
    await card.getByText(`begins with ${made.slice(0, 8)}`).waitFor();
    expect(await page.content()).not.toContain(made);
    await card.getByRole('button', { name: 'Withdraw: Accounting' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, proceed' }).click();
    await card.getByText('No program has a token yet.').waitFor();
    expect((await answer()).status).toBe(401);
  });
});
