import { afterEach, expect, test } from 'vitest';
import { builtInHero } from '#content/settings/built-in.ts';
import { adminCalls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { access } from '../../../test/helpers/demo-access.ts';
import { MailServer } from '../../../test/helpers/mail-server.ts';
import { openOffice } from '../../../test/helpers/office.ts';
import { demoFormStrings, demoRequestTexts } from './schema.ts';

let app: TestApp;
let mailServer: MailServer;
afterEach(async () => {
  await app.close();
  await mailServer.close();
});

test('who asks for a demo is told of a mail where one comes, with and without JavaScript', async () => {
  mailServer = await MailServer.open();
  app = await openTestApp({ env: { SMTP_URL: mailServer.url } });
  // There is nothing to mail yet.
  expect(await isMailed(1)).toBe(false);
  expect(await shownAfter(4)).toContain(demoFormStrings.keptLine);
  // Kept pages too: they are made anew with the access.
  expect(await promisesOn(pages.home)).toBe(false);
  expect(await promisesOn(pages.features)).toBe(false);
  const office = await openOffice(app);
  const saved = await office.put(adminCalls.demoAccess, access);
  expect(saved.status, saved.text).toBe(200);
  expect(await promisesOn(pages.home)).toBe(true);
  expect(await promisesOn(pages.features)).toBe(true);
  expect(await isMailed(2)).toBe(true);
  await expect.poll(() => mailServer.to(visitor(2).email).length).toBe(1);
  const page = await shownAfter(3);
  expect(page).toContain(demoRequestTexts.sent);
  // Bengali first, then the specified words, then what to do where no mail comes.
  const order = [demoFormStrings.sentLine, demoRequestTexts.sent, ...demoFormStrings.nextMailed].map((said) =>
    page.indexOf(said),
  );
  expect(Math.min(...order)).toBeGreaterThan(0);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
});

/** What the answer to a program says, and the form goes by. */
async function isMailed(person: number): Promise<boolean> {
  const answer = await app.requestDemo(visitor(person), {}, `127.0.8.${person}`);
  return answer.json<{ data: { mailed: boolean } }>().data.mailed;
}

/** The page that somebody without JavaScript is led to. */
async function shownAfter(person: number): Promise<string> {
  const sent = await app.send('/demo-request', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ _token: app.token, page: '/', ...visitor(person) }).toString(),
    from: `127.0.8.${person}`,
  });
  const [cookie = ''] = String(sent.headers['set-cookie']).split(';');
  return (await app.get('/?demo=1', { cookie, accept: 'text/html' })).text;
}

/** Whether the page says that a demo link is mailed. */
async function promisesOn(path: string): Promise<boolean> {
  const { text } = await app.get(path, { accept: 'text/html' });
  return text.includes(builtInHero.hint) || text.includes('ডেমো লিংক ও পাসওয়ার্ড সেখানেই যাবে।');
}
