import { createHash } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { brand, brandAtNight } from '#brand.ts';
import type { SiteSettings } from '#content/settings/schema.ts';
import { Vendor } from '#content/settings/vendor-context.ts';
import { calls, files, media, pages } from '#paths.ts';
import { policyOfPages } from '#platform/cache/cached-response.server.ts';
import { Island, IslandCodes } from '#ui/site/island.tsx';
import { spriteMarkup } from '#ui/site/sprite-markup.server.tsx';
import { clientAssets } from './client-assets.server.ts';
import { cardElements, headElements, meta, type PageHead } from './head.server.ts';
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

export interface Document {
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

function inlineHashes(sheet: Sheet): { scripts: string[]; styles: string[] } {
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
