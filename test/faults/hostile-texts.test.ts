// @module-tag full
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { adminPages, calls, discovery, leadPage, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { report, scale } from '../helpers/chaos.ts';
import { bodyOf, type DescribedCall, describedCalls, wellFormed } from '../helpers/described-calls.ts';
import { hostileHtml } from '../helpers/hostile-html.ts';
import { dataUrl } from '../helpers/office.ts';
import { sendAs, sessionsOf } from '../helpers/staff.ts';
import { freshStore } from '../helpers/store.ts';
import { kinds } from '../journeys/admin/helpers/kinds.ts';
import { theBrowser } from '../journeys/helpers/browser.ts';
import { scrollThrough, soon } from '../journeys/helpers/page.ts';
import { Site, type VisitOptions } from '../journeys/helpers/site.ts';

const count = scale(60, 2_000);
const inARound = scale(60, 200);
/** Of every list: as many as there are texts, or the texts share them. */
const records = scale(5, inARound);

test('no text of anybody runs, calls others, or becomes markup, on any page or screen', async (context) => {
  const texts = hostileTexts(count);
  const sums = { written: 0, refused: 0, seen: 0 };
  const found: string[] = [];
  for (let from = 0, round = 0; from < texts.length; from += inARound, round++) {
    const store = await freshStore(round % 2 ? 'postgres' : 'sqlite');
    const app = await openTestApp({ store });
    const site = new Site();
    Object.assign(site, { app, browser: await theBrowser() });
    const said = await writeEverywhere(app, texts.slice(from, from + inARound));
    sums.written += said.written;
    sums.refused += said.refused;
    // The browser's own drawing of XML has inline styles.
    for (const harmless of [/status of 404/, /frame is sandboxed/, /^Applying inline style .*default-src 'none'/])
      site.expectTrouble(harmless);
    for (const reader of await Promise.all([readPages(site, said), readScreens(site, said.token)])) {
      sums.seen += reader.seen;
      found.push(...reader.found);
    }
    found.push(...site.troubles);
    await site.close();
    await app.close();
    await store.remove();
  }
  report(context, {
    what: `${texts.length} hostile texts in every field, both databases`,
    measured: `${sums.written} writes, ${sums.refused} refused; ${sums.seen} pages and screens; ${found.length} scripts, handlers, foreign requests or violations`,
    goal: '0',
  });
  expect(found.slice(0, 20)).toEqual([]);
  expect(sums.written).toBeGreaterThan(sums.refused);
});

/** What is known of others, each as it is and behind what ends an attribute, a text, a comment, a script. */
function hostileTexts(most: number): string[] {
  const ways = ['', '"\'>', '</title>', '</script>', '--></style>', '</textarea></noscript>', '{{x}}${', '\u200c&lt;'];
  const all = ways.flatMap((way) => hostileHtml.map((html) => way + html));
  const every = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, at) => all[Math.floor(at * every)] ?? '');
}

/** What was said, and how often. */
interface Written {
  texts: string[];
  /** Of somebody who may read it. */
  token: string;
  /** Pages that show a form which is not saved. */
  previews: string[];
  written: number;
  refused: number;
}

