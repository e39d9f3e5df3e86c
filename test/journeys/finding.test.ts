import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { faultsOf } from './helpers/faults-of.ts';
import { focused, sidewaysScroll, soon } from './helpers/page.ts';
import { desktop, openSite, phone } from './helpers/site.ts';

const site = openSite();

describe('The search', () => {
  test('offers hits while somebody types, and the keyboard chooses one', async () => {
    const page = await site.visit(pages.home, { width: desktop });
    await page.getByRole('link', { name: 'খুঁজুন' }).first().click();
    await page.waitForURL(`**${pages.search}`);
    const field = page.getByLabel('কী খুঁজছেন?');
    // By itself, but not before the page is drawn.
    await soon(() => focused(page)).toBe('search-field');
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

  test('says below the field where there is nothing to offer, and where it could not look', {
    tags: ['full'],
  }, async () => {
    site.expectTrouble(/api\/search/);
    const page = await site.visit(pages.search, { width: phone });
    await page.getByLabel('কী খুঁজছেন?').click();
    await page.locator('[data-island="search-box"][data-awake="yes"]').waitFor();
    await page.keyboard.type('কখগঘঙচ');
    const status = page.locator('.search-status');
    await soon(() => status.innerText()).toBe('‘কখগঘঙচ’ লিখে কিছু পাওয়া যায়নি');
    await page.route('**/api/search*', (route) => route.abort());
    await page.keyboard.type('ছ');
    await soon(() => status.innerText()).toBe('এখন খোঁজা গেল না। একটু পরে আবার চেষ্টা করুন।');
  });

  test('answers on a page of its own without JavaScript, a question of price with the calculation', {
    tags: ['full'],
  }, async () => {
    const page = await site.visit(pages.search, { width: phone, javaScriptEnabled: false });
    await page.getByLabel('কী খুঁজছেন?').fill('৪৫০ ছাত্রের মাদ্রাসা কত');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'মাদ্রাসা: পল্লব, ৪৫০ শিক্ষার্থী: মাসে ৳ ১,২০০' }).click();
    await page.waitForURL(`**${pages.packages}?*`);
    expect(await page.locator('.quote-page').innerText()).toContain('৳ ১,২০০');
  });
});

test('The page of a feature leads to the package that has it, and that one back', { tags: ['full'] }, async () => {
  const page = await site.visit(pages.features, { width: phone });
  await page.getByRole('link', { name: 'লাইব্রেরি' }).click();
  // What was not rendered yet has no inner text.
  await page.locator('.price-line').scrollIntoViewIfNeeded();
  await soon(() => page.locator('.price-line li').allInnerTexts()).toEqual([
    'স্কুল ও কিন্ডারগার্টেন\nমহীরুহ প্যাকেজে, মাসে ৳ ২,৫০০ থেকে',
    'কলেজ\nমহীরুহ প্যাকেজে, মাসে ৳ ৩,৫০০ থেকে',
    'মাদ্রাসা\nমহীরুহ প্যাকেজে, মাসে ৳ ২,০০০ থেকে',
  ]);
  await page.locator('.price-line a').last().click();
  await page.getByRole('columnheader', { name: 'মহীরুহ' }).waitFor();
  expect(await page.locator('.compare-kinds [aria-current]:visible').innerText()).toBe('মাদ্রাসা');
  await page.getByRole('link', { name: 'লাইব্রেরি' }).click();
  await page.waitForURL(/features\/details/);
});

