import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { adminPages, calls, leadPage, pages } from '#paths.ts';
import { PushBrowser } from '../../helpers/push-browser.ts';
import { hireStaff, signIn } from '../../helpers/staff.ts';
import { soon } from '../helpers/page.ts';
import { phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';

const office = openBackOffice();
let token: string;
beforeAll(async () => {
  token = await signIn(office.site.app, await hireStaff(office.site.app, 'Nadia Islam', 'sales'));
});

beforeEach(() => office.site.app.empty('push_subscriptions'));

const { subscription } = new PushBrowser('https://push.example/1');
const offer = 'Ring on this device when a lead comes';
const stop = 'It rings here when a lead comes: turn off';

/** A browser without a window lets nobody notify, and no push service knows it: what a real one would answer. */
async function enter(path: string, answer: NotificationPermission, as = token): Promise<Page> {
  const before = (page: Page) =>
    page.addInitScript(
      ([object, answer]) => {
        let permission = 'default';
        Object.defineProperty(Notification, 'permission', { get: () => permission });
        Notification.requestPermission = async () => {
          permission = answer;
          return answer;
        };
        PushManager.prototype.subscribe = async () => ({ toJSON: () => object }) as unknown as PushSubscription;
      },
      [subscription, answer] as const,
    );
  const page = await office.enter(path, { token: as, width: phone, serviceWorkers: 'allow', before });
  page.setDefaultTimeout(20_000);
  return page;
}
const stored = async () =>
  (await office.site.app.database.selectFrom('push_subscriptions').select('subscription').execute()).map(
    (row) => JSON.parse(row.subscription).endpoint,
  );

test('one press in Today rings this browser, and another one stops it', async () => {
  const page = await enter(pages.admin, 'granted');
  await page.getByRole('button', { name: offer }).click();
  await page.getByRole('button', { name: stop }).waitFor();
  expect(await stored()).toEqual(['https://push.example/1']);
  await page.getByRole('button', { name: stop }).click();
  await page.getByRole('button', { name: offer }).waitFor();
  expect(await stored()).toEqual([]);
});

test('a push becomes a notification; *Call* calls, a press opens the lead, in the window of the office that is there', async () => {
  const page = await enter(pages.admin, 'granted');
  await page.getByRole('button', { name: offer }).click();
  await page.getByRole('button', { name: stop }).waitFor();
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('No service worker');
  // Only a hand may bring a window to the front, or open one: what the browser is asked for is noted instead.
  await worker.evaluate(() => {
    const scope = self as unknown as { registration: object; clients: object; asked: unknown[]; hasWindow: boolean };
    scope.asked = [];
    scope.hasWindow = true;
    const note = async (...what: unknown[]) => void scope.asked.push(what);
    const path = `${location.origin}/admin/dashboard`;
    const window = { url: path, focus: async () => window, navigate: (url: string) => note('navigate', url) };
    const outside = { ...window, url: `${location.origin}/login`, navigate: (url: string) => note('wrong', url) };
    Object.assign(scope.registration, { showNotification: (...all: unknown[]) => note('show', ...all) });
    Object.assign(scope.clients, {
      openWindow: (url: string) => note('open', url),
      matchAll: async () => [outside, ...(scope.hasWindow ? [window] : [])],
    });
  });
  const asked = () => worker.evaluate(() => (self as unknown as { asked: unknown[] }).asked);
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(office.site.app.url));
      if (ours) resolve(ours.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const options = { body: 'রহিম · কুমিল্লা', tag: 'lead 7', data: leadPage(7), actions: [{ action: 'tel:+8801' }] };
  const shown = ['New lead: শাপলা উচ্চ বিদ্যালয়', options];
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: office.site.app.url,
    registrationId: await registered,
    data: JSON.stringify(shown),
  });
  await soon(asked).toEqual([['show', ...shown]]);

  const press = (action: string, hasWindow: boolean) =>
    worker.evaluate(
      async ([action, hasWindow, data]) => {
        Object.assign(self, { asked: [], hasWindow });
        const works: Promise<unknown>[] = [];
        const waitUntil = (work: Promise<unknown>) => works.push(work);
        const notification = { data, close: () => (self as unknown as { asked: unknown[] }).asked.push('close') };
        self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil, action }));
        await Promise.all(works);
        return (self as unknown as { asked: unknown[] }).asked;
      },
      [action, hasWindow, leadPage(7)] as const,
    );
  expect(await press('tel:+8801', true)).toEqual(['close', ['open', 'tel:+8801']]);
  expect(await press('', true)).toEqual(['close', ['navigate', leadPage(7)]]);
  expect(await press('', false)).toEqual(['close', ['open', leadPage(7)]]);
});

test('who denies it reads how to allow it; without a network it says so', async () => {
  const page = await enter(pages.admin, 'denied');
  const button = page.getByRole('button', { name: offer });
  await button.click();
  await page.getByText('This browser may not ring when a lead comes.').waitFor();
  expect(await button.count()).toBe(0);

  office.site.expectTrouble(/ERR_FAILED|Failed to load resource|net::/);
  const other = await enter(pages.admin, 'granted');
  await other.getByRole('button', { name: offer }).waitFor();
  await other.route(`**${calls.pushSubscriptions}`, (route) => route.abort());
  await other.getByRole('button', { name: offer }).click();
  await other.getByText('That did not work. Check your connection').waitFor();
  await other.getByRole('button', { name: offer }).waitFor();
  expect(await stored()).toEqual([]);
});

test('owners have it in their profile; viewers, and browsers that can’t, have nothing', async () => {
  const { app } = office.site;
  const profile = await enter(adminPages.profile, 'granted', office.token);
  await profile.getByRole('button', { name: offer }).click();
  await profile.getByRole('button', { name: stop }).waitFor();
  const viewer = await enter(
    adminPages.profile,
    'granted',
    await signIn(app, await hireStaff(app, 'Viewer', 'viewer')),
  );
  await viewer.getByText('Mails about demo requests').waitFor();
  expect(await viewer.getByRole('button', { name: offer }).count()).toBe(0);
  const old = await office.enter(adminPages.profile, {
    width: phone,
    before: (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager')),
  });
  await old.getByText('Mails about demo requests').waitFor();
  expect(await old.getByRole('button', { name: stop }).count()).toBe(0);
});
