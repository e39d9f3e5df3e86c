// @module-tag full
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { kinds } from '#content/kinds.ts';
import { adminCalls, adminPages, calls, pages } from '#paths.ts';
import { dataUrl } from '../../helpers/office.ts';
import { hireStaff, rightPassword, signIn } from '../../helpers/staff.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { laidOut, scrollThrough, sidewaysScroll, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';

const office = openBackOffice();

const pencil = (site: Page, name: string) => site.getByRole('button', { name: `Edit ‘${name}’`, exact: true });
const panelOf = (site: Page) => site.getByRole('dialog', { name: /^Edit / });
const formIn = (site: Page) => site.frameLocator('.pencil-panel iframe');
const titleIn = (site: Page) => formIn(site).getByRole('textbox', { name: 'Title', exact: true });

/** The name of the pencil that has the focus. */
const focused = (site: Page) => site.locator('.pencil:focus').getAttribute('title');

async function publishNews(title: string): Promise<number> {
  const image = await dataUrl(640, 400);
  const texts = { short_title: 'নোটিশ', description: 'বিবরণ', content: '<p>লেখা</p>' };
  const { id } = await office.colleague.made(adminCalls.news, { date: '2026-11-20', title, ...texts, image });
  // While pages are made slowly, the page from before is shown.
  await soon(async () => (await office.site.app.get(pages.news, { accept: 'text/html' })).text).toContain(title);
  return id;
}

/** The public site, as the link in the back office opens it. */
async function viewSite(width = desktop, token = office.token): Promise<Page> {
  const page = await office.enter(adminPages.news, { width, token });
  const opened = page.context().waitForEvent('page');
  if (width === desktop) await page.getByRole('link', { name: 'View site' }).click();
  else {
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('menuitem', { name: 'View site' }).click();
  }
  const site = await opened;
  // The link leads to another page, which could come after this one.
  await site.waitForLoadState();
  await site.goto(pages.news);
  return site;
}

test.each([desktop, phone])('a news is edited on its page by the keyboard, at %i px', async (width) => {
  const title = `নবীনবরণ ${width}`;
  const id = await publishNews(title);
  const site = await viewSite(width);
  await laidOut(site);
  await pencil(site, title).focus();
  const place = () => pencil(site, title).boundingBox();
  const before = await place();
  expect([before?.width, before?.height]).toEqual([44, 44]);
  await site.keyboard.press('Enter');
  await formIn(site).locator('input:focus').waitFor();
  expect(await titleIn(site).inputValue()).toBe(title);
  expect((await panelOf(site).boundingBox())?.width).toBe(Math.min(width, 640));
  expect(await formIn(site).getByRole('banner').count()).toBe(0);
  expect(await formIn(site).getByRole('heading', { name: 'List' }).count()).toBe(0);

  await titleIn(site).fill(`${title} নতুন`);
  await site.keyboard.press('Enter');
  await site.getByRole('heading', { name: `${title} নতুন` }).waitFor();
  await soon(() => focused(site)).toBe(`Edit ‘${title} নতুন’`);
  expect(await panelOf(site).count()).toBe(0);
  const after = await pencil(site, `${title} নতুন`).boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  expect((await office.colleague.get(`${adminCalls.news}/${id}`)).text).toContain(`${title} নতুন`);
});

test('unsaved text asks before the panel closes, by Escape and by its button, and the focus is back', async () => {
  const title = 'বার্ষিক ক্রীড়া';
  await publishNews(title);
  const site = await viewSite();
  await site.setViewportSize({ width: desktop, height: 700 });
  await pencil(site, title).dblclick();
  await titleIn(site).fill('অসমাপ্ত');
  const question = formIn(site).getByRole('alertdialog', { name: 'Leave without saving?' });
  await site.keyboard.press('Escape');
  await question.waitFor();
  await site.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await titleIn(site).inputValue()).toBe('অসমাপ্ত');
  await panelOf(site).getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await panelOf(site).waitFor({ state: 'detached' });
  expect(await focused(site)).toBe(`Edit ‘${title}’`);

  // Without unsaved text nothing is asked.
  await site.keyboard.press('Enter');
  await formIn(site).getByRole('button', { name: 'More actions' }).click();
  await formIn(site).getByRole('menuitem', { name: 'Cancel' }).click();
  await panelOf(site).waitFor({ state: 'detached' });
  expect(await focused(site)).toBe(`Edit ‘${title}’`);
});

/** What a pencil opens: a record by its id, the details of one, or a screen. */
const form = (screen: string, id: number | '' = '', part = '') => `${screen}?panel=1&edit=${id}#${part}`;
const anyRecord = (screen: string) => new RegExp(`^${screen}\\?panel=1&edit=\\d+#$`);

