import { describe, expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { said } from '../helpers/specified-texts.ts';
import { faultsOf } from './helpers/faults-of.ts';
import { sidewaysScroll, soon } from './helpers/page.ts';
import { desktop, openSite, phone } from './helpers/site.ts';

const site = openSite();

describe('The search', () => {
  test('offers hits while somebody types, and the keyboard chooses one', async () => {
    const page = await site.visit(pages.home, { width: desktop });
    await page.getByRole('link', { name: 'খুঁজুন' }).first().click();
    await page.waitForURL(`**${pages.search}`);
    const field = page.getByLabel('কী খুঁজছেন?');
    await field.click();
    await page.locator('[data-island="search-box"][data-awake="yes"]').waitFor();
    await page.keyboard.type('ভর্তী');
    const offers = page.getByRole('option');
    await soon(() => offers.count()).toBeGreaterThan(2);
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    expect(await page.getByRole('option').first().locator('mark').innerText()).toContain('ভর্তি');
    expect(await faultsOf(page)).toEqual([]);

    await page.keyboard.press('ArrowDown');
    const chosen = page.getByRole('option', { selected: true });
    expect(await chosen.getAttribute('id')).toBe(await field.getAttribute('aria-activedescendant'));
    await page.keyboard.press('Escape');
    expect(await offers.count()).toBe(0);
    expect(await field.inputValue()).toBe('ভর্তী');
    await page.keyboard.press('ArrowDown');
    await soon(() => offers.count()).toBeGreaterThan(2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${pages.features}/details/*`);
  });

  test('says below the field where there is nothing to offer, and where it could not look', async () => {
    site.expectTrouble(/api\/search/);
    const page = await site.visit(pages.search, { width: phone });
    await page.getByLabel('কী খুঁজছেন?').click();
    await page.locator('[data-island="search-box"][data-awake="yes"]').waitFor();
    await page.keyboard.type('কখগঘঙচ');
    const said = page.locator('.search-said');
    await soon(() => said.innerText()).toBe('‘কখগঘঙচ’ লিখে কিছু পাওয়া যায়নি। অন্যভাবে লিখে বা শব্দ কমিয়ে দেখুন।');
    await page.route('**/api/search*', (route) => route.abort());
    await page.keyboard.type('ছ');
    await soon(() => said.innerText()).toBe('এখন খোঁজা গেল না। একটু পরে আবার চেষ্টা করুন।');
  });

  test.each([true, false])('answers on a page of its own, with JavaScript: %s', async (javaScriptEnabled) => {
    const page = await site.visit(pages.search, { width: phone, javaScriptEnabled });
    await page.getByLabel('কী খুঁজছেন?').fill('হাজীরা');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${pages.search}?q=*`);
    expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toMatch(/^[০-৯]+টি লেখা পাওয়া গেছে$/);
    expect(await page.locator('main mark').count()).toBeGreaterThan(3);
    expect(await sidewaysScroll(page)).toBe(0);
    if (javaScriptEnabled) expect(await faultsOf(page)).toEqual([]);
    await page.goto(pages.searchFor('কখগঘঙচ'));
    expect(await page.locator('main').innerText()).toContain(said.noData);
  });
});

describe('The price calculator', () => {
  test('calculates while somebody types, keeps it in the address and takes it along to the demo form', async () => {
    const page = await site.visit(pages.packages, { width: phone });
    const field = page.getByLabel('শিক্ষার্থীর সংখ্যা');
    await field.click();
    await field.pressSequentially('৩৫০');
    const table = page.getByRole('table', { name: 'কলেজ' }).last();
    await soon(() => table.innerText()).toContain('৳ ৩৪,০০০');
    expect(new URL(page.url()).search).toBe('?students=350');
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await faultsOf(page)).toEqual([]);

    await page.getByRole('button', { name: 'খরচ দেখুন' }).click();
    await table.getByRole('link', { name: 'পল্লব (কলেজ), ৩৫০ শিক্ষার্থী' }).click();
    const kept = () => page.evaluate(() => sessionStorage.getItem('chosen-package'));
    await soon(kept).toContain('পল্লব (কলেজ), ৩৫০ শিক্ষার্থী');
  });

  test('is a form that leads to the same page without JavaScript, and says what is wrong', async () => {
    const page = await site.visit(pages.packages, { width: phone, javaScriptEnabled: false });
    const field = page.getByLabel('শিক্ষার্থীর সংখ্যা');
    await field.fill('অনেক');
    await page.getByRole('button', { name: 'খরচ দেখুন' }).click();
    await page.waitForURL('**/packages?students=*');
    expect(await page.locator('.field-error').innerText()).toContain('একটি সংখ্যা লিখুন');
    expect(await field.inputValue()).toBe('অনেক');
    await field.fill('350');
    await page.getByRole('button', { name: 'খরচ দেখুন' }).click();
    await page.waitForURL('**/packages?students=350*');
    expect(await page.getByRole('table', { name: 'কলেজ' }).last().innerText()).toContain('৳ ৩৪,০০০');
  });
});
