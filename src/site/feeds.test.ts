import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import { addFeature } from '#content/features/data.server.ts';
import { adminCalls, discovery, pages, wellKnown } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { admissionNews, hide, idsOf, publishAbout, publishManyNews, publishNews } from '../../test/helpers/content.ts';
import { openOffice } from '../../test/helpers/office.ts';
import { routesOf } from '../../test/helpers/routes.ts';
import { addSampleWithoutPictures } from '../../test/helpers/sample.ts';

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await openTestApp();
  origin = app.settings.publicUrl;
  return app.close;
});

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name) => ['entry', 'url', 'sitemap', 'link'].includes(name),
  parseTagValue: false,
});

async function xml<T>(path: string, type: string): Promise<T> {
  const { status, headers, text } = await app.get(path);
  expect(status, path).toBe(200);
  expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
  expect(XMLValidator.validate(text), path).toBe(true);
  return parser.parse(text) as T;
}

interface Entry {
  id: string;
  title: string;
  link: { rel: string; href: string }[];
  published: string;
  updated: string;
  summary: string;
  content: { type: string; '#text': string };
}

interface Feed {
  feed: Omit<Entry, 'content'> & { entry?: Entry[]; author: { name: string }; xmlns: string; 'xml:lang': string };
}

const readFeed = async () => (await xml<Feed>(discovery.newsFeed, 'application/atom+xml')).feed;

/** RFC 3339. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

describe('The feed of news', () => {
  test.each(discovery.earlierFeeds)('GET %s leads to it for good', async (path) => {
    const { status, headers } = await app.get(path);
    expect([status, headers.location]).toEqual([301, discovery.newsFeed]);
  });

  test('says what Atom asks of a feed, also while there is none', async () => {
    const feed = await readFeed();
    expect(feed.xmlns).toBe('http://www.w3.org/2005/Atom');
    expect(feed['xml:lang']).toBe('bn');
    expect(feed.id).toBe(origin + discovery.newsFeed);
    expect(feed.updated).toMatch(moment);
    expect(feed.title).toContain('খবর');
    expect(feed.author.name).toBe('প্রাঙ্গণ');
    expect(feed.link.find(({ rel }) => rel === 'self')?.href).toBe(feed.id);
  });

  test('has every piece of news with its article, and a change at once', async () => {
    const id = await publishNews(app, {
      title: 'ভর্তি & <ফরম> "২০২৭"',
      content: '<p>এখন <a href="/packages">খরচ</a> ]]&gt; দেখুন।</p><img src="/media/x.webp">',
    });
    const [entry] = (await readFeed()).entry ?? [];
    const address = origin + pages.newsDetails(id);
    expect(entry).toMatchObject({
      id: address,
      published: '2026-12-05T00:00:00+06:00',
      updated: expect.stringMatching(moment),
      summary: admissionNews.description,
      link: [{ href: address }],
    });
    const { text } = await app.get(discovery.newsFeed);
    expect(text).toContain('<title>ভর্তি &#38; &#60;ফরম&#62; &#34;২০২৭&#34;</title>');
    expect(text).toContain(`href=&#34;${origin}/packages&#34;`);
    await hide(app, 'news', id);
    expect((await readFeed()).entry).toBeUndefined();
  });

  test('has the newest 20 in their order', async () => {
    await publishManyNews(app, 25);
    const entries = (await readFeed()).entry ?? [];
    expect(entries.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, place) => `খবর ${25 - place}`));
  });
});

interface Urls {
  urlset: { url: { loc: string; lastmod?: string }[] };
}

async function siteMap(path: string = discovery.sitemap): Promise<Map<string, string | undefined>> {
  const { urlset } = await xml<Urls>(path, 'application/xml');
  return new Map(urlset.url.map(({ loc, lastmod }) => [loc.slice(origin.length), lastmod]));
}

describe('The site map', () => {
  test('has every page and every active record, with the moment of its last change', async () => {
    const about = await publishAbout(app);
    const news = await publishNews(app);
    await app.changes.write(['features'], (transaction) =>
      addFeature(transaction, { title: 'হাজিরা', image_key: null, categoryIds: [], sort_order: 1 }),
    );
    const [feature = 0] = await idsOf(app, 'features');
    const map = await siteMap();
    for (const path of [pages.aboutDetails(about), pages.newsDetails(news), pages.featureDetails(feature), pages.news])
      expect(map.get(path), path).toMatch(moment);
    for (const path of map.keys()) expect((await app.get(path, { accept: 'text/html' })).status, path).toBe(200);
    await hide(app, 'news', news);
    expect((await siteMap()).has(pages.newsDetails(news))).toBe(false);
  });

  test('is a list of files where there are many news', async () => {
    const many = await openTestApp();
    try {
      await manyNews(many, 10_001);
      const { text } = await many.get(discovery.sitemap);
      expect(XMLValidator.validate(text)).toBe(true);
      const { sitemapindex } = parser.parse(text) as { sitemapindex: { sitemap: { loc: string }[] } };
      const parts = sitemapindex.sitemap.map(({ loc }) => loc.slice(many.settings.publicUrl.length));
      expect(parts).toEqual([0, 1, 2].map(discovery.sitemapPart));
      const addresses = [];
      for (const part of parts) {
        const { urlset } = parser.parse((await many.get(part)).text) as Urls;
        expect(urlset.url.length).toBeLessThanOrEqual(10_000);
        addresses.push(...urlset.url.map(({ loc }) => loc));
      }
      expect(addresses.filter((address) => address.includes('/news/details/'))).toHaveLength(10_001);
      expect(new Set(addresses).size).toBe(addresses.length);
    } finally {
      await many.close();
    }
  }, 60_000);

  test.each(['-1.xml', '01.xml', '9.xml', '99999.xml', '1', 'x.xml', '1.xml.gz'])('has no part %s', async (part) => {
    expect((await app.get(`/sitemap/${part}`)).status).toBe(404);
  });
});

test('every page that search engines may list is in the site map, and every one without an id in llms.txt', async () => {
  const app = await openTestApp();
  try {
    await addSampleWithoutPictures(app);
    // The site is nobody's sample any more.
    await app.database.deleteFrom('store_facts').where('name', '=', 'sample_content').execute();
    const urls = (await app.get(discovery.sitemap)).text;
    const forModels = (await app.get(discovery.forLanguageModels)).text;
    const own = /^GET \/(?:admin|api|assets|media|login|forgot|reset|accept|preview|healthz|readyz|metrics)\b|\*/;
    const routes = routesOf(app).filter((route) => route.startsWith('GET /') && !own.test(route));
    const listed: string[] = [];
    for (const route of routes) {
      const path = await anyPageOf(app, route.slice('GET '.length));
      if (path === null) continue;
      listed.push(route);
      // Without a question there is nothing to be found on it.
      if (path === pages.search) continue;
      expect(urls, route).toContain(`<loc>${app.settings.publicUrl}${path}</loc>`);
      const isElsewhere = [pages.home, pages.privacy, pages.terms].some((each) => each === path);
      if (!route.includes(':') && !isElsewhere)
        expect(forModels, route).toContain(`(${app.settings.publicUrl}${path})`);
    }
    expect(listed.length).toBeGreaterThan(9);
  } finally {
    await app.close();
  }
});

