import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { decryptMail } from '#mail/queue.server.ts';
import { adminPages, calls, pages } from '#paths.ts';
import { endSessionOfToken } from '../../../src/platform/session/sessions.server.ts';
import { said } from '../../helpers/specified-texts.ts';
import { hireStaff, rightPassword, signIn as tokenFor } from '../../helpers/staff.ts';
import { focused, soon } from '../helpers/page.ts';
import { phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { wholeDraftsOn } from './helpers/drafts.ts';
import { toast } from './helpers/inbox.ts';

const office = openBackOffice();
const { site } = office;

beforeEach(async () => {
  await site.app.empty('failed_attempts', 'rate_limits');
});

const email = (page: Page) => page.getByRole('textbox', { name: 'ইমেইল' });
const password = (page: Page) => page.getByLabel('পাসওয়ার্ড', { exact: true });
const login = (page: Page) => page.locator('button[type=submit]');
const tokenOf = (page: Page) =>
  page.evaluate(() => {
    const start = localStorage.getItem('token-until-closed');
    return start && start + /browser-open=([\w-]+)/.exec(document.cookie)?.[1];
  });
const userOf = (token: string | null) =>
  site.app.send(calls.signedInUser, { headers: { authorization: `Bearer ${token}` } });
const at = (page: Page) => new URL(page.url()).pathname;

async function signIn(page: Page, word = rightPassword): Promise<void> {
  await email(page).fill(office.staff.email);
  await password(page).fill(word);
  await login(page).click();
}

async function signedIn(): Promise<Page> {
  const page = await site.visit(pages.login);
  await signIn(page);
  await page.waitForURL(`**${adminPages.dashboard}`);
  return page;
}

test('Signing in says what is wrong, keeps the address, shows the password, and leads to the dashboard', async () => {
  site.expectTrouble(/status of (401|422)/);
  const page = await site.visit(pages.login, { width: phone });
  await login(page).click();
  await soon(() => email(page).getAttribute('aria-invalid')).toBe('true');
  await soon(() => focused(page)).toBe(await email(page).getAttribute('id'));
  expect(await page.locator('.field-error').count()).toBe(2);

  await signIn(page, 'not the password');
  const alert = page.getByRole('alert').filter({ hasText: said.noSuchCredential });
  await alert.getByText('ইমেইল বা পাসওয়ার্ড মেলেনি।').waitFor();
  expect(await email(page).inputValue()).toBe(office.staff.email);

  await page.getByRole('button', { name: 'পাসওয়ার্ড দেখান' }).click();
  expect(await password(page).getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'পাসওয়ার্ড লুকান' }).click();
  expect(await password(page).getAttribute('type')).toBe('password');
  await password(page).fill(rightPassword);
  await password(page).press('Enter');
  await toast(page, 'Signed in successfully').waitFor();
  await page.waitForURL(`**${adminPages.dashboard}`);
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await soon(() => page.title()).toBe('Dashboard | Dashboard');
});

const kept = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token') !== null, localStorage.getItem('token-until-closed') !== null]);

test('Remember me keeps the session when the browser is closed, else what stays on the disk opens nothing', {
  tags: ['full'],
}, async () => {
  const page = await site.visit(pages.login);
  await page.getByRole('checkbox', { name: 'Remember me' }).check();
  await signIn(page);
  await page.waitForURL(`**${adminPages.dashboard}`);
  expect(await kept(page)).toEqual([true, false]);
  await page.goto(`${site.app.url}${pages.login}?to=${adminPages.clients}`);
  await page.waitForURL(`**${adminPages.clients}`);
  const other = await signedIn();
  expect(await kept(other)).toEqual([false, true]);

  for (const [left, reopens] of [
    [page, adminPages.clients],
    [other, pages.login],
  ] as const) {
    const { origins } = await left.context().storageState();
    const reopened = await site.visit(adminPages.clients, { storageState: { cookies: [], origins } });
    await soon(() => at(reopened)).toBe(reopens);
    await reopened.getByRole('heading', { level: 1 }).waitFor();
  }
  expect((await userOf(await tokenOf(other))).status).toBe(200);
  const { origins } = await other.context().storageState();
  for (const { value } of origins.flatMap(({ localStorage }) => localStorage))
    expect((await userOf(value)).status).toBe(401);
});

