import { xmlText } from '#api/text.ts';
import { newestNews, type PublishedNews } from '#content/news/kind.server.ts';
import type { SiteSettings } from '#content/settings/schema.ts';
import { discovery, pages } from '#paths.ts';
import type { Site } from '../site.server.ts';
import { publishedAt } from './moments.ts';
import { feedKinds, feedRoute, xmlStart } from './route.server.ts';

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
