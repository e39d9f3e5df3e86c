import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sanitizeHtml } from '../../src/cms/rich-text/clean.server.ts';
import { fill, openEditor, textOf, told } from '../journeys/helpers/editor-page.ts';
import { soon } from '../journeys/helpers/page.ts';
import { canRunOldBrowsers, oldBrowser } from './helpers/old-browsers.ts';
import { pasted } from './paste/cases.ts';

const folder = path.join(import.meta.dirname, 'paste');
const status = (page: Page) => page.locator('.rich-text-status [role=status]');

interface Clipboard {
  html?: string;
  text?: string;
  files?: { name: string; type: string }[];
}

async function paste(page: Page, { html = '', text = '', files = [] }: Clipboard): Promise<string> {
  await textOf(page).evaluate(
    (element, data) => {
      const clipboardData = new DataTransfer();
      if (data.html) clipboardData.setData('text/html', data.html);
      if (data.text) clipboardData.setData('text/plain', data.text);
      for (const { name, type } of data.files) clipboardData.items.add(new File(['x'], name, { type }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      window.dispatchEvent(new Event('pagehide'));
    },
    { html, text, files },
  );
  return ((await told(page)) ?? '').replaceAll(' rel="noopener noreferrer nofollow ugc"', '');
}

function read(file: string): Clipboard {
  const content = readFileSync(path.join(folder, file), 'utf8');
  return file.endsWith('.html') ? { html: content, text: 'x' } : { text: content };
}

async function pasteFile(page: Page, file: string): Promise<string> {
  await fill(page, '');
  await textOf(page).focus();
  return paste(page, read(file));
}

describe.each([
  ['the present browser', true, undefined, []],
  ['the oldest browser of the office', canRunOldBrowsers, () => oldBrowser(109), ['full']],
] as const)('In %s', (_browser, canRun, browser, [...tags]) => {
  const editor = openEditor(browser);

  test.skipIf(!canRun)('paste keeps what was meant, and the server keeps that', { tags }, async () => {
    const page = await editor.open();
    const results: typeof pasted = [];
    for (const [file] of pasted) results.push([file, await pasteFile(page, file)]);
    expect(results).toEqual(pasted);
    expect(pasted.map(([file]) => file).toSorted()).toEqual(
      readdirSync(folder)
        .filter((file) => !file.endsWith('.ts'))
        .toSorted(),
    );
    for (const [file, html] of results) {
      const stored = sanitizeHtml(html);
      expect('html' in stored && stored.html.replaceAll(' rel="noopener noreferrer nofollow ugc"', ''), file).toBe(
        html,
      );
    }
  });
});

describe('The signs of a text', () => {
  const editor = openEditor();

  test('become formats, and one Undo brings the plain text back', async () => {
    const page = await editor.open();
    for (const [file, plain] of [
      ['markdown.txt', /^<p>## ভর্তি বিজ্ঞপ্তি<\/p><p>\*\*শেষ তারিখ:\*\* .*<p>- এক<\/p>/],
      ['whatsapp.txt', /^<p>\*ভর্তি চলছে\* ২০২৭<\/p>/],
      ['film-link.txt', /^<p><a href="https:\/\/youtu.be\/dQw4w9WgXcQ\?si=x">/],
      ['film-embed-code.txt', /^<p>&lt;iframe width="560"/],
    ] as const) {
      const formatted = await pasteFile(page, file);
      await soon(() => status(page).textContent()).toContain('Undo (Ctrl+Z)');
      await page.keyboard.press('Control+z');
      await soon(async () => (await told(page))?.replaceAll(/ rel="[^"]*"/g, '')).toMatch(plain);
      await page.keyboard.press('Control+Shift+z');
      await soon(async () => (await told(page))?.replaceAll(/ rel="[^"]*"/g, '')).toBe(formatted);
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await soon(() => told(page)).toBe('');
    }
  });

  test('stay as they are where only the text is pasted, in code, or where the clipboard has formats', async () => {
    const page = await editor.open();
    await textOf(page).focus();
    await page.keyboard.down('Shift');
    expect(await paste(page, { text: '1. এক\n2. **দুই**' })).toBe('<p>1. এক</p><p>2. **দুই**</p>');
    await page.keyboard.up('Shift');
    await fill(page, '<pre><code>x</code></pre>');
    await textOf(page).focus();
    expect(await paste(page, { text: '**ক**' })).toContain('**ক**');
    await fill(page, '');
    await textOf(page).focus();
    expect(await paste(page, { html: '<p>**ক**</p>', text: '**ক**' })).toBe('<p>**ক**</p>');
    await fill(page, '');
    await textOf(page).focus();
    const frame = '<meta charset="utf-8"><div style="white-space:pre"><div><span>**ক**</span></div></div>';
    expect(await paste(page, { html: frame, text: '**ক**' })).toBe('<p><strong>ক</strong></p>');
  });

  test('a film within a line, or over selected words, is a link', { tags: ['full'] }, async () => {
    const page = await editor.open();
    const text = 'https://youtu.be/dQw4w9WgXcQ';
    await textOf(page).focus();
    await page.keyboard.type('দেখুন ');
    expect(await paste(page, { text })).toBe(`<p>দেখুন <a href="${text}">${text}</a></p>`);
    await fill(page, '<p>ভিডিও</p>');
    await textOf(page).focus();
    await page.keyboard.press('Control+a');
    await soon(() => page.evaluate(() => getSelection()?.toString())).toBe('ভিডিও');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await paste(page, { text })).toBe(`<p><a href="${text}">ভিডিও</a></p>`);
    await fill(page, '');
    await textOf(page).focus();
    const title = `<a href="${text}">একটি ভিডিও - YouTube</a>`;
    expect(await paste(page, { html: title, text })).toBe('<div data-youtube="dQw4w9WgXcQ"></div>');
  });

  test('১. and a blank begin a list, as 1. does', async () => {
    const page = await editor.open();
    await textOf(page).focus();
    await page.keyboard.type('৩. তিন');
    await soon(() => told(page)).toBe('<ol start="3"><li>তিন</li></ol>');
  });
});

describe('What is left out', () => {
  const editor = openEditor();
  const cases: [what: string, clipboard: Clipboard, message: string][] = [
    ['a sound', { html: '<p>ক</p><audio src="a.mp3"></audio>' }, 'Players, drawings'],
    ['a picture in Markdown', read('gemini.txt'), 'One picture stays where it was copied from.'],
    ['a map, a playlist, a link to a file', read('frames.html'), 'Players, drawings and links to files'],
    ['both', { html: '<img src="https://a.example/a.png"><video src="a.mp4"></video>x' }, 'insert the file. Players,'],
    [
      'a file beside a picture',
      {
        files: [
          { name: 'a.png', type: 'image/png' },
          { name: 'a.pdf', type: 'application/pdf' },
        ],
      },
      'Only pictures can be dropped into a text.',
    ],
  ];

  test('is told in the status line', async () => {
    const page = await editor.open();
    await textOf(page).focus();
    for (const [what, clipboard, message] of cases) {
      expect(await status(page).textContent(), what).not.toContain(message);
      await paste(page, clipboard);
      await soon(() => status(page).textContent()).toContain(message);
    }
    // The picture of the last one is none.
    editor.troubles = [];
  });
});
