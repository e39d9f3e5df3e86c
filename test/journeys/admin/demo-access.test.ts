import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminCalls, adminPages } from '#paths.ts';
import { visitor } from '../../helpers/content.ts';
import { clearDemoAccess } from '../../helpers/demo-access.ts';
import { DemoSystem } from '../../helpers/demo-system.ts';
import { said } from '../../helpers/specified-texts.ts';
import { rightPassword } from '../../helpers/staff.ts';
import { faultsOf } from '../helpers/faults-of.ts';
import { hold } from '../helpers/hold.ts';
import { sidewaysScroll, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';

const office = openBackOffice();
const mails = () =>
  office.site.app.database.selectFrom('mails').selectAll().where('kind', '<>', 'new_request').orderBy('id').execute();
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });

beforeEach(async () => {
  const { app } = office.site;
  await clearDemoAccess(app);
  await app.database.deleteFrom('outgoing_calls').execute();
  await app.database
    .updateTable('personal_access_settings')
    .set({ status: 0, url: '', secret_sealed: '', old_secret_sealed: '', old_secret_until: null, updated_at: null })
    .execute();
});

const saved = {
  demo_link: 'https://demo.prangon.example/start',
  demo_password: 'demo-4711',
  subject: 'আপনার ডেমো',
  message: 'প্রিয় {name}, {link} {password}',
  status: 1,
};

