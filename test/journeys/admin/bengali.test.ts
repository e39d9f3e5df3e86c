// @module-tag full
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { adminPages } from '#paths.ts';
import bengali from '../../../src/i18n/bn.json' with { type: 'json' };
import { hireStaff, signIn } from '../../helpers/staff.ts';
import { faultsOf } from '../helpers/faults-of.ts';
import { soon } from '../helpers/page.ts';
import { desktop } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';

const office = openBackOffice();

/** Formats, programs, keys, units and examples, which are the same in both languages. */
const sameInBoth = new Set(
  `API AVIF Alt CSV Chrome Ctrl Enter English Esc Escape Excel Facebook GET GIF HTML HTTP HTTPS ID Instagram JPG JSON KB LinkedIn MB Messenger PDF PNG POST Prangon SEO
  SMS SMTP Shift Tab URL WebP WhatsApp XLSX YouTube`.split(/\s+/),
);
/** Addresses, placeholders of templates, and codes of programs. */
const codes = /https?:\/\/\S*|\{\w+\}|[\w.-]+@[\w.-]+|\/[\w-]+|\/?\b[\w-]+[/.][\w./-]+|\bsms\b|F10/g;
/** Names of other programs, and what stands on their screens. */
const ofOthers =
  /name, institute_name, number, email, district, institute_kind, students, note|Lead Ads|Google Forms|App settings → Basic|App secret|Verify token|About → Page transparency|Webhooks → Page → leadgen|system user|leads_retrieval|pages_manage_metadata|Settings, Camera, Formats, Most Compatible|\b(?:Meta|HEIC|SVG|BMP|Google|Word|PowerPoint|fbclid|gclid)\b/g;
/** The other language is offered in its own letters. */
const offered = ['বাংলায়', 'বাংলা'];

/** Buttons that open a dialog, a menu or a panel, by their English names. */
const openers: { path: string; press: Text[] }[] = [
  { path: adminPages.dashboard, press: ['Account of {0}'] },
  { path: adminPages.dashboard, press: ['What is this? What do I do here?'] },
  { path: adminPages.dashboard, press: ['Search or jump to'] },
  { path: adminPages.dashboard, press: ['Show as table', 'By source', 'By page'] },
  { path: adminPages.contactRequests, press: ['Add lead'] },
  { path: adminPages.contactRequests, press: ['Calendar', 'Export'] },
  { path: adminPages.contactRequests, press: ['List', 'More'] },
  { path: `${adminPages.contactRequests}?lead=1`, press: ['Spoke', 'SMS'] },
  { path: `${adminPages.contactRequests}?trash=1`, press: [] },
  { path: adminPages.news, press: ['Edit: {0}', 'Preview', 'More actions'] },
  { path: adminPages.news, press: ['Add'] },
  { path: `${adminPages.news}?trash=1`, press: [] },
  { path: adminPages.about, press: ['Edit: {0}', 'More actions'] },
  { path: adminPages.testimonials, press: ['Choose from the library'] },
  { path: adminPages.clients, press: ['Delete: {0}'] },
  { path: adminPages.packages, press: ['Categories'] },
  { path: adminPages.outbox, press: ['Set up mail'] },
  { path: adminPages.users, press: ['Invite'] },
  { path: adminPages.users, press: ['Edit: {0}', 'Deactivate'] },
  { path: adminPages.activity, press: ['Details'] },
  { path: adminPages.profile, press: ['Set up an app'] },
];

let inEnglish = '';
beforeAll(async () => {
  const { app } = office.site;
  inEnglish = await signIn(app, await hireStaff(app, 'Kamal Hossain'));
  await app.database.updateTable('users').set({ language: 'bn' }).where('id', '=', office.staff.id).execute();
});

test('no screen has English in a Bengali session, nor what it folds, and axe finds nothing', {
  timeout: 180_000,
}, async () => {
  const { page, read } = await visit(adminPages.dashboard, false);
  const wrong: string[] = [];
  await eachScreen(page, async (name) => {
    wrong.push(...[...(await read()), ...(await faultsOf(page))].map((fault) => `${name}: ${fault}`));
  });
  expect(wrong).toEqual([]);
});

