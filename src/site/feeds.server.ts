import { xmlText } from '#api/text.ts';
import { publishedIds, publishedOf } from '#cms/collections/listed-table.server.ts';
import { storiesOfClients } from '#content/clients/kind.server.ts';
import { features } from '#content/features/data.server.ts';
import { lastContentChanges } from '#content/features/details/data.server.ts';
import { newestNews, type PublishedNews } from '#content/news/kind.server.ts';
import { pathOfPage } from '#content/pages/addresses.ts';
import { publishedPages } from '#content/pages/kind.server.ts';
import { type SiteSettings, vendorKind } from '#content/settings/schema.ts';
import { adminPages, callsDescription, discovery, pages, wellKnown } from '#paths.ts';
import { notFound } from '#platform/errors.server.ts';
import { cachedFile, sendCached } from '#platform/http/cached-answers.server.ts';
import { kindsOnHome } from './home/data.server.ts';
import type { Site } from './site.server.ts';
import { publishedAt } from './structured-data.server.ts';

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
  const [features, abouts, contents, stories, written] = await Promise.all([
    publishedIds(database, 'features', few),
    publishedIds(database, 'about', few),
    lastContentChanges(database),
    storiesOfClients(database),
    publishedPages(database),
  ]);
  const lists: Address[] = [];
  for (const page of listedPages) {
    const { changedAt } = await publishedOf(database, page);
    lists.push({ path: pages[page], changedAt });
  }
  return [
    { path: pages.home, changedAt: latest(lists) },
    ...lists,
    ...written.map(({ address, updated_at }) => ({ path: pathOfPage(address), changedAt: updated_at })),
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

function latest(lists: Address[]): string | null {
  return (
    lists
      .flatMap(({ changedAt }) => changedAt ?? [])
      .sort()
      .at(-1) ?? null
  );
}

const length = 20;

/** Atom feed (RFC 4287) of the newest news. */
export function newsFeed(site: Site): void {
  feedRoute(site, discovery.newsFeed, feedKinds.news, 'application/atom+xml; charset=utf-8', async () => {
    const [vendor, news] = await Promise.all([site.vendor.current(), newestNews(site.database, length)]);
    return atom(site.settings.publicUrl, vendor, news);
  });
  for (const path of discovery.earlierFeeds)
    site.http.get(path, async (_request, reply) => reply.redirect(discovery.newsFeed, 301));
}

function atom(origin: string, vendor: SiteSettings, news: PublishedNews[]): string {
  const { title, description } = vendor.pages.news;
  const updated = news.map(({ updated_at }) => updated_at).sort();
  return `${xmlStart}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="bn" xml:base="${xmlText(origin)}/">${[
    `<id>${xmlText(origin + discovery.newsFeed)}</id>`,
    `<title>${xmlText(title)}</title>`,
    `<subtitle>${xmlText(description)}</subtitle>`,
    `<updated>${updated.at(-1) ?? vendor.updatedAt}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(origin + discovery.newsFeed)}"/>`,
    `<link rel="alternate" type="text/html" hreflang="bn" href="${xmlText(origin + pages.news)}"/>`,
    `<author><name>${xmlText(vendor.name)}</name></author>`,
    ...news.map((item) => entry(origin, item)),
  ].join('')}</feed>\n`;
}

function entry(origin: string, news: PublishedNews): string {
  const address = xmlText(origin + pages.newsDetails(news.id));
  return `<entry>${[
    `<id>${address}</id>`,
    `<title>${xmlText(news.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${address}"/>`,
    `<published>${publishedAt(news.date)}</published>`,
    `<updated>${news.updated_at}</updated>`,
    news.short_title && `<category term="${xmlText(news.short_title)}"/>`,
    `<summary>${xmlText(news.description)}</summary>`,
    `<content type="html">${xmlText(absolute(news.content, origin))}</content>`,
  ].join('')}</entry>`;
}

/** Makes local URLs absolute for feed readers. */
function absolute(html: string, origin: string): string {
  return html.replace(/ (src|href)="\/(?!\/)/g, ` $1="${origin}/`);
}

const newest = 20;
const listedPages = ['about', 'features', 'packages', 'clients', 'news', 'downloads'] as const;

