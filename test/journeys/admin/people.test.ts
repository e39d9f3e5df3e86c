import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { adminPages } from '#paths.ts';
import { soon } from '../helpers/page.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { tabTo, toast } from './helpers/inbox.ts';

const office = openBackOffice();

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').allInnerTexts();
const password = 'নতুন পাসওয়ার্ড ৪৫৬';

test('An owner invites an editor by a link, reads what was done, and deactivates, all by keyboard', async () => {
  office.site.expectTrouble(/status of 40[13]/);
  const owner = await office.enter(adminPages.users);
  const { keyboard } = owner;
  await tabTo(owner, 'Invite');
  await keyboard.press('Enter');
  await owner.getByRole('dialog', { name: 'Invite somebody' }).waitFor();
  await keyboard.type('Rasheda Begum');
  await keyboard.press('Tab');
  await keyboard.type('rasheda@prangon.example');
  await keyboard.press('Enter');
  const link = owner.getByRole('textbox', { name: 'Link of the invitation' });
  const address = new URL(await link.inputValue());
  await tabTo(owner, 'Done');
  await keyboard.press('Enter');
  await owner.getByRole('cell', { name: /Invited/ }).waitFor();

  const editor = await office.site.visit(address.pathname + address.search, { locale: 'en-GB' });
  await editor.getByLabel('নতুন পাসওয়ার্ড', { exact: true }).focus();
  await editor.keyboard.type(password);
  await editor.getByLabel('পাসওয়ার্ডটি আরেকবার', { exact: true }).focus();
  await editor.keyboard.type(password);
  await editor.keyboard.press('Enter');
  await editor.waitForURL(`**${adminPages.dashboard}`);
  await editor.getByRole('heading', { name: 'Content on the site' }).waitFor();
  expect(await editor.getByText('Waiting for first call').count()).toBe(0);
  const menu = await menuOf(editor);
  expect(menu).toContain('FAQ');
  expect(menu.filter((name) => /Contact|Outbox|Users|Activity|Notifications/.test(name))).toEqual([]);
  await editor.goto(new URL(adminPages.users, editor.url()).href);
  await editor.getByText('Your role, Editor, does not show this screen.').waitFor();
  await editor.getByRole('link', { name: 'To the dashboard' }).press('Enter');
  await editor.getByRole('link', { name: 'FAQ', exact: true }).press('Enter');
  await editor.getByRole('textbox', { name: 'Question' }).fill('কবে শুরু?');
  await editor.getByRole('textbox', { name: 'Answer' }).fill('আজই।');
  await editor.keyboard.press('Control+s');
  await toast(editor, 'successfully').waitFor();

  await owner.getByRole('link', { name: 'Activity' }).press('Enter');
  await owner.getByRole('button', { name: /Rasheda Begum added question/ }).press('Enter');
  await owner.getByRole('definition').filter({ hasText: 'কবে শুরু?' }).waitFor();

  await owner.getByRole('link', { name: 'Users' }).press('Enter');
  await owner.getByRole('button', { name: 'Edit: Rasheda Begum' }).press('Enter');
  await owner.getByRole('button', { name: 'Deactivate' }).press('Enter');
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).press('Enter');
  await owner.getByText('Deactivated').first().waitFor();

  // The screen that is still open learns it with the next call.
  await editor.getByRole('textbox', { name: 'Question' }).fill('আর কী?');
  await editor.keyboard.press('Control+s');
  const again = editor.getByRole('dialog');
  await again.waitFor();
  await soon(() => again.innerText()).toMatch(/sign/i);
});