describe('The price calculator', () => {
  test('recommends one package with its cost, and takes it along to the demo form', async () => {
    const page = await site.visit(pages.packages, { viewport: { width: 360, height: 640 }, width: 360 });
    await page.getByLabel('প্রতিষ্ঠানের ধরন').selectOption('মাদ্রাসা');
    await page.getByLabel('শিক্ষার্থীর সংখ্যা').fill('৪৫০');
    await page.getByRole('button', { name: 'খরচ দেখুন' }).click();
    await page.waitForURL('**/packages?kind=*&students=*#quote');
    const quote = page.getByRole('article', { name: 'পল্লব' });
    await soon(() => focused(page)).toBe('quote');
    // The whole of what it costs is in sight, under a line that says what was asked.
    const box = (locator: Locator) => locator.evaluate((node) => node.getBoundingClientRect().toJSON());
    await soon(async () => (await box(quote.locator('dl'))).bottom).toBeLessThan(640);
    const folded = page.getByText('মাদ্রাসা · ৪৫০ জন · বদলান');
    expect((await box(folded)).top).toBeGreaterThan((await box(page.locator('.site-header'))).bottom - 1);
    expect(await page.getByLabel('শিক্ষার্থীর সংখ্যা').isVisible()).toBe(false);
    await folded.click();
    expect(await page.getByLabel('শিক্ষার্থীর সংখ্যা').inputValue()).toBe('৪৫০');
    await folded.click();
    for (const words of ['৪৫০ জন শিক্ষার্থী', '৳ ২১,৪০০', '৳ ১৪,৪০০', '৳ ১,২০০', '৳ ২.৭'])
      expect(await quote.innerText()).toContain(words);
    await quote.getByRole('link', { name: 'এর বাইরে যা লাগে' }).click();
    await soon(async () => (await box(page.getByText('এসএমএস: প্রতিটি ৫০ পয়সা').first())).top).toBeLessThan(640);
    expect(await page.getByText('এই ধরনের সব প্যাকেজের খরচ').isVisible()).toBe(true);
    expect(await quote.getByRole('link', { name: 'হোয়াটসঅ্যাপে পাঠান' }).getAttribute('href')).toContain('packages%3Fkind');
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await faultsOf(page)).toEqual([]);

    await quote.getByRole('link', { name: 'এই প্যাকেজের ডেমো চাই' }).click();
    await page.locator('[data-island="demo-form"][data-awake="yes"]').waitFor();
    await page.goto(pages.home);
    const form = page.locator('#demo');
    await page.getByRole('button', { name: 'ডেমোর জন্য যোগাযোগ করুন' }).first().click();
    await form.getByText('পল্লব (মাদ্রাসা), ৪৫০ শিক্ষার্থী').waitFor();
    expect(await form.getByRole('link', { name: 'বদলান' }).getAttribute('href')).toContain('students=450');
    await form.getByRole('button', { name: 'বাদ দিন' }).click();
    await soon(() => form.getByText('আপনার বাছাই').count()).toBe(0);
  });

  test('without a calculation, all kinds and what is extra print on one sheet', { tags: ['full'] }, async () => {
    const page = await site.visit(pages.packages, { width: phone });
    await page.emulateMedia({ media: 'print' });
    const tables = page.locator('.compare-page');
    expect(await tables.count()).toBeGreaterThan(3);
    for (const table of await tables.all()) expect(await table.isVisible()).toBe(true);
    await page.getByRole('heading', { name: 'এর বাইরে যা লাগে' }).waitFor();
    expect(await page.locator('#demo').isVisible()).toBe(false);
    const paper = await page.pdf({ format: 'A4' });
    expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  test('works without JavaScript, says what is wrong, and prints one page for the committee', {
    tags: ['full'],
  }, async () => {
    const page = await site.visit(pages.packages, { width: phone, javaScriptEnabled: false });
    const field = page.getByLabel('শিক্ষার্থীর সংখ্যা');
    await field.fill('অনেক');
    await page.getByRole('button', { name: 'খরচ দেখুন' }).click();
    await page.waitForURL('**/packages?kind=*');
    expect(await page.locator('.field-error').innerText()).toContain('একটি সংখ্যা লিখুন');
    expect(await field.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await field.inputValue()).toBe('অনেক');
    await field.fill('350');
    await page.getByLabel('মাসে কত এসএমএস').fill('১০০০');
    await page.getByRole('button', { name: 'খরচ দেখুন' }).click();
    await page.waitForURL('**/packages?kind=*&students=350&sms=*');
    await soon(() => focused(page)).toBe('quote');
    expect(await page.locator('summary').first().innerText()).toBe(
      'স্কুল ও কিন্ডারগার্টেন · ৩৫০ জন · মাসে ১,০০০টি এসএমএস · বদলান',
    );
    const quote = page.locator('.quote');
    expect(await quote.innerText()).toContain('১,০০০টি এসএমএসের দামও আছে: প্রতিটি ৫০ পয়সা');
    expect(await page.locator('#demo').innerText()).toContain('পল্লব (স্কুল ও কিন্ডারগার্টেন), ৩৫০ শিক্ষার্থী');
    await page.emulateMedia({ media: 'print' });
    await quote.getByRole('heading', { name: 'খরচের হিসাব' }).waitFor();
    expect(await quote.innerText()).toMatch(/তারিখ: \S+ \S+ \S+। এই দাম \S+ \S+ \S+ পর্যন্ত থাকবে।.*এসএমএস: প্রতিটি ৫০ পয়সা/s);
    expect(await quote.getByRole('img', { name: 'কিউআর কোড' }).isVisible()).toBe(true);
    const paper = await page.pdf({ format: 'A4' });
    expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });
});
