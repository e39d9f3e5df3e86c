import type { Graph, Thing } from 'schema-dts';
import { escapeHtml } from '#api/text.ts';
import { discovery } from '#paths.ts';
import { cardSize } from './cards/page-cards.server.ts';

/** Metadata of a page. URLs are absolute. */
export interface PageHead {
  canonical: string;
  /** What is shared: the canonical address, or that of a calculation. */
  url: string;
  siteName: string;
  /** URL of the social card; its alternative text is the title. */
  card: string;
  icons: { apple: string };
  /** ISO 8601 timestamps; articles only. */
  article?: { publishedAt: string; changedAt: string };
  things: Thing[];
  /** Such a page is not for search engines. */
  isSample: boolean;
  /** Whether the service worker may cache pages. */
  offline: boolean;
}

/** What links to the page show. Their readers fetch as little as 8 KB, so it comes before the styles. */
export function cardElements(page: { title: string; description: string }, head: PageHead | null): string[] {
  const text = [`<title>${escapeHtml(page.title)}</title>`, meta('description', page.description)];
  if (!head) return [...text, meta('robots', 'noindex')];
  const { canonical, url, siteName, card, article, isSample } = head;
  return [
    ...text,
    ...(isSample ? [meta('robots', 'noindex')] : []),
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    property('og:type', article ? 'article' : 'website'),
    property('og:site_name', siteName),
    property('og:title', page.title),
    property('og:description', page.description),
    property('og:url', url),
    property('og:locale', 'bn_BD'),
    property('og:image', card),
    property('og:image:type', 'image/jpeg'),
    property('og:image:width', String(cardSize.width)),
    property('og:image:height', String(cardSize.height)),
    property('og:image:alt', page.title),
    ...(article
      ? [property('article:published_time', article.publishedAt), property('article:modified_time', article.changedAt)]
      : []),
    // X reads title, description and image from the Open Graph tags above.
    meta('twitter:card', 'summary_large_image'),
  ];
}

export function headElements({ icons, offline, things }: PageHead): string[] {
  return [
    `<link rel="alternate" type="application/atom+xml" href="${discovery.newsFeed}">`,
    `<link rel="manifest" href="${discovery.appManifest}">`,
    `<link rel="apple-touch-icon" href="${escapeHtml(icons.apple)}">`,
    offline ? meta('worker', discovery.serviceWorker) : '',
    structuredData(things),
  ];
}

export function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`;
}

/** JSON-LD. Escapes characters that could end the script element. */
function structuredData(things: Thing[]): string {
  if (things.length === 0) return '';
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things };
  const json = JSON.stringify(graph).replace(/[<>&\u2028\u2029]/g, escaped);
  return `<script type="application/ld+json">${json}</script>`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