test('every record and every section of the home page leads to its own form', async () => {
  const site = await viewSite();
  await site.goto(pages.home);
  await scrollThrough(site);
  const opened = () => site.locator('.pencil').evaluateAll((all: HTMLButtonElement[]) => all.map(({ value }) => value));
  const expected = async (screen: string, call: string) => {
    const { text } = await office.site.app.get(call);
    const ids = [...text.matchAll(/[{,]"id":(\d+)/g)].map(([, id]) => form(screen, Number(id)));
    expect(ids.length, screen).toBeGreaterThan(1);
    return expect.arrayContaining([form(screen), ...ids]);
  };
  for (const [screen, call] of [
    [adminPages.statistics, calls.statistics],
    [adminPages.news, `${calls.news}?page=1`],
    [adminPages.testimonials, calls.testimonials],
    [adminPages.videos, calls.videos],
    [adminPages.clients, calls.clients],
  ] as const)
    await soon(opened, 20_000).toEqual(await expected(screen, call));
  const all = await opened();
  for (const screen of [adminPages.about, adminPages.features, adminPages.packages, adminPages.downloads])
    expect(all, screen).toContainEqual(expect.stringMatching(new RegExp(`^${screen}\\?panel=1&edit=\\d`)));
  for (const part of ['hero', 'scene', 'contact']) expect(all).toContain(form(adminPages.siteSettings, '', part));
  expect(await moved(site)).toEqual([]);
});

/** What has another place without the pencils. */
function moved(site: Page): Promise<string[]> {
  return site.evaluate(() => {
    const elements = [...document.querySelectorAll('body *:not(.pencil)')];
    const places = () => elements.map((element) => JSON.stringify(element.getBoundingClientRect()));
    const before = places();
    for (const pencil of document.querySelectorAll('.pencil')) pencil.remove();
    const after = places();
    return elements.filter((_, index) => before[index] !== after[index]).map(({ className }) => String(className));
  });
}

test('the pages of records and texts, and their parts, lead to their forms too', async () => {
  const site = await viewSite();
  const pencils = site.locator('.pencil');
  const screens = new Set<string>();
  const feature = Number(/"id":(\d+)/.exec((await office.site.app.get(calls.features)).text)?.[1]);
  for (const [path, selector, opens] of [
    [pages.featureDetails(feature), '.feature-page', `${adminPages.features}?panel=1&details=${feature}#`],
    [pages.about, 'article', form(adminPages.about)],
    [pages.packages, '.compare-page th', anyRecord(adminPages.packages)],
    [pages.packages, '.faq details', anyRecord(adminPages.faq)],
    [pages.clients, '.clients-grid li', anyRecord(adminPages.clients)],
    [pages.privacy, 'section', anyRecord(adminPages.pages)],
    [pages.home, '.hero', form(adminPages.siteSettings, '', 'hero')],
  ] as const) {
    await site.goto(path);
    await laidOut(site);
    expect(await site.locator(`${selector} > .pencil`).first().getAttribute('value')).toMatch(opens);
    const forms = await pencils.evaluateAll((all: HTMLButtonElement[]) => all.map(({ value }) => value));
    for (const form of forms) screens.add(new URL(form, 'http://x').pathname);
    if (path === pages.packages) expect(await moved(site)).toEqual([]);
  }
  // Their names stand on the cards of others.
  const nameless: string[] = [adminPages.featureCategories, adminPages.featureSubCategories, adminPages.featureScreens];
  const expected = kinds.map(({ path }) => path).filter((path) => !nameless.includes(path));
  expect([...screens]).toEqual(expect.arrayContaining(expected));
});

test('nothing stands in the way of anybody with the panel open, in either theme; paper has no pencils', async () => {
  const site = await viewSite(phone);
  await laidOut(site);
  expect(await faultsInBothThemes(site)).toEqual([]);
  await site.locator('.pencil').nth(1).click();
  await soon(() => titleIn(site).inputValue()).not.toBe('');
  expect(await faultsInBothThemes(site)).toEqual([]);
  expect(await sidewaysScroll(site)).toBeLessThanOrEqual(0);
  await site.emulateMedia({ media: 'print' });
  expect(await site.locator('.pencil').first().isVisible()).toBe(false);
});

/** Resolves when what waits for a calm moment has had one. */
const calm = (site: Page) => site.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

test('visitors and viewers get no pencils and load nothing of them; who signs out has none either', async () => {
  const { app } = office.site;
  const requests: string[] = [];
  const before = async (page: Page) => void page.on('request', (request) => requests.push(request.url()));
  const visitor = await office.site.visit(pages.news, { before });
  await scrollThrough(visitor);
  await calm(visitor);

  const viewer = await viewSite(desktop, await signIn(app, await hireStaff(app, 'Rafiq Islam', 'viewer')));
  await before(viewer);
  await viewer.reload();
  await calm(viewer);
  expect(requests.length).toBeGreaterThan(2);
  expect(requests.filter((url) => url.includes('pencils'))).toEqual([]);
  expect((await visitor.locator('.pencil').count()) + (await viewer.locator('.pencil').count())).toBe(0);

  // A key from before the role was changed.
  await viewer.evaluate(() => localStorage.setItem('pencils', 'yes'));
  await viewer.reload();
  await viewer.locator('.pencil').first().click();
  await formIn(viewer).getByText('Your role, Viewer, can’t change this. Ask an owner if you need it.').waitFor();
  await panelOf(viewer).getByRole('button', { name: 'Close' }).click();
  await soon(() => viewer.locator('.pencil:visible').count()).toBe(0);

  const site = await viewSite();
  await site.locator('.pencil').first().waitFor();
  const page = site.context().pages()[0] as Page;
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(pages.home);
  await soon(() => site.locator('.pencil:visible').count()).toBe(0);
  await calm(page);
  expect(await page.locator('.pencil').count()).toBe(0);
});

test('after the end of the session the panel asks to sign in, and goes on with the record', async () => {
  office.site.expectTrouble(/status of 401|CallError/);
  await publishNews('ছুটির নোটিশ');
  const staff = await hireStaff(office.site.app, 'Farida Yasmin');
  const site = await viewSite(phone, await signIn(office.site.app, staff));
  await pencil(site, 'ছুটির নোটিশ').waitFor();
  await office.site.app.database.deleteFrom('sessions').where('user_id', '=', staff.id).execute();
  await pencil(site, 'ছুটির নোটিশ').click();
  const form = formIn(site);
  await form.locator('input[type=email]').fill(staff.email);
  await form.locator('input[type=password]').fill(rightPassword);
  await form.locator('button[type=submit]').click();
  await soon(() => titleIn(site).inputValue()).toBe('ছুটির নোটিশ');
});
