import { xmlText } from '#api/text.ts';
import { type Published, publishedIds, publishedOf } from '#cms/collections/listed-table.server.ts';
import { storiesOfClients } from '#content/clients/kind.server.ts';
import { lastContentChanges } from '#content/features/details/data.server.ts';
import { type PageAddress, pageAddresses } from '#content/pages/addresses.ts';
import { pageAt } from '#content/pages/kind.server.ts';
import { vendorKind } from '#content/settings/schema.ts';
import { discovery, pages } from '#paths.ts';
import { notFound } from '#platform/errors.server.ts';
import { kindsOnHome } from '../home/data.server.ts';
import type { Site } from '../site.server.ts';
import { feedRoute, xmlStart } from './route.server.ts';

/** URLs per sitemap. The protocol allows 50,000; this size is generated and compressed without blocking. */
const perFile = 10_000;

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const type = 'application/xml; charset=utf-8';
const shows = [...kindsOnHome, 'pages', vendorKind];

interface Address {
  path: string;
  changedAt: string | null;
}

/** Every public URL with the day of its last change: one sitemap, or an index of several. */
export function sitemap(site: Site): void {
  const { database, settings } = site;

  feedRoute(site, discovery.sitemap, shows, type, async () => {
    const { count } = await publishedOf(database, 'news');
    if (count <= perFile) return urlset([...(await fewAddresses(site)), ...(await newsAddresses(site, 1))]);
    const parts = Array.from({ length: Math.ceil(count / perFile) + 1 }, (_, part) => discovery.sitemapPart(part));
    const list = parts.map((path) => `<sitemap><loc>${xmlText(settings.publicUrl + path)}</loc></sitemap>`);
    return `${xmlStart}<sitemapindex ${namespace}>${list.join('')}</sitemapindex>\n`;
  });

  // Part 0 has everything but the news.
  feedRoute(site, '/sitemap/:part', shows, type, async ({ part = '' }) => {
    const number = /^(?:0|[1-9]\d{0,4})\.xml$/.test(part) ? Number.parseInt(part, 10) : null;
    if (number === null) throw notFound();
    const addresses = number === 0 ? await fewAddresses(site) : await newsAddresses(site, number);
    if (addresses.length === 0) throw notFound();
    return urlset(addresses);
  });

  function urlset(addresses: Address[]) {
    const urls = addresses.map(({ path, changedAt }) => {
      const changed = changedAt && `<lastmod>${changedAt}</lastmod>`;
      return `<url><loc>${xmlText(settings.publicUrl + path)}</loc>${changed ?? ''}</url>`;
    });
    return `${xmlStart}<urlset ${namespace}>${urls.join('')}</urlset>\n`;
  }
}

async function fewAddresses({ database }: Site): Promise<Address[]> {
  const few = { from: 0, count: perFile };
  const of = (table: Parameters<typeof publishedOf>[1]) => publishedOf(database, table);
  const written = await Promise.all(
    Object.entries(pageAddresses).map(async ([address, { path }]) => ({
      path: path as string,
      page: await pageAt(database, address as PageAddress),
    })),
  );
  const [features, abouts, contents, stories] = await Promise.all([
    publishedIds(database, 'features', few),
    publishedIds(database, 'about', few),
    lastContentChanges(database),
    storiesOfClients(database),
  ]);
  const kinds = {
    [pages.about]: await of('about'),
    [pages.features]: await of('features'),
    [pages.packages]: await of('packages'),
    [pages.clients]: await of('clients'),
    [pages.news]: await of('news'),
    [pages.downloads]: await of('downloads'),
  };
  return [
    { path: pages.home, changedAt: latest(Object.values(kinds)) },
    ...Object.entries(kinds).map(([path, { changedAt }]) => ({ path, changedAt })),
    ...written.flatMap(({ path, page }) => (page ? [{ path, changedAt: page.updated_at }] : [])),
    ...abouts.map(({ id, changedAt }) => ({ path: pages.aboutDetails(id), changedAt })),
    ...stories.map(({ id, changedAt }) => ({ path: pages.clientStory(id), changedAt })),
    ...features.map(({ id, changedAt }) => {
      const told = contents.get(id) ?? '';
      return { path: pages.featureDetails(id), changedAt: told > changedAt ? told : changedAt };
    }),
  ];
}

/** Parts start at 1. */
async function newsAddresses({ database }: Site, part: number): Promise<Address[]> {
  const news = await publishedIds(database, 'news', { from: (part - 1) * perFile, count: perFile });
  return news.map(({ id, changedAt }) => ({ path: pages.newsDetails(id), changedAt }));
}

function latest(kinds: Published[]): string | null {
  return (
    kinds
      .flatMap(({ changedAt }) => changedAt ?? [])
      .sort()
      .at(-1) ?? null
  );
}
