import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { openTestApp, type TestApp } from '../../helpers/app.ts';
import { theBrowser } from './browser.ts';
import { sampleStore } from './sample-store.ts';

/** The widths of the mock-ups. */
export const desktop = 1440;
export const phone = 390;

export interface VisitOptions extends BrowserContextOptions {
  width?: number;
  /** Do before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
}

/** The site on a real port, in the browser; each visit is a visitor of their own. */
export class Site {
  app!: TestApp;
  browser!: Browser;
  /** Every address of another host that a page asked for. */
  outside: string[] = [];
  readonly #contexts: BrowserContext[] = [];
  #troubles: string[] = [];
  #expected: RegExp[] = [];

  /** Opens a page as a visitor who was never here. */
  async visit(path = '/', { width = desktop, before, ...options }: VisitOptions = {}): Promise<Page> {
    const narrow = width < 760;
    const context = await this.browser.newContext({
      baseURL: this.app.url,
      locale: 'bn-BD',
      // What a worker answers cannot be held up or changed by a test.
      serviceWorkers: 'block',
      viewport: { width, height: narrow ? 844 : 900 },
      hasTouch: narrow,
      isMobile: narrow,
      ...options,
    });
    this.#contexts.push(context);
    // A busy machine is slow, not wrong; shorter than a test may take, so that a failure says where it waited.
    context.setDefaultTimeout(100_000);
    const { outside } = this;
    context.on('request', (request) => {
      if (request.url().startsWith('https:')) outside.push(request.url());
    });
    const page = await context.newPage();
    await this.#watch(page);
    await before?.(page);
    await page.goto(path);
    return page;
  }

  /** A console error that the test brings about itself. */
  expectTrouble(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  get troubles(): string[] {
    return this.#troubles.filter((trouble) => !this.#expected.some((pattern) => pattern.test(trouble)));
  }

  /** Ends all visits. */
  async close(): Promise<void> {
    for (const context of this.#contexts.splice(0)) await context.close();
  }

  async endTest(): Promise<void> {
    await this.close();
    const { troubles } = this;
    this.#troubles = [];
    this.#expected = [];
    this.outside = [];
    expect(troubles, 'what the console said').toEqual([]);
  }

  async #watch(page: Page): Promise<void> {
    const troubles = this.#troubles;
    page.on('console', (message) => {
      if (message.text() === 'Service Worker registration blocked by Playwright') return;
      if (message.type() === 'error' || message.type() === 'warning')
        troubles.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => troubles.push(String(error)));
    // A violation of the policy is not always said in the console.
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`Against the policy: ${violatedDirective} ${blockedURI}`);
      });
    });
  }
}

/** `fresh sample`: as a first start leaves it, with its pictures still to be drawn. */
type Content = 'sample' | 'fresh sample' | 'none';

export interface SiteOptions {
  content?: Content;
  /** Settings beside those of a test, read when the site is opened. */
  env?: () => Record<string, string>;
  /** Another browser than that of all journeys. */
  browser?: () => Promise<Browser>;
}

/** Gives a test file its site. After each test the console must have been silent. */
export function openSite({ content = 'sample', env: more = () => ({}), browser = theBrowser }: SiteOptions = {}): Site {
  const site = new Site();
  beforeAll(async () => {
    const store = content === 'sample' ? await sampleStore() : undefined;
    const env = { SAMPLE_CONTENT: content === 'fresh sample' ? '1' : '0', ...more() };
    site.app = await openTestApp({ env, ...(store && { store }) });
    site.browser = await browser();
    return async () => {
      await site.app.close();
      await store?.remove();
    };
  }, 180_000);
  afterEach(() => site.endTest());
  return site;
}