/** llms.txt: the site as Markdown for language models (llmstxt.org). */
export function forLanguageModels(site: Site): void {
  const { database, settings } = site;
  const shows = [...feedKinds.news, 'features'];
  feedRoute(site, discovery.forLanguageModels, shows, 'text/markdown; charset=utf-8', async () => {
    const [vendor, parts, news] = await Promise.all([
      site.vendor.current(),
      features.all(database),
      newestNews(database, newest),
    ]);
    const link = (title: string, path: string, text?: string) =>
      `- [${line(title)}](${settings.publicUrl}${path})${text ? `: ${line(text)}` : ''}`;
    return [
      `# ${line(vendor.name)}`,
      `> ${line(vendor.tagline)}`,
      line(vendor.hero.lead),
      ...contacts(vendor),
      section(
        'পাতা',
        listedPages.map((page) => link(vendor.pages[page].title, pages[page], vendor.pages[page].description)),
      ),
      section(
        'ফিচার',
        parts.map(({ id, title }) => link(title, pages.featureDetails(id))),
      ),
      section(
        'খবর',
        news.map(({ id, title, description }) => link(title, pages.newsDetails(id), description)),
      ),
      section('Optional', [
        link('Sitemap', discovery.sitemap, 'every page'),
        link('Atom', discovery.newsFeed, 'the newest news, with their text'),
        link('OpenAPI', callsDescription, 'the same content as JSON'),
      ]),
    ]
      .filter((part) => part !== '')
      .join('\n\n')
      .concat('\n');
  });
}

function contacts({ phone, email, address }: SiteSettings): string[] {
  const entries = [phone?.number, email, address].filter((each) => each !== null && each !== undefined);
  return entries.length === 0 ? [] : [entries.map((each) => `- ${line(each)}`).join('\n')];
}

function section(title: string, links: string[]): string {
  return links.length === 0 ? '' : [`## ${title}`, '', ...links].join('\n');
}

/** Collapses white space and escapes brackets for link texts. */
function line(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[[\]]/g, '\\$&').trim();
}

export function wellKnownFiles(site: Site): void {
  const { http, settings } = site;
  feedRoute(site, wellKnown.securityContact, feedKinds.vendor, 'text/plain; charset=utf-8', async () =>
    securityContact(settings.publicUrl, await site.vendor.current()),
  );
  // Used by password managers; redirects to the sign-in where needed.
  http.get(wellKnown.changePassword, async (_request, reply) => reply.redirect(adminPages.profile, 302));
}

/** RFC 9116. */
function securityContact(origin: string, { email, phone }: SiteSettings): string {
  const contact = email ? `mailto:${email}` : phone ? `tel:${phone.number}` : origin + pages.home;
  return [
    `Contact: ${contact}`,
    `Expires: ${expiry()}`,
    'Preferred-Languages: bn, en',
    `Canonical: ${origin}${wellKnown.securityContact}`,
    '',
  ].join('\n');
}

/** Half a year ahead. The cached file is regenerated daily, so it never expires on a running site. */
function expiry(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 182);
  return `${day.toISOString().slice(0, 10)}T00:00:00Z`;
}

/** The kinds that a file shows: a write to one of them makes it anew. */
export const feedKinds = { news: ['news', vendorKind], vendor: [vendorKind] };

/** Mounts a file that is the same for all, and is kept as ready bytes. */
export function feedRoute(
  site: Site,
  path: string,
  shows: readonly string[],
  type: string,
  make: (params: Record<string, string>) => Promise<string>,
): void {
  site.http.get<{ Params: Record<string, string> }>(path, async (request, reply) => {
    const { params } = request;
    const key = path.replace(/:(\w+)/, (_, name: string) => params[name] ?? '');
    return sendCached(site, request, reply, { key, shows, make: async () => cachedFile(await make(params), type) });
  });
}

const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** What crawlers may read, and where all addresses are listed. */
export function robots(site: Site): void {
  const text = [
    'User-agent: *',
    ...[pages.admin, '/api/', pages.login, pages.forgotPassword, pages.resetPassword, pages.acceptInvitation].map(
      (path) => `Disallow: ${path}`,
    ),
    '',
    `Sitemap: ${site.settings.publicUrl}${discovery.sitemap}`,
    '',
  ].join('\n');
  feedRoute(site, discovery.robots, [], 'text/plain; charset=utf-8', async () => text);
}
