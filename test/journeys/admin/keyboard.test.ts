// @module-tag full
import { describe, expect, test } from 'vitest';
import { adminPages } from '#paths.ts';
import { said, specifiedTexts } from '../../helpers/specified-texts.ts';
import { focused, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { keyboard, tabTo } from './helpers/hand.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

describe.each([desktop, phone])('By keyboard alone at %i px', (width) => {
  test('a record is added, edited and deleted', async () => {
    const page = await office.enter(adminPages.packages, { width });
    const screen = new Screen(page);
    await screen.button('Edit: অঙ্কুর').first().waitFor();
    const name = `শিমুল ${width}`;

    await keyboard.press(page.getByRole('link', { name: 'Skip to the content' }));
    if (width === phone) await keyboard.press(screen.button('Form'));
    await tabTo(screen.field('Package category'));
    await page.keyboard.type('কলে');
    await page.getByRole('option', { name: 'কলেজ' }).waitFor();
    await page.keyboard.press('Enter');
    await keyboard.write(screen.field('Package name'), name);
    await keyboard.write(screen.field('Installation cost'), '৫০০০');
    await keyboard.write(screen.field('Monthly charge'), '৭০০');
    await tabTo(screen.form.getByRole('switch'));
    await page.keyboard.press('Space');
    await keyboard.press(screen.submit);
    await screen.toast(said.created).waitFor();

    await page.keyboard.press('Escape');
    await screen.heading('Price packages').evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('/');
    expect(await focused(page)).toBe('Search this list');
    await page.keyboard.insertText(name);
    await screen.row(name).getByText('Inactive').waitFor();
    await keyboard.press(screen.button(`Edit: ${name}`));
    await screen.field('Package category').and(page.locator(':focus')).waitFor();
    await keyboard.write(screen.field('Monthly charge'), '৯০০');
    await page.keyboard.press('Control+s');
    await screen.toast(specifiedTexts.packages.updated).waitFor();
    await screen.row(name).getByText('৳ 900', { exact: true }).waitFor();

    await keyboard.press(screen.button(`Delete: ${name}`));
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
  await new Screen(page).first(/^Edit: /).waitFor();
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
