import type { Locator, Page } from 'playwright-core';

/** How somebody uses the product: each act reaches what it is for as a person has to. */
interface Hand {
  press: (target: Locator) => Promise<void>;
  /** Writes into a field, over what stands there. */
  write: (field: Locator, text: string) => Promise<void>;
  /** Opens a screen of the back office by its name. */
  open: (page: Page, screen: string) => Promise<void>;
}

/** Nothing is pointed at: Tab leads everywhere. */
export const keyboard: Hand = {
  press: async (target) => {
    await tabTo(target);
    await target.page().keyboard.press('Enter');
  },
  write: async (field, text) => {
    await tabTo(field);
    await write(field, text);
  },
  open: async (page, screen) => {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog').getByRole('combobox');
    await palette.waitFor();
    await page.keyboard.type(screen);
    await page.getByRole('option', { name: screen, exact: true, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: screen }).waitFor();
  },
};

/** Nothing is typed but into fields. */
export const touch: Hand = {
  press: (target) => target.tap(),
  write: async (field, text) => {
    await field.tap();
    await write(field, text);
  },
  open: async (page, screen) => {
    await page.getByRole('button', { name: 'Open the menu' }).tap();
    const row = page.getByRole('dialog').getByRole('link', { name: screen, exact: true });
    if ((await row.count()) > 0) await row.tap();
    else {
      await page.getByRole('dialog').getByRole('link', { name: 'Settings', exact: true }).tap();
      await page.getByRole('main').getByRole('link', { name: screen, exact: true }).tap();
    }
    await page.getByRole('heading', { level: 1, name: screen }).waitFor();
  },
};

/**
 * By Tab, or back by Shift and Tab where it stands before what has the focus; in a menu by the arrow. In a rich text Tab
 * writes: Escape first leaves it, as its sheet of keys says.
 */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  const keys = target.page().keyboard;
  const heard: string[] = [];
  for (let step = 0; step < 120; step++) {
    const way = await target.evaluate((element) => {
      const { activeElement: now } = document;
      if (now === element) return null;
      const name = (now?.getAttribute('aria-label') || now?.textContent || '').trim().slice(0, 30);
      if (now?.closest('[role=menu]')) return { presses: ['ArrowDown'], name };
      const before = now && now !== document.body && element.compareDocumentPosition(now) & 4;
      const tab = before ? 'Shift+Tab' : 'Tab';
      return { presses: now instanceof HTMLElement && now.isContentEditable ? ['Escape', tab] : [tab], name };
    });
    if (!way) return;
    heard.push(way.name);
    for (const key of way.presses) await keys.press(key);
  }
  throw new Error(`Tab never came to ${target}, but to ${heard.join(' | ')}`);
}

/** Dates and times have a picker of the device's own, where a text cannot be typed. */
async function write(field: Locator, text: string): Promise<void> {
  if (/^(date|datetime-local)$/.test((await field.getAttribute('type')) ?? '')) return field.fill(text);
  await field.page().keyboard.press('Control+a');
  await field.page().keyboard.insertText(text);
}
