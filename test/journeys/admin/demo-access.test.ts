// @module-tag full
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { adminCalls, adminPages } from '#paths.ts';
import { visitor } from '../../helpers/content.ts';
import { clearDemoAccess } from '../../helpers/demo-access.ts';
import { rightPassword } from '../../helpers/staff.ts';
import { faultsOf } from '../helpers/faults-of.ts';
import { hold } from '../helpers/hold.ts';
import { sidewaysScroll, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';

const office = openBackOffice();
const mails = () =>
  office.site.app.database
    .selectFrom('mails')
    .selectAll()
    .where('kind', 'not in', ['new_request', 'account_notice'])
    .orderBy('id')
    .execute();
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });

beforeEach(async () => {
  await clearDemoAccess(office.site.app);
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
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(/Mail is not set up here: 1 mail moved/).waitFor();
    expect(await mails()).toMatchObject([{ recipient: visitor(1).email, kind: 'demo_access' }]);
    await page.getByRole('button', { name: 'Send a test mail to me' }).click();
    await page.getByText('Nothing was sent: mail is not set up here. The test mail waits').waitFor();
    const [, test] = await mails();
    expect(test).toMatchObject({ recipient: office.staff.email, kind: 'demo_access_test' });
    expect(test?.text).toContain('আসসালামু আলাইকুম Nasrin Akter');
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
  await page.getByText(/You can use \{name\}, \{institute\}, \{link\}, \{password\}\./).waitFor();
  await subject.fill('আমার বিষয়');
  await office.colleague.put(adminCalls.demoAccess, { ...saved, subject: 'তাঁর বিষয়' });
  await page.getByRole('button', { name: 'Update' }).click();
  const question = page.getByRole('dialog', { name: 'Both of you changed Subject' });
  await question.getByText('তাঁর বিষয়').waitFor();
  await question.getByRole('radio', { name: 'Keep mine' }).check();
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Demo access updated successfully').waitFor();
  expect(await subject.inputValue()).toBe('আমার বিষয়');
  await subject.fill('আমার বিষয়, আবার');
  const held = await hold(page, `**${adminCalls.demoAccess}`);
  await page.getByRole('button', { name: 'Update' }).click();
  await soon(held.count).toBe(1);
  await subject.fill('আমার বিষয়, পরে');
  held.release();
  await page.getByText('Demo access updated successfully').waitFor();
  expect(await subject.inputValue()).toBe('আমার বিষয়, পরে');
  await page.getByText('Unsaved changes').waitFor();
});