describe.each([
  [desktop, 'light'],
  [phone, 'dark'],
] as const)('The demo password at %i px in %s colours', (width, colorScheme) => {
  test('is entered, seen as it will arrive, saved, and mailed to who waits and to oneself', async () => {
    await office.site.app.requestDemo(visitor(1), {}, '127.0.9.1');
    const page = await office.enter(adminPages.demoAccess, { width, colorScheme });
    await page.getByText(/One of them waits for it/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('textbox', { name: /^Demo link/ }).fill(saved.demo_link);
    await page.getByLabel('Demo password *').fill(saved.demo_password);
    await page.getByRole('textbox', { name: /^Subject/ }).fill('ডেমো, {institute}');
    const message = page.getByRole('textbox', { name: /^Message/ });
    await message.fill('আসসালামু আলাইকুম ');
    await page.getByRole('button', { name: '{name} name of the person' }).click();
    expect(await message.inputValue()).toBe('আসসালামু আলাইকুম {name}');
    await soon(() => preview(page).innerText()).toMatch(/Subject\s+ডেমো$/);
    for (const shown of ['আসসালামু আলাইকুম মো. আবদুল কাদের', saved.demo_link, saved.demo_password]) {
      await preview(page).getByText(shown).first().waitFor();
    }
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText(/Mail is not set up here: 1 mail moved/).waitFor();
    expect(await mails()).toMatchObject([{ recipient: visitor(1).email, kind: 'demo_access' }]);
    await page.getByRole('button', { name: 'Send a test mail to me' }).click();
    await page.getByText('Nothing was sent: mail is not set up here. The test mail waits').waitFor();
    const [, test] = await mails();
    expect(test).toMatchObject({ recipient: office.staff.email, kind: 'demo_access_test' });
    expect(test?.text).toContain('আসসালামু আলাইকুম Nasrin Akter');
    await page.getByText(/changed link, password, subject, message, status/).waitFor();
    expect(await page.content()).not.toContain(saved.demo_password);
  });
});

test('the password is shown to whoever enters the own one', async () => {
  office.site.expectTrouble(/422/);
  await office.colleague.put(adminCalls.demoAccess, saved);
  const page = await office.enter(adminPages.demoAccess);
  await page.getByRole('button', { name: 'Show the password that is set' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show the demo password' });
  await dialog.getByLabel('Your password').fill('wrong');
  await dialog.getByRole('button', { name: 'Show it' }).click();
  await dialog.getByText('This is not your current password.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByLabel('Your password').fill(rightPassword);
  await page.keyboard.press('Enter');
  await page.getByText(saved.demo_password).waitFor();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await soon(() => page.getByText(saved.demo_password).count()).toBe(0);
});

test('errors stand at their fields; what somebody else saved meanwhile is not overwritten unasked', async () => {
  office.site.expectTrouble(/422|409/);
  await office.colleague.put(adminCalls.demoAccess, saved);
  const page = await office.enter(adminPages.demoAccess);
  const subject = page.getByRole('textbox', { name: /^Subject/ });
  await subject.fill('ডেমো {phone}');
  await preview(page).getByText('There is nothing to fill in for {phone}.').waitFor();
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText(/You can use \{name\}, \{institute\}, \{link\}, \{password\}, \{expires\}\./).waitFor();
  await subject.fill('আমার বিষয়');
  await office.colleague.put(adminCalls.demoAccess, { ...saved, subject: 'তাঁর বিষয়' });
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByRole('button', { name: 'Keep my text' }).click();
  expect(await subject.inputValue()).toBe('আমার বিষয়');
  const held = await hold(page, `**${adminCalls.demoAccess}`);
  await page.getByRole('button', { name: 'Update' }).click();
  await soon(held.count).toBe(1);
  await subject.fill('আমার বিষয়, পরে');
  held.release();
  await page.getByText('Demo access updated successfully').waitFor();
  expect(await subject.inputValue()).toBe('আমার বিষয়, পরে');
  await page.getByText('Unsaved changes').waitFor();
});

describe.each([
  [desktop, 'light'],
  [phone, 'dark'],
] as const)('Personal access at %i px in %s colours', (width, colorScheme) => {
  let system: DemoSystem;
  beforeEach(async () => {
    system = await DemoSystem.open();
    await office.colleague.put(adminCalls.demoAccess, saved);
  });
  afterEach(() => system.close());

  test('is switched on and tried out; its calls are listed, and lead to who got it', async () => {
    office.site.expectTrouble(/422/);
    const page = await office.enter(adminPages.demoAccess, { width, colorScheme });
    const form = page.getByRole('form', { name: 'Personal access' });
    const log = page.getByRole('region', { name: 'Calls of the demo system' });
    await log.getByText(said.noData).waitFor();
    await form.getByRole('switch', { name: 'Personal access' }).click();
    await form.getByRole('textbox', { name: 'Address of the demo system' }).fill('http://10.0.0.1/');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText(/Enter a whole https address/).waitFor();
    await form.getByRole('textbox', { name: 'Address of the demo system' }).fill(system.url);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Personal access updated successfully').waitFor();
    await preview(page)
      .getByText(/মেয়াদের শেষ দিন/)
      .waitFor();

    await form.getByRole('button', { name: 'Show the secret' }).click();
    await page.getByRole('dialog').getByLabel('Your password').fill(rightPassword);
    await page.keyboard.press('Enter');
    await form.getByText(/^whsec_/).waitFor();
    await form.getByRole('button', { name: 'Hide', exact: true }).click();

    system.plan = () => ({ status: 503, text: '' });
    await form.getByRole('button', { name: 'Send a test' }).click();
    await form.getByText('It answered 503.').waitFor();
    system.plan = () => ({ json: { link: 'https://demo.prangon.example/own', password: 'own-1' } });
    await form.getByRole('button', { name: 'Send a test' }).click();
    await form.getByText(/^It answered as it should/).waitFor();
    await soon(() => log.locator('.badge').allTextContents()).toEqual(['Answered', 'Failed']);
    await form.getByText('What the demo system gets').click();

    await office.site.app.requestDemo(visitor(2), {}, '127.0.9.2');
    await soon(() => log.locator('.badge').count()).toBe(3);
    await soon(mails).toMatchObject([{ recipient: visitor(2).email, text: expect.stringContaining('own-1') }]);
    expect(await faultsOf(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await log.getByRole('link', { name: visitor(2).institute_name }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Personal access made, valid until \d/)
      .waitFor();
  });
});

test('a new secret leaves the form as old as it was: what a colleague saved is not overwritten unasked', async () => {
  office.site.expectTrouble(/409/);
  const choice = { status: 0, url: 'https://demo.prangon.example/', expires_days: 14, fallback_minutes: 10 };
  await office.colleague.put(adminCalls.personalAccess, choice);
  const page = await office.enter(adminPages.demoAccess);
  const form = page.getByRole('form', { name: 'Personal access' });
  await form.getByRole('spinbutton', { name: /^Wait for an answer/ }).fill('5');
  await office.colleague.put(adminCalls.personalAccess, { ...choice, expires_days: 7 });

  await form.getByRole('button', { name: 'Make a new one' }).click();
  await page.getByRole('dialog').getByLabel('Your password').fill(rightPassword);
  await page.keyboard.press('Enter');
  await form.getByText(/^The secret before this one signs too/).waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Load the newer one' }).click();
  await soon(() => form.getByRole('spinbutton', { name: /^Valid for/ }).inputValue()).toBe('7');
  await form.getByRole('spinbutton', { name: /^Wait for an answer/ }).fill('5');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Personal access updated successfully').waitFor();
  const { data } = (await office.colleague.get(adminCalls.personalAccess)).json<{ data: object }>();
  expect(data).toMatchObject({ expires_days: 7, fallback_minutes: 5 });
});
