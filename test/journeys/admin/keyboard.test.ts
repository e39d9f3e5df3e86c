// @module-tag full
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { adminPages } from '#paths.ts';
import { said, specifiedTexts } from '../../helpers/specified-texts.ts';
import { focused, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

/** Presses Tab until this has the focus; nothing is clicked. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const heard: string[] = [];
  for (let press = 0; press < 120; press++) {
    await page.keyboard.press(key);
    const is = await nameOfFocused(page);
    if (typeof name === 'string' ? is === name : name.test(is)) return;
    heard.push(is);
  }
  throw new Error(`Tab never came to ${name}, but to ${heard.join(' | ')}`);
}

/** What a screen reader would call what has the focus: label, own name, or text. */
function nameOfFocused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    const label = element && 'labels' in element && (element as HTMLInputElement).labels?.[0]?.innerText;
    const by = element?.getAttribute('aria-labelledby')?.split(' ')[0];
    const name = element?.getAttribute('aria-label') || label || (by && document.getElementById(by)?.innerText);
    return (name || element?.innerText || '').replace(' *', '').trim();
  });
}

describe.each([desktop, phone])('By keyboard alone at %i px', (width) => {
  test('a record is added, edited and deleted', async () => {
    const page = await office.enter(adminPages.packages, { width });
    const screen = new Screen(page);
    await screen.button('Edit: অঙ্কুর').first().waitFor();
    const name = `শিমুল ${width}`;

    await tabTo(page, 'Skip to the content');
    await page.keyboard.press('Enter');
    if (width === phone) {
      await tabTo(page, 'Form');
      await page.keyboard.press('Enter');
    }
    await tabTo(page, 'Package category');
    await page.keyboard.type('কলে');
    await page.getByRole('option', { name: 'কলেজ' }).waitFor();
    await page.keyboard.press('Enter');
    for (const [label, text] of [
      ['Package name', name],
      ['Installation cost', '৫০০০'],
      ['Monthly charge', '৭০০'],
    ] as const) {
      await tabTo(page, label);
      await page.keyboard.insertText(text);
    }
    await tabTo(page, 'Status');
    await page.keyboard.press('Space');
    await tabTo(page, 'Add');
    await page.keyboard.press('Enter');
    await screen.toast(said.created).waitFor();

    await page.keyboard.press('Escape');
    await screen.heading('Price packages').evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('/');
    expect(await focused(page)).toBe('Search this list');
    await page.keyboard.insertText(name);
    await screen.row(name).getByText('Inactive').waitFor();
    await tabTo(page, `Edit: ${name}`);
    await page.keyboard.press('Enter');
    await soon(() => nameOfFocused(page)).toBe('Package category');
    await tabTo(page, 'Monthly charge');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('৯০০');
    await page.keyboard.press('Control+s');
    await screen.toast(specifiedTexts.packages.updated).waitFor();
    await screen.row(name).getByText('৳ 900', { exact: true }).waitFor();

    await tabTo(page, `Delete: ${name}`);
    await page.keyboard.press('Enter');
    await soon(() => focused(page)).toBe('Cancel');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Yes, proceed');
    await page.keyboard.press('Enter');
    await screen.toast(specifiedTexts.packages.deleted).waitFor();
    await screen.row(name).waitFor({ state: 'detached' });
    // The row is gone with its buttons: the keyboard goes on at the list.
    await soon(() => focused(page)).not.toBe('nothing');
  });
});

test('What has the focus has a ring, and nothing lies over it', async () => {
  const page = await office.enter(adminPages.testimonials);
  await page
    .getByRole('button', { name: /^Edit: / })
    .first()
    .waitFor();
  const hidden: string[] = [];
  for (let press = 0; press < 70; press++) {
    await page.keyboard.press('Tab');
    const bad = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const ringed = [element, element.closest('.combo-box, .image-field')].some((node) => {
        const style = node && getComputedStyle(node);
        return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
      });
      const box = element.getBoundingClientRect();
      const at = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20));
      const free = at !== null && (element.contains(at) || at.contains(element));
      return ringed && free ? null : `${element.outerHTML.slice(0, 120)} ring ${ringed} free ${free}`;
    });
    if (bad) hidden.push(bad);
  }
  expect(hidden).toEqual([]);
});
