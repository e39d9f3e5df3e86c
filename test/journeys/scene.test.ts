// @module-tag full
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsInBothThemes } from './helpers/faults-of.ts';
import { focused, sidewaysScroll, soon } from './helpers/page.ts';
import { openSite } from './helpers/site.ts';

const site = openSite();
const narrow = { width: 360, reducedMotion: 'reduce' } as const;
const scene = (page: Page) => page.locator('.scene');
const pupil = (page: Page, name: string) => scene(page).getByRole('checkbox', { name });
const step = (page: Page, name: string) => scene(page).getByRole('button', { name });
const messages = (page: Page) => scene(page).getByRole('status');
/** What is announced at each tick. */
const count = (page: Page) => scene(page).locator('output');

test('By touch at 360 px: who is absent is sent, the guardians read it, then come a receipt and a result', async () => {
  const page = await site.visit('/', narrow);
  expect(await count(page).innerText()).toBe('৭ জন উপস্থিত\n০ জন অনুপস্থিত');
  await pupil(page, 'তানভীর আহমেদ').tap();
  await pupil(page, 'পূজা রানী দাস').tap();
  await soon(() => count(page).innerText()).toBe('৫ জন উপস্থিত\n২ জন অনুপস্থিত');
  expect(await pupil(page, 'আয়েশা সিদ্দিকা').evaluate((box) => box.parentElement?.textContent)).toBe('আয়েশা সিদ্দিকা');
  const height = await scene(page).evaluate((form) => form.getBoundingClientRect().height);
  const words = page.locator('.scene-words');
  expect(await words.locator('li:visible').count()).toBe(3);
  expect(await words.getByText('যে আসেনি').isVisible()).toBe(true);
  expect(await faultsInBothThemes(page, '.scene-band')).toEqual([]);
  expect(await words.locator('[aria-current=step]').innerText()).toBe('হাজিরা নিন, এসএমএস পাঠান');
  await step(page, 'জমা দিন').tap();
  expect(await words.getByText('যে আসেনি').isVisible()).toBe(false);
  expect(await words.getByText('অভিভাবকের ফোনে').isVisible()).toBe(true);
  expect(await messages(page).locator('li:visible').allInnerTexts()).toEqual([
    expect.stringMatching(/তানভীর আহমেদ আজ/),
    expect.stringMatching(/পূজা রানী দাস আজ/),
  ]);
  expect(await messages(page).getByText('জন অভিভাবক').innerText()).toBe('২ জন অভিভাবক এসএমএস পেলেন');
  expect(await messages(page).getByText('সবাই উপস্থিত').isVisible()).toBe(false);
  await soon(() => focused(page)).toBe('অভিভাবকের ফোন');
  expect(await faultsInBothThemes(page, '.scene-band')).toEqual([]);
  await step(page, 'রসিদ').tap();
  await scene(page).getByText('৳ ২,২০০').waitFor();
  expect(await words.locator('[aria-current=step]').innerText()).toBe('বেতনের রসিদ দিন');
  expect(await faultsInBothThemes(page, '.scene-band')).toEqual([]);
  await step(page, 'ফলাফল').tap();
  await scene(page).getByText('৪.৮৩').waitFor();
  expect(await faultsInBothThemes(page, '.scene-band')).toEqual([]);
  expect(await scene(page).evaluate((form) => form.getBoundingClientRect().height)).toBe(height);
  expect(await sidewaysScroll(page)).toBe(0);
  const small = await scene(page)
    .locator('a:visible, button:visible, input:visible')
    .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML));
  expect(small).toEqual([]);

  const place = await page.evaluate(() => scrollY);
  await scene(page).getByRole('link', { name: 'ডেমো চাই' }).tap();
  await soon(() => focused(page)).toBe('demo-name');
  expect(await faultsInBothThemes(page, '#demo')).toEqual([]);
  await page.locator('#demo').getByRole('button', { name: 'ফরম বন্ধ করুন' }).tap();
  await soon(() => focused(page)).toBe('ডেমো চাই');
  expect(await page.evaluate(() => scrollY)).toBe(place);
});