describe('A second tab', () => {
  /** Whatever the storages of the browser hold. */
  const typedText = async (page: Page) => {
    const storages = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    return storages + JSON.stringify(await wholeDraftsOn(page));
  };

  test('ends with a sign-out in the first one, which asks about what was typed there; nothing of it stays', {
    tags: ['full'],
  }, async () => {
    const page = await signedIn();
    const second = await page.context().newPage();
    await second.goto(adminPages.faq);
    await second.getByRole('textbox', { name: 'Question' }).fill('কবে শুরু হবে?');
    await soon(() => typedText(page)).toContain('কবে শুরু হবে?');
    const signOut = page.getByRole('main').getByRole('button', { name: 'Sign out' });
    await signOut.click();
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await signOut.click();
    await page.getByRole('button', { name: 'Discard and sign out' }).click();
    await second.waitForURL(`**${pages.login}?**`);
    await page.waitForURL(`${site.app.url}/`);
    for (const tab of [page, second]) expect(await typedText(tab)).not.toContain('কবে');

    await signIn(second);
    await second.waitForURL(`**${adminPages.faq}`);
    await second.getByRole('textbox', { name: 'Question' }).waitFor();
    expect(await second.getByRole('button', { name: 'Restore' }).count()).toBe(0);
  });

  test('goes on where the same person signs in again in the first one, and begins anew as somebody else', {
    tags: ['full'],
  }, async () => {
    site.expectTrouble(/status of 401|Unauthenticated/);
    const page = await signedIn();
    const second = await page.context().newPage();
    await second.goto(adminPages.faq);
    await second.getByRole('textbox', { name: 'Question' }).fill('কবে শেষ হবে?');
    await endSessionOfToken(site.app.database, (await tokenOf(second)) ?? '');
    await second.getByRole('button', { name: 'Add', exact: true }).click();
    await second.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.goto(pages.login);
    await signIn(page);
    await page.waitForURL(`**${adminPages.dashboard}`);
    await second.getByRole('dialog', { name: 'Sign in again' }).waitFor({ state: 'detached' });
    expect(await second.getByRole('textbox', { name: 'Question' }).inputValue()).toBe('কবে শেষ হবে?');

    const other = await hireStaff(site.app, 'Tanvir Hasan');
    await page.evaluate(
      (token) => {
        localStorage.setItem('token', token);
        localStorage.removeItem('token-until-closed');
      },
      await tokenFor(site.app, other),
    );
    await second.getByRole('button', { name: 'Account of Tanvir Hasan' }).waitFor();
  });
});

