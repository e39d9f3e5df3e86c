import { beforeAll, describe, expect, test } from 'vitest';
import { addPackageGroup } from '#content/packages/kind.server.ts';
import { videos as gallery } from '#content/videos/kind.server.ts';
import { pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { hide, idsOf, publishAbout, publishNews } from '../../test/helpers/content.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

interface Thing {
  '@type': string;
  [property: string]: unknown;
}

async function thingsOn(path: string): Promise<Thing[]> {
  const { status, text } = await app.get(path, { accept: 'text/html' });
  expect(status, path).toBe(200);
  const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  expect(blocks, path).toHaveLength(1);
  const graph = JSON.parse(blocks[0]?.[1] ?? '') as { '@context': string; '@graph': Thing[] };
  expect(graph['@context']).toBe('https://schema.org');
  for (const thing of graph['@graph']) expectWhole(thing);
  return graph['@graph'];
}

/** What the vocabulary, and those who read it, ask of each type that we use. */
const required: Record<string, string[]> = {
  AboutPage: ['name', 'url'],
  BreadcrumbList: ['itemListElement'],
  ContactPoint: ['contactType'],
  EntryPoint: ['urlTemplate'],
  ImageObject: ['url'],
  ListItem: ['position', 'name', 'item'],
  NewsArticle: ['headline', 'image', 'datePublished', 'dateModified', 'author', 'publisher', 'mainEntityOfPage'],
  Offer: ['name', 'price', 'priceCurrency', 'priceSpecification', 'url'],
  Organization: ['name', 'url'],
  PostalAddress: ['addressCountry', 'streetAddress'],
  SearchAction: ['target', 'query-input'],
  SoftwareApplication: ['name', 'applicationCategory', 'operatingSystem'],
  UnitPriceSpecification: ['price', 'priceCurrency'],
  VideoObject: ['name', 'description', 'thumbnailUrl', 'uploadDate', 'embedUrl'],
  WebSite: ['name', 'url', 'publisher'],
};

function expectWhole(value: unknown): void {
  if (Array.isArray(value)) value.forEach(expectWhole);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const thing = value as Thing;
  if (thing['@type']) {
    expect(Object.keys(required), 'an unknown type').toContain(thing['@type']);
    for (const property of required[thing['@type']] ?? []) {
      expect(thing[property], `${thing['@type']}.${property}`).toBeTruthy();
    }
  }
  Object.values(thing).forEach(expectWhole);
}

const ofType = (things: Thing[], type: string) => things.filter((thing) => thing['@type'] === type);

describe('The home page tells machines', () => {
  test('who stands behind it, what is sold and how to search it', async () => {
    const things = await thingsOn(pages.home);
    expect(things.map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite', 'SoftwareApplication']);
    const [organization, site, software] = things;
    expect(organization).toMatchObject({ '@id': `${app.settings.publicUrl}/#organization`, name: 'প্রাঙ্গণ' });
    expect(software?.offers).toBeUndefined();
    const action = site?.potentialAction as { target: { urlTemplate: string } } | undefined;
    const address = String(action?.target.urlTemplate).replace('{search_term_string}', encodeURIComponent('ভর্তি'));
    const answer = await app.get(address.slice(app.settings.publicUrl.length), { accept: 'text/html' });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<meta name="robots" content="noindex">');
  });

  test('of videos that can be played, as long as they are shown', async () => {
    await app.changes.write(['videos'], async (transaction) => {
      for (const [gallery_title, gallery_link] of [
        ['পরিচয়', 'https://youtu.be/dQw4w9WgXcQ'],
        ['অন্যত্র', 'https://films.example/1'],
      ] as const)
        await gallery.add(transaction, { gallery_title, gallery_link, sort_order: 1 });
    });
    const videos = ofType(await thingsOn(pages.home), 'VideoObject');
    expect(videos).toMatchObject([{ name: 'পরিচয়', embedUrl: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' }]);
    expect(videos[0]?.uploadDate).toMatch(/^\d{4}-\d\d-\d\dT/);
    for (const id of await idsOf(app, 'videos')) await hide(app, 'videos', id);
    expect(ofType(await thingsOn(pages.home), 'VideoObject')).toEqual([]);
  });
});

test('the price table is offers, but for prices in words', async () => {
  const packages = [
    { package_name: 'শাপলা', installation_cost: '১,২৫,০০০', monthly_charge: '৳ 2500/-' },
    { package_name: 'দোয়েল', installation_cost: 'ফ্রি', monthly_charge: '1500' },
    { package_name: 'কাঁঠাল', installation_cost: 'আলোচনা সাপেক্ষে', monthly_charge: 'আলোচনা সাপেক্ষে' },
  ];
  await app.changes.write(['packages'], (transaction) => addPackageGroup(transaction, { name: 'স্কুল', packages }, 1));
  for (const page of [pages.packages, pages.home]) {
    const [software] = ofType(await thingsOn(page), 'SoftwareApplication');
    expect(software?.offers).toMatchObject([
      {
        name: 'স্কুল: শাপলা',
        price: '2500',
        priceCurrency: 'BDT',
        priceSpecification: [{ price: '2500', unitCode: 'MON' }, { price: '125000' }],
      },
      { name: 'স্কুল: দোয়েল', price: '1500', priceSpecification: [{ price: '1500' }] },
    ]);
  }
});

test('news are articles that say when they were written and changed', async () => {
  const id = await publishNews(app);
  const address = app.settings.publicUrl + pages.newsDetails(id);
  const [article] = ofType(await thingsOn(pages.newsDetails(id)), 'NewsArticle');
  expect(article).toMatchObject({ url: address, datePublished: '2026-12-05T00:00:00+06:00', inLanguage: 'bn' });
  const { text } = await app.get(pages.newsDetails(id), { accept: 'text/html' });
  expect(text).toContain('<meta property="og:type" content="article">');
  expect(text).toContain(`<meta property="article:modified_time" content="${article?.dateModified}">`);
});

test('a page below another one says where it lies', async () => {
  const id = await publishAbout(app);
  const [list] = ofType(await thingsOn(pages.aboutDetails(id)), 'BreadcrumbList');
  const origin = app.settings.publicUrl;
  expect(list?.itemListElement).toMatchObject([
    { position: 1, name: 'হোম', item: `${origin}/` },
    { position: 2, name: 'পরিচিতি', item: `${origin}/about` },
    { position: 3, item: `${origin}/about/details/${id}` },
  ]);
});

test('no text ends the element that it stands in', async () => {
  const title = '</script><script>alert(1)</script><!-- ]]> & "';
  const id = await publishNews(app, { title, short_title: title, description: title });
  const { text } = await app.get(pages.newsDetails(id), { accept: 'text/html' });
  expect(text).not.toContain('<script>alert(1)');
  expect(ofType(await thingsOn(pages.newsDetails(id)), 'NewsArticle')[0]?.headline).toBe(title);
});
