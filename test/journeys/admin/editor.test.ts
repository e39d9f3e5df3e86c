import { describe, expect, test } from 'vitest';
import { adminCalls, adminPages, versionPaths } from '#paths.ts';
import { hireStaff, sendAs, signIn } from '../../helpers/staff.ts';
import { focused, soon } from '../helpers/page.ts';
import { watchShifts } from '../helpers/shifts.ts';
import { phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

test('An editor’s day begins on the phone with the whole name, a form to write in, and the own drafts', async () => {
  const { app } = office.site;
  const name = 'মো. শফিকুল ইসলাম চৌধুরী';
  const token = await signIn(app, await hireStaff(app, name, 'editor'));
  await sendAs(app, token, 'POST', versionPaths.newDraft(adminCalls.news), { title: 'শীতের ছুটি' });
  const { id } = await office.colleague.made(adminCalls.faq, { question: 'কবে শুরু?', answer: '<p>আজই</p>' });
  const page = await office.enter(adminPages.dashboard, { token, width: phone });
  const screen = new Screen(page);
  const greeting = page.getByRole('heading', { level: 1, name: `Welcome back, ${name}` });
  await greeting.waitFor();
  const hidden = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
  expect(await greeting.evaluate(hidden)).toBe(0);
  expect(await page.getByRole('main').getByRole('button', { name: 'Sign out' }).count()).toBe(0);
  const change = page.getByRole('region', { name: 'Changed by colleagues' }).getByRole('listitem');
  await change.filter({ hasText: 'added the question কবে শুরু?' }).waitFor();
  expect(await change.getByRole('link', { name: 'কবে শুরু?' }).getAttribute('href')).toBe(`${adminPages.faq}?edit=${id}`);

  await page.getByRole('link', { name: 'Write news' }).click();
  await screen.field('Short title').fill('নোটিশ');
  await screen.field('Short title').fill('');
  await page.goBack();
  await page.getByRole('region', { name: 'My drafts' }).getByRole('link', { name: 'শীতের ছুটি' }).click();
  await screen.heading('Update Institutional News').waitFor();
  await soon(() => screen.field('Title').inputValue()).toBe('শীতের ছুটি');
});

// The newest text about us is open, and its lines depend on the font.
describe.each([
  ['news', 0.01],
  ['about', 0.02],
  ['features', 0.01],
] as const)('The list of %s', (kind, maxShift) => {
  test('begins within the first screen of a laptop, below its form, and stands still', { tags: ['full'] }, async () => {
    const page = await office.enter(adminPages[kind], { width: 1366, before: watchShifts });
    await page.locator('.table tbody .row-number').first().waitFor();
    if (kind !== 'features') await page.locator('.rich-text-area').waitFor();
    await soon(() => page.evaluate(() => document.fonts.status)).toBe('loaded');
    const tops = await page
      .locator('#list-title, tbody tr')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    const [head, first] = tops;
    expect(head?.y).toBeLessThan(790);
    expect(first?.height).toBeLessThanOrEqual(64);
    const shifts = await page.evaluate(() => window.shifts);
    expect(
      shifts.reduce((sum, { value }) => sum + value, 0),
      JSON.stringify(shifts),
    ).toBeLessThan(maxShift);
  });
});

test('The text of a form opens where it is entered; its tools and the save bar stay in view', {
  tags: ['full'],
}, async () => {
  const page = await office.enter(adminPages.news);
  const screen = new Screen(page);
  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'Skip to the list' }).focus();
  await page.keyboard.press('Enter');
  await soon(() => focused(page)).toBe('List Institutional News: table');

  const tools = page.getByRole('toolbar', { name: 'Formatting' });
  const text = page.locator('.rich-text-area');
  await text.waitFor();
  expect(await tools.isVisible()).toBe(false);
  const rowY = async () => (await page.locator('tbody tr').first().boundingBox())?.y ?? 0;
  const before = await rowY();
  await text.click();
  await tools.waitFor();
  await page.keyboard.insertText('নোটিশ');
  for (let line = 0; line < 12; line++) await page.keyboard.press('Enter');
  expect(await rowY()).toBeGreaterThan(before + 200);
  for (const part of [tools, screen.submit]) {
    const box = await part.boundingBox();
    const height = await page.evaluate(() => innerHeight);
    expect(box && box.y >= 0 && box.y + box.height <= height).toBe(true);
  }
  await screen.submit.focus();
  expect(await tools.isVisible()).toBe(true);
});