/** Says them wherever somebody may say something: the program describes the fields itself. */
async function writeEverywhere(app: TestApp, texts: string[]): Promise<Written> {
  const tokens = await sessionsOf(app, 120);
  const picture = await dataUrl(8, 8);
  const said: Written = { texts, token: tokens[0] ?? '', previews: [], written: 0, refused: 0 };
  const send = async (call: DescribedCall, n: number, most: number, formsToo = true): Promise<boolean> => {
    let field = n * Math.floor(inARound / records);
    const body = bodyOf(call.body ?? {}, {
      random: () => 0.5,
      id: (name) => (/SubCategory/.test(name) ? n + 1 : 1),
      text: (name) => {
        const text = [...(texts[field++ % texts.length] ?? '')].slice(0, most).join('');
        const formed = formsToo ? wellFormed(name, n, picture) : undefined;
        return name === 'message' ? `${text} ${formed}` : (formed ?? text);
      },
    });
    const path = call.path.replace('{id}', '1');
    const network = `127.23.${n >> 6}.${1 + (n & 63)}`;
    const answer = await (path === calls.demoRequest
      ? app.requestDemo(body, {}, network)
      : sendAs(app, tokens[n % tokens.length] ?? '', call.method, path, body, network));
    said.previews.push(...(/\/preview\/[\w-]{43}/.exec(answer.text) ?? []));
    return answer.status < 300;
  };
  const other =
    /order|bulk|merge|import|password|second-factor|reveal|secret|read|resume|restore|send|retention|login|invitation|reset|visit|test$/;
  const all = (await describedCalls(app.get)).filter(
    ({ method, path, body }) => method !== 'GET' && body && !other.test(path) && /^[^{]+(?:\{id\}\/notes)?$/.test(path),
  );
  // What others name comes first.
  for (const call of all.toSorted((a, b) => rank(a) - rank(b))) {
    // A list takes all of them, what there is once takes as many as it has fields.
    const times = call.method === 'POST' ? records : 1;
    for (let n = 0; n < times; n++) {
      // An address or a date may be hostile as well; mostly it is refused.
      if (n % 10 === 0) await send(call, n, 250, false);
      const sent = (await send(call, n, 250)) || (await send(call, n, 60));
      said[sent ? 'written' : 'refused']++;
    }
  }
  return said;
}

function rank({ path }: DescribedCall): number {
  if (/categories/.test(path)) return /sub/.test(path) ? 1 : 0;
  return /details|notes/.test(path) ? 3 : 2;
}

/** A reader of the site, who sees also what a page does beside showing. */
class Reader {
  seen = 0;
  readonly found: string[] = [];
  #page!: Page;
  #asking = 0;
  #asked = 0;

  static async open(site: Site, path: string, options: VisitOptions = {}): Promise<Reader> {
    const reader = new Reader();
    const before = (page: Page) => reader.#watch(page, site.app.url);
    reader.#page = await site.visit(path, { ...options, before });
    return reader;
  }

  async read(addresses: string[], until: (page: Page) => Promise<unknown>): Promise<void> {
    for (const address of addresses) {
      await this.#page.goto(address);
      await until(this.#page);
      await soon(() => this.#asking === 0 && performance.now() - this.#asked > 100).toBe(true);
      for (const frame of this.#page.frames())
        this.found.push(...(await frame.evaluate(oddMarkup)).map((odd) => `${address}: ${odd}`));
      this.seen++;
    }
  }

  async #watch(page: Page, own: string): Promise<void> {
    page.on('request', (request) => {
      const url = request.url();
      if (/notifications\/stream|\/presence$/.test(url)) return;
      this.#asking++;
      if (!url.startsWith(`${own}/`) && !/^(?:data|blob):|^https:\/\/i\.ytimg\.com\//.test(url))
        this.found.push(`${page.url()} asked for ${url}`);
    });
    const answered = () => {
      this.#asking = Math.max(0, this.#asking - 1);
      this.#asked = performance.now();
    };
    page.on('requestfinished', answered).on('requestfailed', answered);
    await page.addInitScript(() => {
      for (const name of ['alert', 'confirm', 'prompt', 'print'] as const)
        window[name] = () => console.error('A script ran') as never;
    });
  }
}

/** What in a document could run or lead into a script, whoever put it there. Runs in the browser. */
function oddMarkup(): string[] {
  const scheme = /^(?:javascript|vbscript|data:(?!image\/))/i;
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const odd = [...element.attributes].filter(
      ({ name, value }) => /^on/i.test(name) || scheme.test(value.replace(/[\u0000-\u0020]/g, '')),
    );
    const runs =
      element.matches('script:not([src], [type="application/ld+json"])') && /alert/.test(element.textContent);
    return runs || odd.length > 0 ? [element.outerHTML.slice(0, 300)] : [];
  });
}

async function readPages(site: Site, { texts, previews }: Written): Promise<Reader> {
  const reader = await Reader.open(site, pages.offline);
  const lists = [pages.home, pages.about, pages.features, pages.packages, pages.clients, pages.news, pages.downloads];
  const details = [1, 2]
    .slice(0, scale(1, 2))
    .flatMap((id) => [pages.newsDetails(id), pages.aboutDetails(id), pages.featureDetails(id), pages.clientStory(id)]);
  await reader.read([...lists, ...details], scrollThrough);
  const said = texts.filter((_, at) => at % scale(50, 20) === 0);
  const reflected = said.flatMap((text) => [pages.searchFor(text), `/no-such/${encodeURIComponent(text)}`]);
  expect(previews.length).toBeGreaterThan(0);
  // In a preview nothing runs, not even what scrolls.
  const others = [...previews.slice(-scale(4, 40)), discovery.newsFeed, discovery.sitemapPart(1)];
  await reader.read([...reflected, ...others], async () => undefined);
  return reader;
}

async function readScreens(site: Site, token: string): Promise<Reader> {
  const origins = [{ origin: site.app.url, localStorage: [{ name: 'token', value: token }] }];
  const reader = await Reader.open(site, pages.offline, { locale: 'en-GB', storageState: { cookies: [], origins } });
  const screens = Object.values(adminPages);
  const forms = kinds.slice(0, scale(3, kinds.length)).map(({ path }) => `${path}?edit=1`);
  const leads = [leadPage(1), `${adminPages.contactRequests}?view=list`, `${adminPages.outbox}?mail=1`];
  await reader.read([...screens, ...forms, ...leads], (page) => page.locator('h1').waitFor({ state: 'attached' }));
  return reader;
}
