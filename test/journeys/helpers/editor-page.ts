import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { afterEach, beforeAll, expect } from 'vitest';
import { shellPolicy } from '#admin/routes.server.ts';
import { subsetFonts } from '../../../src/site/fonts/subset.server.ts';
import { theBrowser } from './browser.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const mount = fileURLToPath(new URL('./editor-mount.tsx', import.meta.url));
const origin = 'http://editor.test';
const nonce = 'of-the-test';

/** The editor's field by itself, under the content security policy of the back office. */
export class EditorPage {
  browser!: Browser;
  files = new Map<string, string | Uint8Array>();
  troubles: string[] = [];
  #contexts: BrowserContext[] = [];

  async open({ html = '', width = 1000, theme = 'light' } = {}): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    this.#contexts.push(context);
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.troubles.push(message.text());
    });
    page.on('pageerror', (error) => this.troubles.push(String(error)));
    await page.route(`${origin}/**`, (route) => this.#answer(route.request().url(), theme, route));
    await page.goto(`${origin}/`);
    await textOf(page).waitFor();
    if (html) await fill(page, html);
    return page;
  }

  async endTest(): Promise<void> {
    for (const context of this.#contexts.splice(0)) await context.close();
    expect(this.troubles.splice(0), 'what the console said').toEqual([]);
  }

  async #answer(url: string, theme: string, route: Parameters<Parameters<Page['route']>[1]>[0]): Promise<void> {
    const name = new URL(url).pathname.slice(1);
    if (name === '') {
      const headers = { 'content-security-policy': shellPolicy(nonce) };
      return route.fulfill({ contentType: 'text/html', headers, body: documentOf(theme, [...this.files.keys()]) });
    }
    const body = this.files.get(name);
    if (body === undefined) return route.fulfill({ status: 204 });
    return route.fulfill({ contentType: typeOf(name), body: typeof body === 'string' ? body : Buffer.from(body) });
  }
}

function documentOf(theme: string, files: string[]): string {
  const styles = files.filter((file) => file.endsWith('.css') && file.includes('editor-mount'));
  const script = files.find((file) => /editor-mount[^/]*\.js$/.test(file));
  return `<!DOCTYPE html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8"><title>Editor</title><meta name="style-nonce" content="${nonce}">
    ${styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('')}
    <script type="module" src="/${script}"></script></head><body><div id="root"></div></body></html>`;
}

function typeOf(name: string): string {
  if (name.endsWith('.js')) return 'text/javascript';
  return name.endsWith('.css') ? 'text/css' : 'font/woff2';
}

let bundled: ReturnType<typeof bundle> | undefined;

/** Gives a test file the editor. After each test the console must have been silent. */
export function openEditor(browser: () => Promise<Browser> = theBrowser): EditorPage {
  const editor = new EditorPage();
  beforeAll(async () => {
    bundled ??= bundle();
    editor.files = await bundled;
    editor.browser = await browser();
  }, 120_000);
  afterEach(() => editor.endTest());
  return editor;
}

async function bundle(): Promise<Map<string, string | Uint8Array>> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react()],
    resolve: { alias: { '@fonts': await subsetFonts(root) } },
    build: {
      write: false,
      minify: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: mount },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(built.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
}

export function textOf(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Content' });
}

/** What the form gives the editor. */
export async function fill(page: Page, html: string): Promise<void> {
  await page.evaluate((given) => window.fill(given), html);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** What the form knows last. */
export function told(page: Page): Promise<string | undefined> {
  return page.evaluate(() => window.told.at(-1));
}

export async function paste(page: Page, html: string, text = ''): Promise<void> {
  await textOf(page).evaluate(
    (element, data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', data.html);
      clipboardData.setData('text/plain', data.text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { html, text },
  );
}