test('By keyboard: the focus goes along, and Enter presses what looks like a button', async () => {
  const page = await site.visit('/', { reducedMotion: 'reduce' });
  await pupil(page, 'আয়েশা সিদ্দিকা').focus();
  await page.locator('[data-island=scene][data-awake=yes]').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  for (let pressed = 0; pressed < 6; pressed++) await page.keyboard.press('Tab');
  for (const heading of ['অভিভাবকের ফোন', 'বেতনের রসিদ', 'নম্বরপত্র']) {
    await page.keyboard.press('Enter');
    await soon(() => focused(page)).toBe(heading);
    await page.keyboard.press('Tab');
  }
  expect(await focused(page)).toBe('আবার শুরু');
  await page.keyboard.press('Enter');
  await soon(() => focused(page)).toBe('হাজিরা');
  expect(await scene(page).getByRole('checkbox', { checked: true }).count()).toBe(0);
  expect(new URL(page.url()).search).toBe('');
});

test('Without JavaScript it goes its whole way, and back', async () => {
  const page = await site.visit('/', { ...narrow, javaScriptEnabled: false });
  expect(await count(page).innerText()).toBe('৭ জন উপস্থিত\n০ জন অনুপস্থিত');
  await pupil(page, 'রাইসা ইসলাম').tap();
  // The style sheet counts then.
  expect(await count(page).innerText()).toBe(' জন উপস্থিত\n জন অনুপস্থিত');
  await step(page, 'জমা দিন').tap();
  expect(await messages(page).locator('li:visible').allInnerTexts()).toEqual([expect.stringMatching(/রাইসা ইসলাম আজ/)]);
  await step(page, 'রসিদ').tap();
  await step(page, 'ফলাফল').tap();
  await step(page, 'আবার শুরু').tap();
  expect(await scene(page).getByRole('checkbox', { checked: true }).count()).toBe(0);
  await step(page, 'জমা দিন').tap();
  expect(await messages(page).getByText('সবাই উপস্থিত').isVisible()).toBe(true);
  expect(await messages(page).locator('li:visible, .scene-told:visible').count()).toBe(0);
});

test('Whoever types an institution finds it in scene, quote, WhatsApp text and form, and nowhere once it is removed', async () => {
  const scripts: string[] = [];
  const page = await site.visit('/', {
    ...narrow,
    before: async (page) =>
      page.on('response', async (response) => {
        if (/\/institution/.test(response.url())) scripts.push((await response.body()).toString());
      }),
  });
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual([]);
  const name = '<b>শাপলা</b> {name} মাদ্রাসা';
  const fields = page.locator('.institution');
  await fields.locator('summary').tap();
  await fields.getByLabel('আপনার প্রতিষ্ঠান').fill(name);
  await fields.getByLabel('ধরন').selectOption('কওমি মাদ্রাসা');
  await fields.getByRole('button', { name: 'নাম দিয়ে দেখুন' }).tap();
  const own = (text: string) => scene(page).locator('[data-own]').filter({ hasText: text });
  await soon(() => own(name).count()).toBe(9);
  expect(await own('জামাতে মিজান').count()).toBe(2);
  expect(await own('আপনার সন্তান তানভীর আহমেদ আজ মাদ্রাসায় আসেনি।').count()).toBe(1);
  expect(await own('আরবি সাহিত্য').count()).toBe(1);
  expect(await faultsInBothThemes(page, '.scene-band')).toEqual([]);
  expect(gzipSync(scripts.join('')).length).toBeLessThanOrEqual(1024);

  const other = await page.context().newPage();
  await other.goto('/packages?kind=3&students=450');
  const quote = other.locator('.quote');
  await quote.getByText(name).waitFor();
  const whatsapp = quote.getByRole('link', { name: 'হোয়াটসঅ্যাপে পাঠান' });
  expect(decodeURIComponent(String(await whatsapp.getAttribute('href')))).toMatch(`text=${name}\nপ্রাঙ্গণ: `);
  await other.locator('#demo-name').focus();
  await soon(() => other.locator('#demo-institute_name').inputValue()).toBe(name);

  await page.reload();
  await soon(() => own(name).count()).toBe(9);
  await fields.locator('summary').tap();
  await fields.getByRole('button', { name: 'মুছে ফেলুন' }).tap();
  await soon(() => own(name).count()).toBe(0);
  expect(await own('রূপসা আদর্শ উচ্চ বিদ্যালয়').count()).toBe(9);
  expect(await page.evaluate(() => localStorage.getItem('institution'))).toBeNull();
  await soon(() => quote.getByText(name).count()).toBe(0);
  expect(await whatsapp.getAttribute('href')).not.toContain('%3Cb%3E');
});