describe('The guard', () => {
  test('sends strangers to the login, and then to where they were going', { tags: ['full'] }, async () => {
    const page = await site.visit(`${adminPages.clients}?page=2`);
    const refused = toast(page, 'You are not logged in! Please log in to access this page.');
    // Its time stands still meanwhile.
    await refused.hover();
    await soon(() => at(page)).toBe(pages.login);
    await email(page).fill(office.staff.email);
    await password(page).fill(rightPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${adminPages.clients}?page=2`);
    await soon(() => refused.count()).toBe(0);
    await page.getByText('Showing 11 to 16 of 16').waitFor();
  });

  test('never leads to another site after signing in', { tags: ['full'] }, async () => {
    const page = await site.visit(`${pages.login}?to=${encodeURIComponent('//evil.example/admin/x')}`);
    await signIn(page);
    await page.waitForURL(`${site.app.url}${adminPages.dashboard}`);
  });

  test('says when it could not find out who is there', { tags: ['full'] }, async () => {
    site.expectTrouble(/500|CallError|Server Error/);
    const page = await site.visit(adminPages.news, {
      storageState: {
        cookies: [],
        origins: [{ origin: site.app.url, localStorage: [{ name: 'token', value: office.token }] }],
      },
      before: (page) =>
        page.route(`**${calls.signedInUser}`, (route) =>
          route.fulfill({ status: 500, json: { message: 'Server Error' } }),
        ),
    });
    await toast(page, 'An error occurred. Please try again later.').waitFor();
    await soon(() => at(page)).toBe(pages.login);
  });
});

test('Signing out ends the session, goes to the site, and says so there', { tags: ['full'] }, async () => {
  // The bell may ask once more before it is gone.
  site.expectTrouble(/status of 401 .*\/admin\/notifications/);
  const page = await signedIn();
  const token = await tokenOf(page);
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${site.app.url}/`);
  await page.getByRole('status').getByText('Signed out successfully').waitFor();
  expect(await tokenOf(page)).toBe(null);
  expect((await userOf(token)).status).toBe(401);
  // Said once: not again when the page is loaded anew.
  await page.reload();
  await page.waitForLoadState('networkidle');
  expect(await page.getByText('Signed out successfully').count()).toBe(0);
});

test('A sign-out that does not reach the server is told, and the session ends as soon as it can', {
  tags: ['full'],
}, async () => {
  site.expectTrouble(/ERR_FAILED|could not be reached|status of 401|Failed to fetch/);
  const page = await signedIn();
  const token = await tokenOf(page);
  await page.route(`**${calls.logout}`, (route) => route.abort());
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Signed out on this device only').waitFor();
  expect((await userOf(token)).status).toBe(200);
  await page.unroute(`**${calls.logout}`);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByText('Signed out successfully').waitFor();
  expect((await userOf(token)).status).toBe(401);
  expect(await page.evaluate(() => Object.values(localStorage))).not.toContain(token);
});

describe('The sign-in form works before its code is there', () => {
  test('what was typed and sent is taken over', { tags: ['full'] }, async () => {
    const { page, release } = await visitHeld();
    expect(await page.locator('html').getAttribute('lang')).toBe('bn');
    expect(await page.getByText('Forgot password?').isVisible()).toBe(true);
    await signIn(page);
    release();
    await page.waitForURL(`**${adminPages.dashboard}`);
  });

  test('who is typing meanwhile loses no letter', { tags: ['full'] }, async () => {
    const { page, release } = await visitHeld();
    await email(page).pressSequentially('rahim@pran');
    // Between the two forms a key has to find a field at any time.
    const between = page.evaluate(
      () =>
        new Promise((resolve) => {
          const form = document.querySelector('form[data-early]');
          new MutationObserver(() => {
            if (!form?.isConnected) resolve(document.activeElement?.getAttribute('name'));
          }).observe(document.body, { childList: true, subtree: true });
        }),
    );
    release();
    expect(await between).toBe('email');
    await page.keyboard.type('gon.example');
    expect(await email(page).inputValue()).toBe('rahim@prangon.example');
  });

  async function visitHeld() {
    const held = Promise.withResolvers<void>();
    const before = (page: Page) =>
      page.route('**/assets/login-page-*.js', async (route) => {
        await held.promise;
        await route.continue();
      });
    return { page: await site.visit(pages.login, { before }), release: held.resolve };
  }
});

test('A forgotten password is replaced through the mailed link, and the new one signs in', {
  tags: ['full'],
}, async () => {
  site.expectTrouble(/status of (422|400)/);
  const page = await site.visit(pages.login);
  await page.getByRole('link', { name: 'পাসওয়ার্ড ভুলে গেছেন?' }).click();
  // The login has a field of the same name.
  await page.getByRole('heading', { name: 'পাসওয়ার্ড ভুলে গেছেন?' }).waitFor();
  await email(page).fill('not an address');
  await login(page).click();
  await soon(() => page.locator('.field-error').count()).toBe(1);
  await email(page).fill(office.staff.email);
  await login(page).click();
  // No site of these journeys has a mail server, and none says that something was sent.
  await page.getByText('এই সাইটে এখনো ইমেইল চালু করা হয়নি').waitFor();

  const link = await mailedLink();
  await page.goto(link);
  const fresh = page.getByLabel('নতুন পাসওয়ার্ড', { exact: true });
  await fresh.fill('short');
  await login(page).click();
  await soon(() => fresh.getAttribute('aria-invalid')).toBe('true');
  await fresh.fill('কদম ফুটেছে ৪৫৬');
  await login(page).click();
  await toast(page, 'নতুন পাসওয়ার্ড রাখা হয়েছে।').waitFor();
  await soon(() => at(page)).toBe(pages.login);
  await signIn(page, 'কদম ফুটেছে ৪৫৬');
  await page.waitForURL(`**${adminPages.dashboard}`);

  const again = await site.visit(link.slice(link.indexOf(pages.resetPassword)));
  await again.getByLabel('নতুন পাসওয়ার্ড', { exact: true }).fill('কদম ফুটেছে ৭৮৯');
  await login(again).click();
  await again.getByRole('alert').getByText('লিংকটি আর কাজ করে না।').waitFor();
});

/** The address in the mail with a link, on the port of this test. */
async function mailedLink(): Promise<string> {
  const mails = site.app.database.selectFrom('mails').selectAll().where('kind', '=', 'password_reset');
  await soon(async () => (await mails.execute()).length).toBe(1);
  const mail = await mails.executeTakeFirstOrThrow();
  return /\/reset-password\?\S+/.exec(decryptMail(site.app.settings, mail).text)?.[0] ?? '';
}