/** The address of one page of the route that search engines may list; null where it has none. */
async function anyPageOf(app: TestApp, route: string): Promise<string | null> {
  const ids = route.includes(':') ? Array.from({ length: 60 }, (_, at) => String(at + 1)) : [''];
  for (const id of ids) {
    const path = route.replace(/:\w+/, id);
    const { status, headers, text } = await app.get(path, { accept: 'text/html' });
    if (status !== 200 || !String(headers['content-type']).startsWith('text/html')) continue;
    if (!headers['x-robots-tag'] && !text.includes('content="noindex"')) return path;
  }
  return null;
}

test('robots.txt keeps crawlers out of the back office and names the site map', async () => {
  const { status, headers, text } = await app.get(discovery.robots);
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const rules = ['User-agent: *', 'Disallow: /admin', `Sitemap: ${origin}/sitemap.xml`];
  expect(text.split('\n')).toEqual(expect.arrayContaining(rules));
});

test('security.txt names whom to tell, for half a year (RFC 9116); password managers are led to the profile', async () => {
  const { status, headers, text } = await app.get(wellKnown.securityContact);
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = new Map(text.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]));
  expect(fields.get('Contact')).toBe(`${origin}/`);
  expect(fields.get('Canonical')).toBe(origin + wellKnown.securityContact);
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(180);
  expect(days).toBeLessThan(183);
  const office = await openOffice(app);
  const { data } = (await office.get(adminCalls.siteSettings)).json<{ data: object }>();
  await office.put(adminCalls.siteSettings, { ...data, email: 'office@school.example' });
  expect((await app.get(wellKnown.securityContact)).text).toContain('Contact: mailto:office@school.example\n');
  const changePassword = await app.get(wellKnown.changePassword);
  expect([changePassword.status, changePassword.headers.location]).toEqual([302, '/admin/profile']);
});

test('llms.txt tells of the site in Markdown, with what was written last', async () => {
  const id = await publishNews(app, { title: 'ভর্তি [নতুন] চলছে' });
  const { status, headers, text } = await app.get(discovery.forLanguageModels);
  expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(text).toMatch(/^# প্রাঙ্গণ\n\n> .+\n/);
  expect(text).toContain(`\n- [ভর্তি \\[নতুন\\] চলছে](${origin}${pages.newsDetails(id)})`);
  for (const [, path = ''] of text.matchAll(/\]\(https?:\/\/[^/)]+(\/[^)]*)\)/g))
    expect((await app.get(path, { accept: '*/*' })).status, path).toBe(200);
});

test.each([discovery.forLanguageModels, discovery.newsFeed, discovery.sitemap, discovery.appManifest])(
  '%s says that nothing in it may run or be loaded',
  async (path) => {
    const { status, headers } = await app.get(path);
    expect([status, headers['content-security-policy']]).toEqual([200, expect.stringContaining("default-src 'none'")]);
  },
);

async function manyNews(app: TestApp, count: number): Promise<void> {
  const now = new Date().toISOString();
  const row = { ...admissionNews, status: 1, created_at: now, updated_at: now };
  await app.changes.write(['news'], async (transaction) => {
    for (let left = count; left > 0; left -= 1_000)
      await transaction
        .insertInto('news')
        .values(Array.from({ length: Math.min(1_000, left) }, () => row))
        .execute();
  });
}
