import { createHash } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Graph, Thing } from 'schema-dts';
import { escapeHtml } from '#api/text.ts';
import { brand, brandAtNight } from '#brand.ts';
import type { SiteSettings } from '#content/settings/schema.ts';
import { Vendor } from '#content/settings/vendor-context.ts';
import { calls, discovery, files, media, pages } from '#paths.ts';
import { policyOfPages } from '#platform/cache/cached-response.server.ts';
import { Island, IslandCodes } from '#ui/site/island.tsx';
import { spriteMarkup } from '#ui/site/sprite-markup.server.tsx';
import { cardSize } from './cards/page-cards.server.ts';
import { clientAssets } from './client-assets.server.ts';
import { SiteFrame } from './layout/frame.tsx';
import type { Sheet } from './sheets/names.ts';

/** Speculation rules: prefetch public pages, which are the same for all visitors, when a link is hovered or pressed. */
const rules = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          {
            not: {
              href_matches: [
                `${pages.admin}*`,
                pages.login,
                pages.forgotPassword,
                `${pages.resetPassword}*`,
                `${pages.acceptInvitation}*`,
                `${pages.search}*`,
                '/api/*',
                `${files.prefix}*`,
                `${media.prefix}*`,
              ],
            },
          },
          // Skips visitors who save data (boot.ts) and downloads.
          { not: { selector_matches: '[data-lean] *, [download]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};

const speculationRules = JSON.stringify(rules);

interface Document {
  path: string;
  title: string;
  description: string;
  keywords: string;
  csrfToken: string;
  body: ReactNode;
  vendor: SiteSettings;
  /** Null for pages that must not be indexed, such as 404. */
  head: PageHead | null;
  sheet: Sheet;
}

/**
 * Renders a public page as UTF-8 HTML. Styles and small scripts are inlined to save round trips on slow networks. Fonts
 * load later.
 */
export function renderDocument(page: Document): Buffer {
  const client = clientAssets();
  const html = renderPart(
    page.vendor,
    <SiteFrame path={page.path}>
      {page.body}
      {page.head && <Island name="pencils" when="stored" props={{}} />}
    </SiteFrame>,
  );
  const { inHead, atEnd } = sharedMarkupOf(page.sheet);
  return Buffer.concat([
    Buffer.from(
      `<!DOCTYPE html><html lang="bn" data-visits="${calls.countVisit}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${cardElements(page, page.head).join('')}`,
    ),
    inHead,
    Buffer.from(
      `${metaTags(page).join('')}<link rel="icon" type="image/svg+xml" href="${client.favicon}"></head><body>${html}`,
    ),
    atEnd,
  ]);
}

export function renderPart(vendor: SiteSettings, part: ReactNode): string {
  return renderToString(
    <Vendor value={vendor}>
      <IslandCodes value={clientAssets().islands}>{part}</IslandCodes>
    </Vendor>,
  );
}

const sharedMarkup = new Map<Sheet, { inHead: Buffer; atEnd: Buffer }>();

/** The shared parts of all pages with a sheet, nearly half of their size, are encoded once. */
function sharedMarkupOf(sheet: Sheet) {
  const markup = sharedMarkup.get(sheet) ?? {
    inHead: Buffer.from(stylesAndScripts(sheet).join('')),
    // `async`: runs after parsing and the first layout instead of within them.
    atEnd: Buffer.from(
      `${spriteMarkup()}<script type="speculationrules">${speculationRules}</script><script type="module" async>${clientAssets().loader}</script></body></html>`,
    ),
  };
  sharedMarkup.set(sheet, markup);
  return markup;
}

function stylesAndScripts(sheet: Sheet): string[] {
  const client = clientAssets();
  return [
    `<style media="print" data-fonts="${versionOf(client.fonts)}">${client.fonts}</style>`,
    `<script>${client.boot}</script>`,
    `<style>${client.sheets[sheet]}</style>`,
    `<noscript><style>${client.fonts}</style></noscript>`,
  ];
}

/** The CSP lists the hashes of inline scripts and styles. */
export function policyOf(sheet: Sheet): string {
  const policy = policies.get(sheet) ?? policyOfPages(inlineHashes(sheet));
  policies.set(sheet, policy);
  return policy;
}

const policies = new Map<Sheet, string>();

function inlineHashes(sheet: Sheet) {
  const client = clientAssets();
  return {
    scripts: [client.boot, client.loader, speculationRules].map(hashOf),
    styles: [client.sheets[sheet], client.fonts].map(hashOf),
  };
}

function metaTags(page: Document): string[] {
  return [
    meta('csrf-token', page.csrfToken),
    meta('keywords', page.keywords),
    `<meta name="theme-color" media="(prefers-color-scheme:light)" content="${brand.bg}">`,
    `<meta name="theme-color" media="(prefers-color-scheme:dark)" content="${brandAtNight.bg}">`,
    ...(page.head ? headElements(page.head) : []),
  ];
}

/** Lets boot.ts detect whether the browser has these fonts cached. */
function versionOf(fonts: string): string {
  return createHash('sha256').update(fonts).digest('hex').slice(0, 8);
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

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
function cardElements(page: { title: string; description: string }, head: PageHead | null): string[] {
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

function headElements({ icons, offline, things }: PageHead): string[] {
  return [
    `<link rel="alternate" type="application/atom+xml" href="${discovery.newsFeed}">`,
    `<link rel="manifest" href="${discovery.appManifest}">`,
    `<link rel="apple-touch-icon" href="${escapeHtml(icons.apple)}">`,
    offline ? meta('worker', discovery.serviceWorker) : '',
    structuredData(things),
  ];
}

function meta(name: string, content: string): string {
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
