// @module-tag full
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { queueMail } from '#mail/queue.server.ts';
import { adminPages } from '#paths.ts';
import { MailServer } from '../../helpers/mail-server.ts';
import { faultsOf } from '../helpers/faults-of.ts';
import { focused, sidewaysScroll, soon } from '../helpers/page.ts';
import { phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const back = openBackOffice();

beforeEach(async () => {
  const { database } = back.site.app;
  await database.deleteFrom('mails').execute();
  await queueMail(database, {
    to: 'karim@gmial.example',
    subject: 'আপনার ডেমোর লিংক',
    text: 'পাসওয়ার্ড: শিউলি-১২৩',
    html:
      '<!doctype html><html lang="bn"><head><style>.red { color: rgb(200, 0, 0) }</style></head>' +
      '<body style="background: rgb(240, 240, 230)"><p class="red">পাসওয়ার্ড: শিউলি-১২৩</p>' +
      `<script>parent.document.title = 'hacked'</script><img src="https://tracker.example/x.png" alt=""></body></html>`,
    kind: 'demo_access',
  });
  await database
    .updateTable('mails')
    .set({ state: 'bounced', attempts: 1, last_error: '550 5.1.1 No such user' })
    .execute();
  await queueMail(database, { to: 'a@school.example', subject: 'x', text: 'x', html: 'x', kind: 'digest' });
});

test('staff see that mail is not set up and what did not arrive, read it, correct the address and send it again, leave what is unclear and cancel what waits', async () => {
  const page = await back.enter(adminPages.outbox);
  const screen = new Screen(page);
  // The wrong address, and this test's own look into the frame that runs no scripts.
  for (const trouble of [/status of 422/, /frame is sandboxed/]) back.site.expectTrouble(trouble);
  await page.getByText('Mail is not set up.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: '1 bounced' }).click();
  await soon(() => new URL(page.url()).search).toBe('?state=bounced');
  await page.getByRole('link', { name: 'karim@gmial.example' }).press('Enter');

  const panel = page.getByRole('dialog', { name: 'আপনার ডেমোর লিংক' });
  await panel.getByText('550 5.1.1 No such user').waitFor();
  const words = page.frameLocator('iframe').locator('.red');
  await words.waitFor();
  expect(await words.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(200, 0, 0)');
  expect(await page.title()).toBe('Outbox | Dashboard');
  await panel.getByRole('tab', { name: 'Plain text' }).click();
  await panel.getByText('পাসওয়ার্ড: শিউলি-১২৩').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  const address = panel.getByRole('textbox', { name: 'Send to' });
  await address.fill('karim@gmail.example, other@school.example');
  await address.press('Enter');
  await panel.getByText('Enter one e-mail address').waitFor();
  await address.fill('karim@gmail.example');
  await address.press('Enter');
  await screen.toast('Nothing was sent: mail is not set up here. The mail waits.').waitFor();
  await panel.getByText('Waiting', { exact: true }).first().waitFor();
  await page.keyboard.press('Escape');
  await soon(() => panel.count()).toBe(0);
  await page.getByText('Nothing matches.').waitFor();
  // What had opened it is not in the list any more.
  await soon(() => focused(page)).toBe('Mails: table');

  const { database } = back.site.app;
  await database.updateTable('mails').set({ state: 'unclear' }).where('kind', '=', 'demo_access').execute();
  const unclear = page.getByRole('link', { name: '1 probably arrived' });
  await unclear.click();
  await page.getByRole('link', { name: 'karim@gmail.example' }).press('Enter');
  await panel.getByText('Ask the receiver before you send it again.').waitFor();
  await panel.getByRole('button', { name: 'Leave it' }).click();
  await panel.getByText('Sent', { exact: true }).first().waitFor();
  await soon(() => unclear.count()).toBe(0);

  await page.goto(adminPages.outbox);
  await page.getByRole('link', { name: 'a@school.example' }).press('Enter');
  const waiting = page.locator('.mail-panel');
  await waiting.getByRole('button', { name: 'Cancel this mail' }).press('Enter');
  await soon(() => focused(page)).toBe('Keep it');
  await page.getByRole('button', { name: 'Cancel the mail' }).press('Enter');
  await waiting.getByText('Cancelled', { exact: true }).waitFor();
});

test('a mail server that can’t be used is not saved; one that is saved is told to all owners, and put back', async () => {
  back.site.expectTrouble(/status of 422/);
  const server = await MailServer.open();
  onTestFinished(server.close);
  const page = await back.enter(adminPages.outbox, { width: phone });
  const dialog = page.getByRole('dialog', { name: 'Mail server' });
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  await page.getByRole('button', { name: 'Set up mail' }).click();
  await field('Server').fill('127.0.0.1');
  await field('Port').fill('1');
  await field('Sender').fill('প্রাঙ্গণ <hello@prangon.example>');
  expect(await faultsOf(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await field('Sender').press('Enter');
  await dialog.getByText(/127.0.0.1:1 can’t be used, so nothing was saved/).waitFor();
  await field('Port').fill(String(server.port));
  await dialog.getByRole('button', { name: 'Save and send a test mail' }).click();
  // On every screen.
  await page.getByText('changed the mail server to 127.0.0.1').waitFor();
  await page.getByRole('button', { name: 'Put back' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put back' }).click();
  await page.getByText('Mail is not set up.').waitFor();
});
