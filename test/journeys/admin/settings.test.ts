// @module-tag full
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { adminCalls, adminPages } from '#paths.ts';
import { visitor } from '../../helpers/content.ts';
import { clearDemoAccess } from '../../helpers/demo-access.ts';
import { hireStaff, rightPassword, signIn, tryLogin } from '../../helpers/staff.ts';
import { faultsInBothThemes, faultsOf } from '../helpers/faults-of.ts';
import { hold } from '../helpers/hold.ts';
import { sidewaysScroll, soon } from '../helpers/page.ts';
import { phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { crash, draftsOn } from './helpers/drafts.ts';
import { toast } from './helpers/inbox.ts';

const office = openBackOffice();
const path = adminPages.siteSettings;
const section = (page: Page, title: string) =>
  page.locator('.settings-section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
/** Opens it, unless it is open by what is unsaved there. */
async function unfold(page: Page, title: string): Promise<void> {
  const isOpen = await section(page, title).evaluate((details: HTMLDetailsElement) => details.open);
  if (!isOpen) await section(page, title).locator('> summary').click();
}
const update = (page: Page, title: string) =>
  section(page, title).getByRole('button', { name: 'Update', exact: true }).click();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('a section is saved alone, and what is typed in another stays there unsaved', async () => {
  const page = await office.enter(path);
  await unfold(page, 'Social');
  await unfold(page, 'Contact');
  await field(page, 'Facebook').fill('https://www.facebook.com/prangon.example');
  await field(page, 'WhatsApp number').fill('01812-345678');
  await update(page, 'Contact');
  await toast(page, 'Site settings updated successfully').waitFor();
  expect(await section(page, 'Contact').getByText('Unsaved changes').count()).toBe(0);
  await section(page, 'Social').getByText('Unsaved changes').waitFor();
  const { data } = (await office.colleague.get(adminCalls.siteSettings)).json<{ data: Record<string, string> }>();
  expect([data.whatsapp, data.facebook]).not.toContain('https://www.facebook.com/prangon.example');
  expect(data.whatsapp).toBe('+8801812345678');
  await section(page, 'Social').getByRole('button', { name: 'Undo' }).click();
  expect(await field(page, 'Facebook').inputValue()).toBe(data.facebook ?? '');
  expect(await page.getByText('Unsaved changes').count()).toBe(0);
});

test('what is wrong is said at its field, also inside a closed page; nothing typed is lost', async () => {
  office.site.expectTrouble(/422/);
  const page = await office.enter(path);
  await field(page, 'Name').fill('');
  await unfold(page, 'Social');
  await field(page, 'Facebook').fill('http://facebook.com/x');
  await unfold(page, 'Pages');
  await page.locator('.settings-pages summary', { hasText: 'Clients' }).click();
  const row = page.locator('.settings-pages details', { hasText: 'Clients' });
  await row.getByRole('textbox', { name: 'Title' }).fill('ক'.repeat(121));
  await page.locator('.settings-pages summary', { hasText: 'Clients' }).click();
  await row.getByRole('textbox').first().waitFor({ state: 'detached' });
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('3 fields need your attention.').waitFor();
  await page.getByText('Write the name.').waitFor();
  await page.getByText('Paste the whole address of the page; it starts with https://').waitFor();
  await row.getByText('The title may have at most 120 characters. Please shorten it.').waitFor();
  expect(await field(page, 'Facebook').inputValue()).toBe('http://facebook.com/x');
  await soon(() => field(page, 'Name').evaluate((input) => input === document.activeElement)).toBe(true);
});

test('a draft survives a closed tab, and a colleague who was faster is not overwritten unasked', async () => {
  office.site.expectTrouble(/409/);
  const first = await office.enter(path);
  await field(first, 'Tagline').fill('আমাদের নতুন পরিচয়');
  await first.getByText('Unsaved changes').waitFor();
  await soon(() => draftsOn(first)).toHaveLength(1);
  const again = await crash(first, path);
  await again.getByRole('button', { name: 'Restore' }).click();
  await soon(() => field(again, 'Tagline').inputValue()).toBe('আমাদের নতুন পরিচয়');

  const { data } = (await office.colleague.get(adminCalls.siteSettings)).json<{ data: object }>();
  await office.colleague.put(adminCalls.siteSettings, { ...data, hero_hint: 'সহকর্মীর কথা' });
  await update(again, 'Identity');
  const sentence = /changed Hint under the demo button at \d\d:\d\d meanwhile; both changes are saved\.$/;
  await again.getByText(sentence).waitFor();
  expect(await field(again, 'Tagline').inputValue()).toBe('আমাদের নতুন পরিচয়');
  await unfold(again, 'Hero');
  await soon(() => field(again, 'Hint under the demo button').inputValue()).toBe('সহকর্মীর কথা');
});

test('nothing stands in the way of anybody in either theme, on a phone too', async () => {
  const page = await office.enter(path, { width: phone });
  for (const title of ['Contact', 'Social', 'Customers', 'Hero', 'Try it here', 'Search', 'Pages'])
    await unfold(page, title);
  await page.locator('.settings-pages summary', { hasText: 'Home' }).click();
  await page.getByText('In a search result, about').waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
});

describe('Demo access', () => {
  const mails = () =>
    office.site.app.database
      .selectFrom('mails')
      .selectAll()
      // The digest leaves in the morning.
      .where('kind', 'not in', ['new_request', 'account_notice', 'digest'])
      .orderBy('id')
      .execute();
  const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
  const [link, password] = ['https://demo.prangon.example/start', 'demo-4711'];

  beforeEach(async () => {
    await clearDemoAccess(office.site.app);
  });

  test('the access is seen as it will arrive, saved, mailed to who waits and to oneself, and its password shown for the own one', async () => {
    office.site.expectTrouble(/422/);
    await office.site.app.requestDemo(visitor(1), {}, '127.0.9.1');
    const page = await office.enter(adminPages.demoAccess, { width: phone });
    await page.getByText(/One of them waits for it/).waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('textbox', { name: /^Demo link/ }).fill(link);
    await page.getByLabel(/^Demo password/).fill(password);
    await page.getByRole('textbox', { name: /^Subject/ }).fill('ডেমো, {institute}');
    const message = page.getByRole('textbox', { name: /^Message/ });
    await message.fill('আসসালামু আলাইকুম ');
    await page.getByRole('button', { name: '{name} name of the person' }).click();
    expect(await message.inputValue()).toBe('আসসালামু আলাইকুম {name}');
    await soon(() => preview(page).innerText()).toMatch(/Subject\s+ডেমো$/);
    for (const shown of ['আসসালামু আলাইকুম মো. আবদুল কাদের', link, password])
      await preview(page).getByText(shown).first().waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(/Mail is not set up here: 1 mail moved/).waitFor();
    expect(await mails()).toMatchObject([{ recipient: visitor(1).email, kind: 'demo_access' }]);
    await page.getByRole('button', { name: 'Send a test mail to me' }).click();
    await page.getByText('Nothing was sent: mail is not set up here. The test mail waits').waitFor();
    const [, test] = await mails();
    expect(test).toMatchObject({ recipient: office.staff.email, kind: 'demo_access_test' });
    expect(test?.text).toContain('আসসালামু আলাইকুম Nasrin Akter');
    expect(await page.content()).not.toContain(password);

    await page.getByRole('button', { name: 'Show the password that is set' }).click();
    const dialog = page.getByRole('dialog', { name: 'Show the demo password' });
    await dialog.getByLabel('Your password').fill('wrong');
    await dialog.getByRole('button', { name: 'Show it' }).click();
    await dialog.getByText('This is not your current password.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByLabel('Your password').fill(rightPassword);
    await page.keyboard.press('Enter');
    await page.getByText(password).waitFor();
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await soon(() => page.getByText(password).count()).toBe(0);
  });

  test('a wrong placeholder is said at its field; what is typed while it is saved stays, unsaved; where a colleague changed the same it asks', async () => {
    office.site.expectTrouble(/422|409/);
    const words = { subject: 'আপনার ডেমো', message: '{link} {password}' };
    const saved = { demo_link: link, demo_password: password, ...words, status: 1 };
    await office.colleague.put(adminCalls.demoAccess, saved);
    const page = await office.enter(adminPages.demoAccess);
    const subject = page.getByRole('textbox', { name: /^Subject/ });
    await subject.fill('ডেমো {phone}');
    await preview(page).getByText('There is nothing to fill in for {phone}.').waitFor();
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByText(/You can use \{name\}, \{institute\}, \{link\}, \{password\}\./).waitFor();
    await subject.fill('আমার বিষয়');
    const held = await hold(page, `**${adminCalls.demoAccess}`);
    await page.getByRole('button', { name: 'Update' }).click();
    await soon(held.count).toBe(1);
    await subject.fill('আমার বিষয়, পরে');
    held.release();
    await page.getByText('Demo access updated successfully').waitFor();
    expect(await subject.inputValue()).toBe('আমার বিষয়, পরে');
    await page.getByText('Unsaved changes').waitFor();

    await office.colleague.put(adminCalls.demoAccess, { ...saved, subject: 'তাঁর বিষয়' });
    await page.getByRole('button', { name: 'Update' }).click();
    const question = page.getByRole('dialog', { name: 'Both of you changed Subject' });
    await question.getByText('তাঁর বিষয়').waitFor();
    await question.getByRole('radio', { name: 'Keep mine' }).check();
    await question.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(await subject.inputValue()).toBe('আমার বিষয়, পরে');
    expect((await office.colleague.get(adminCalls.demoAccess)).text).toContain('আমার বিষয়, পরে');
  });
});

test('The profile asks before unsaved text is left, changes the name, in the corner of the page too, and asks for the password where the address is another', async () => {
  office.site.expectTrouble(/status of 422/);
  const { app } = office.site;
  const staff = await hireStaff(app, 'Tanvir Hasan');
  const page = await office.enter(adminPages.profile, { token: await signIn(app, staff) });
  const form = page.getByRole('form', { name: 'Your account' });
  const update = () => form.getByRole('button', { name: 'Update' }).click();
  const name = form.getByRole('textbox', { name: 'Name' });
  const email = form.getByRole('textbox', { name: 'Email' });
  const password = form.getByLabel('Current password', { exact: true });
  await soon(() => name.inputValue()).toBe('Tanvir Hasan');
  await name.fill('');
  await update();
  await form.getByText('One field needs your attention.').waitFor();
  await soon(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
  await name.fill('Tanvir Rahman');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('link', { name: 'Statistics' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('Your changes to this profile are only on this device.').waitFor();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Account of Tanvir Rahman' }).waitFor();
  expect(await password.count()).toBe(0);

  await email.fill(`new-${staff.email}`);
  await password.fill('not the password');
  await update();
  await form.getByText('This is not your current password.').waitFor();
  await email.fill(staff.email.toUpperCase());
  await soon(() => password.count()).toBe(0);
  await email.fill(`new-${staff.email}`);
  await password.fill(rightPassword);
  await update();
  await soon(() => password.count()).toBe(0);
  const mails = app.database.selectFrom('mails').select('kind').where('recipient', '=', staff.email);
  expect(await mails.execute()).toContainEqual({ kind: 'account_notice' });
});

test('The profile ends other sessions, one and all, and changes the password', async () => {
  office.site.expectTrouble(/status of 422/);
  const { app } = office.site;
  const staff = await hireStaff(app, 'Mita Das');
  const token = await signIn(app, staff);
  for (let count = 0; count < 3; count++) await signIn(app, staff);
  const page = await office.enter(adminPages.profile, { token });
  const sessions = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
  await soon(() => sessions.count()).toBe(4);
  await sessions.filter({ hasText: 'This device' }).waitFor();
  const one = page.getByRole('main').getByRole('button', { name: /^Sign out: / });
  await one.first().click();
  await soon(() => sessions.count()).toBe(3);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await soon(() => sessions.count()).toBe(1);

  const form = page.getByRole('form', { name: 'Password' });
  const field = (label: string) => form.getByLabel(label, { exact: true });
  await field('Current password').fill('not the password');
  await field('New password').fill('কদম ফুটেছে ৪৫৬');
  await field('New password, once more').fill('কদম ফুটেছে ৪৫৭');
  await form.getByRole('button', { name: 'Change password' }).click();
  await form.locator('.field-error').first().waitFor();
  await field('Current password').fill(rightPassword);
  await field('New password, once more').fill('কদম ফুটেছে ৪৫৬');
  await form.getByRole('button', { name: 'Change password' }).click();
  await soon(() => field('Current password').inputValue()).toBe('');
  expect((await tryLogin(app, { email: staff.email, password: 'কদম ফুটেছে ৪৫৬' })).status).toBe(200);
});

test('The profile makes a token for a program after a password, shows it once, and withdraws it', async () => {
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
