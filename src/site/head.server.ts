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
  /** Whether the service worker may cache pages. */
  offline: boolean;
}

export function headElements(page: { title: string; description: string }, head: PageHead): string[] {
  const { canonical, url, siteName, card, icons, article } = head;
  return [
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
    '<meta name="twitter:card" content="summary_large_image">',
    `<link rel="alternate" type="application/atom+xml" href="${discovery.newsFeed}">`,
    `<link rel="search" type="application/opensearchdescription+xml" title="${escapeHtml(siteName)}" href="${discovery.openSearch}">`,
    `<link rel="manifest" href="${discovery.appManifest}">`,
    `<link rel="apple-touch-icon" href="${escapeHtml(icons.apple)}">`,
    head.offline ? `<meta name="worker" content="${discovery.serviceWorker}">` : '',
    structuredData(head.things),
  ];
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