test('each screen has its own title, description and keywords; in English it has no Bengali but content', {
  timeout: 180_000,
}, async () => {
  const { page, read } = await visit(adminPages.dashboard, true);
  const wrong: string[] = [];
  const seen = new Set<string>();
  await eachScreen(page, async (name) => {
    expect(await page.title()).toBe(`${name} | Dashboard`);
    const texts = await page
      .locator('meta[name=description], meta[name=keywords]')
      .evaluateAll((all) => all.map((meta) => (meta as HTMLMetaElement).content));
    expect(texts.every((text) => text.length > 8)).toBe(true);
    seen.add(texts.join());
    wrong.push(...(await read()).map((fault) => `${name}: ${fault}`));
  });
  expect(wrong).toEqual([]);
  expect(seen.size).toBe(Object.keys(adminPages).length);
});

test('dialogs, menus, panels and what else opens are Bengali', { timeout: 180_000 }, async () => {
  // In the frame of a preview nothing runs; a form without its fields is refused.
  office.site.expectTrouble(/frame is sandboxed|status of 422/);
  const { page, read } = await visit(adminPages.dashboard, false);
  const wrong: string[] = [];
  for (const { path, press } of openers) {
    await page.goto(path);
    await shown(page);
    for (const english of press) {
      await page
        .getByRole('button', { name: named(english) })
        .first()
        .click();
      // What a button opens is loaded when it is pressed, and may have nothing to wait for by name.
      await page.waitForTimeout(300);
      wrong.push(...(await read()).map((fault) => `${path}, ${english}: ${fault}`));
    }
  }
  expect(wrong).toEqual([]);
});

type Text = keyof typeof bengali;

function named(text: Text): RegExp {
  return new RegExp(`^${bengali[text].replace(/[.?+()]/g, '\\$&').replace(/\{\d\}/g, '.*')}(?: Ctrl K)?$`);
}

/** Goes to every screen by the menu and its tabs, and unfolds what it folds. */
async function eachScreen(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const rows = page.locator('.menu-row[href]');
  const tabs = page.locator('.screen-tabs a');
  for (const row of await rows.all()) {
    await row.click();
    await page.locator('.menu-row[aria-current="page"]').and(row).waitFor();
    const names = await tabs.allInnerTexts();
    for (const name of names.length > 0 ? names : [await row.innerText()]) {
      if (names.length > 0) await tabs.and(page.getByText(name, { exact: true })).click();
      await soon(async () => (await page.title()).startsWith(`${name} | `)).toBe(true);
      expect(await row.getAttribute('aria-current'), name).not.toBe(null);
      await shown(page);
      await page.locator('main details').evaluateAll((all) => {
        for (const folded of all) (folded as HTMLDetailsElement).open = true;
      });
      await look(name);
    }
  }
}

/** Opens a screen; `read` answers what is of the other language on it. */
async function visit(path: string, english: boolean) {
  let read: () => Promise<string[]> = async () => [];
  const before = async (page: Page) => {
    read = english
      ? reader(page, /[\u0980-\u09ff\u200c\u200d]+/g, offered)
      : reader(page, /[A-Za-z][A-Za-z’]+/g, sameInBoth);
  };
  const page = await office.enter(path, { token: english ? inEnglish : office.token, width: desktop, before });
  await shown(page);
  return { page, read };
}

async function shown(page: Page): Promise<void> {
  await page.locator('h1').waitFor({ state: 'attached' });
  await soon(() => page.locator('.skeleton, .page-spinner').count()).toBe(0);
}

/** Answers the texts on the page with words of the `other` language that are neither `known` nor in what the server sent. */
function reader(page: Page, other: RegExp, known: Iterable<string>): () => Promise<string[]> {
  let sent = new Set(known);
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) sent = new Set(known);
  });
  const answers = new Set<Promise<void>>();
  page.on('response', (response) => {
    // What is followed never ends.
    if (response.headers()['content-type']?.includes('event-stream')) return;
    const answer = response
      .text()
      .catch(() => '')
      .then((text) => {
        for (const word of contentOf(text).match(other) ?? []) sent.add(word);
        answers.delete(answer);
      });
    answers.add(answer);
  });
  return async () => {
    const texts = await page.evaluate(visibleTexts);
    await Promise.all(answers);
    return texts.filter((text) =>
      (text.replace(ofOthers, '').replace(codes, '').match(other) ?? []).some((word) => !sent.has(word)),
    );
  };
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
