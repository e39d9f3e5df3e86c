import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { adminPages } from '#paths.ts';
import bengali from '../../../src/i18n/bn.json' with { type: 'json' };
import { hireStaff, signIn } from '../../helpers/staff.ts';
import { soon } from '../helpers/page.ts';
import { desktop } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';

const office = openBackOffice();

/** Formats, programs, keys, units and examples, which are the same in both languages. */
const sameInBoth = new Set(
  `API AVIF Alt CSV Chrome Ctrl Enter English Esc Escape Excel Facebook GET GIF HTML HTTP HTTPS ID JPG JSON KB MB Messenger PDF PNG POST SEO
  SMS SMTP Shift Tab URL WebP WhatsApp XLSX YouTube`.split(/\s+/),
);
/** Addresses, placeholders of templates, and codes of programs. */
const codes = /https?:\/\/\S*|\{\w+\}|[\w.-]+@[\w.-]+|\/?\b[\w-]+[/.][\w./-]+|\bsms\b|F10/g;
/** The other language is offered in its own letters. */
const offered = ['বাংলায়', 'বাংলা'];

const screens = Object.values(adminPages);
/** Buttons that open a dialog, a menu or a panel, by their English names. */
const openers: { path: string; press: (keyof typeof bengali)[] }[] = [];

let inEnglish = '';
beforeAll(async () => {
  const { app } = office.site;
  inEnglish = await signIn(app, await hireStaff(app, 'Kamal Hossain'));
  await app.database.updateTable('users').set({ language: 'bn' }).where('id', '=', office.staff.id).execute();
});

test.each(screens)('%s has no English in a Bengali session', { timeout: 60_000 }, async (path) => {
  const { page, read } = await visit(path);
  expect(await read(), 'as it opens').toEqual([]);
  await unfold(page);
  expect(await read(), 'with all that folds open').toEqual([]);
});

test.each(openers)('what opens at $path is Bengali: $press', async ({ path, press }) => {
  const { page, read } = await visit(path);
  for (const english of press) {
    await page.getByRole('button', { name: bengali[english], exact: true }).first().click();
    expect(await read(), english).toEqual([]);
  }
});

test.each(screens)('%s has no Bengali in an English session but content', { timeout: 60_000 }, async (path) => {
  const { page, read } = await visit(path, { english: true });
  await unfold(page);
  expect(await read()).toEqual([]);
});

/** Opens a screen; `read` answers the words on it that are of the other language, and not of what the server sent. */
async function visit(path: string, { english = false, width = desktop } = {}) {
  const other = english ? /[\u0980-\u09ff\u200c\u200d]+/g : /[A-Za-z][A-Za-z’]+/g;
  const sent = new Set(english ? offered : sameInBoth);
  const page = await office.enter(path, {
    token: english ? inEnglish : office.token,
    width,
    before: async (opened) => {
      opened.on('response', async (response) => {
        const text = await response.text().catch(() => '');
        for (const word of contentOf(text).match(other) ?? []) sent.add(word);
      });
    },
  });
  await soon(() => page.locator('.skeleton, .page-spinner').count()).toBe(0);
  const read = async () => {
    const texts = await page.evaluate(visibleTexts);
    return texts.filter((text) => (text.replace(codes, '').match(other) ?? []).some((word) => !sent.has(word)));
  };
  return { page, read };
}

/** All strings of a JSON answer but messages, which are texts of the office. */
function contentOf(answer: string): string {
  try {
    const strings: string[] = [];
    JSON.parse(answer, (key, value) => {
      if (typeof value === 'string' && key !== 'message') strings.push(value);
    });
    return strings.join('\n');
  } catch {
    return '';
  }
}

async function unfold(page: Page): Promise<void> {
  for (const summary of await page.locator('main details:not([open]) > summary').all())
    await summary.click({ timeout: 2_000 }).catch(() => undefined);
}

/** What somebody sees, or hears from a screen reader. */
function visibleTexts(): string[] {
  const texts = [document.title];
  const own = 'script, style, noscript, iframe, [lang=en], [contenteditable=true], [translate=no]';
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest(own) || !element.checkVisibility()) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '');
    for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) texts.push(child.textContent ?? '');
  }
  return [...new Set(texts.map((text) => text.trim()).filter(Boolean))];
}
