// @module-tag full
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { openSite } from './helpers/site.ts';

describe('The style sheet in a page has the rules of all its classes that have any:', () => {
  const site = openSite();

  test.each([
    pages.home,
    pages.about,
    pages.news,
    pages.features,
    pages.packages,
    `${pages.packages}?students=300`,
    `${pages.packages}?kind=1&students=300`,
    pages.clients,
    encodeURI(`${pages.clients}?district=ঢাকা`),
    encodeURI(`${pages.clients}?district=ভোলা`),
    pages.downloads,
    pages.search,
    pages.searchFor('হাজিরা', 1),
    pages.searchFor('qqqq', 1),
    pages.offline,
    '/no-such-page',
  ])('%s', async (page) => {
    expect(missingIn(await htmlOf(page))).toEqual([]);
  });

  test.each([pages.about, pages.news, pages.features, pages.clients])('a record below %s', async (parent) => {
    const [record] = (await htmlOf(pages.home)).match(new RegExp(`${parent}(?:/details)?/\\d+`)) ?? [];
    expect(missingIn(await htmlOf(record ?? ''))).toEqual([]);
  });

  test.each([pages.home, pages.features, pages.packages])('%s with a demo request that is refused', async (path) => {
    site.expectTrouble(/422/);
    const page = await site.visit(path);
    if (path === pages.home) await page.locator('.hero [data-demo-toggle]').click();
    await page.getByRole('textbox', { name: 'নাম', exact: true }).click();
    await page.locator('[data-island=demo-form][data-awake=yes]').waitFor();
    await page.locator('.demo-send button').click();
    await page.locator('.demo-card .field-error').first().waitFor();
    expect(missingIn(await page.content())).toEqual([]);
  });

  test('search results while somebody types', async () => {
    const page = await site.visit(pages.search);
    await page.getByRole('searchbox').click();
    await page.locator('[data-island=search-box][data-awake=yes]').waitFor();
    await page.keyboard.type('হাজিরা');
    await page.getByRole('option').first().waitFor();
    expect(missingIn(await page.content())).toEqual([]);
  });

  async function htmlOf(path: string): Promise<string> {
    return (await site.app.get(path, { accept: 'text/html' })).text;
  }
});

describe('While there is no content yet, the style sheet has the rules of what is said instead:', () => {
  const site = openSite({ content: 'none' });

  test.each([pages.home, pages.about, pages.news, pages.features, pages.packages, pages.clients, pages.downloads])(
    '%s',
    async (page) => {
      expect(missingIn((await site.app.get(page, { accept: 'text/html' })).text)).toEqual([]);
    },
  );
});

/** Classes that some style of the site has rules for, whether a page imports it or not, and this page has not. */
function missingIn(html: string): string[] {
  const [, sheet = ''] = html.match(/<style>(.*?)<\/style>/s) ?? [];
  const here = classesWithRules(sheet);
  expect(here.size).toBeGreaterThan(50);
  const named = Array.from(html.matchAll(/ class="([^"]*)"/g), ([, names = '']) => names.split(' '));
  return [...new Set(named.flat())].filter((name) => anywhere.has(name) && !here.has(name));
}

const sources = globSync('src/{content,leads,site,ui/site}/**/*.css').filter((file) => !file.endsWith('admin.css'));
const anywhere = classesWithRules(sources.map((file) => readFileSync(file, 'utf8')).join('\n'));

function classesWithRules(css: string): Set<string> {
  return new Set(Array.from(css.matchAll(/\.([a-z][\w-]*)/g), ([, name = '']) => name));
}
