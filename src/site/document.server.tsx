import { createHash } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { calls } from '#paths.ts';
import { escapeHtml } from '#server/text.server.ts';
import type { SiteSettings } from '#site-settings/schema.ts';
import { Vendor } from '#site-settings/vendor-context.ts';
import { IslandCodes } from '#ui/site/island.tsx';
import { spriteMarkup } from '#ui/site/sprite-markup.server.tsx';
import { clientAssets } from './client-assets.server.ts';
import { headElements, type PageHead } from './head.server.ts';
import { Frame } from './layout/frame.tsx';
import { speculationRules } from './speculation.ts';

export interface Document {
  /** Path of the page, which marks its place in the menu. */
  path: string;
  title: string;
  description: string;
  keywords: string;
  csrfToken: string;
  body: ReactNode;
  vendor: SiteSettings;
  /** Null for what is not to be found again, such as a page that is not there. */
  head: PageHead | null;
  /** A page that brings its own frame, such as the sign-in. */
  bare?: boolean;
}

/**
 * One whole public page as HTML, in UTF-8. Styles and the small scripts are inline: a slow network is crossed once. Fonts
 * follow.
 */
export function renderDocument(page: Document): Buffer {
  const client = clientAssets();
  const body = page.bare ? page.body : <Frame path={page.path}>{page.body}</Frame>;
  const html = renderToString(
    <Vendor value={page.vendor}>
      <IslandCodes value={client.islands}>{body}</IslandCodes>
    </Vendor>,
  );
  const { inHead, sprite, atEnd } = sameOnAllPages();
  return Buffer.concat([
    Buffer.from(
      `<!DOCTYPE html><html lang="bn" data-visits="${calls.countVisit}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(page.title)}</title>`,
    ),
    inHead,
    Buffer.from(
      `${metaTags(page).join('')}<link rel="icon" type="image/svg+xml" href="${client.favicon}"></head><body>${html}`,
    ),
    page.bare ? Buffer.alloc(0) : sprite,
    atEnd,
  ]);
}

let same: { inHead: Buffer; sprite: Buffer; atEnd: Buffer } | null = null;

/** What no page has otherwise, nearly half of each: made into bytes once. */
function sameOnAllPages() {
  same ??= {
    inHead: Buffer.from(stylesAndScripts().join('')),
    sprite: Buffer.from(spriteMarkup()),
    // `async`: after the parser's last step, which has the first layout in it, and not within.
    atEnd: Buffer.from(
      `<script type="speculationrules">${speculationRules}</script><script type="module" async>${clientAssets().loader}</script></body></html>`,
    ),
  };
  return same;
}

function stylesAndScripts(): string[] {
  const client = clientAssets();
  return [
    `<style media="print" data-fonts="${versionOf(client.fonts)}">${client.fonts}</style>`,
    `<script>${client.boot}</script>`,
    `<style>${client.css}</style>`,
    `<noscript><style>${client.fonts}</style></noscript>`,
  ];
}

/** The values by which the content security policy lets the inline scripts and styles pass. */
export function inlineHashes(): { scripts: string[]; styles: string[] } {
  const client = clientAssets();
  return {
    scripts: [client.boot, client.loader, speculationRules].map(hashOf),
    styles: [client.css, client.fonts].map(hashOf),
  };
}

function metaTags(page: Document): string[] {
  return [
    meta('csrf-token', page.csrfToken),
    meta('description', page.description),
    meta('keywords', page.keywords),
    // The lime-washed wall, by day and in the evening.
    '<meta name="theme-color" media="(prefers-color-scheme:light)" content="#f8f8f2">',
    '<meta name="theme-color" media="(prefers-color-scheme:dark)" content="#0d1a19">',
    ...(page.head ? headElements(page, page.head) : [meta('robots', 'noindex')]),
  ];
}

function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

/** By which a browser knows whether it has these fonts already. */
function versionOf(fonts: string): string {
  return createHash('sha256').update(fonts).digest('hex').slice(0, 8);
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
