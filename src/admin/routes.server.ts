import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { listAddress } from '#api/list-address.ts';
import { pictureSource } from '#api/picture.ts';
import { escapeHtml } from '#api/text.ts';
import { CustomerSignInHint } from '#auth/auth-layout.tsx';
import { earlyLogin, type ShownVendor } from '#auth/early-login.server.tsx';
import { accountStrings } from '#auth/strings.ts';
import type { AppContext } from '#cms/context.server.ts';
import { CachedSettings } from '#content/settings/data.server.ts';
import type { Customers } from '#content/settings/schema.ts';
import { languageCookie } from '#i18n/language-cookie.ts';
import { inLanguage, languageInCookie } from '#i18n/locale.server.ts';
import type { Language } from '#i18n/text.ts';
import { adminPages, calls, pages, tidySpellings } from '#paths.ts';
import { policyInFrame } from '#platform/cache/cached-response.server.ts';
import { prefersHtml } from '#platform/http/error-answers.server.ts';
import { projectRoot } from '#platform/settings/project-root.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import type { PrefetchCall } from '#ui/admin/calls/api.ts';
import { browserOpen, tokenKeys } from '#ui/admin/calls/token.ts';
import { Spinner } from '#ui/admin/spinner.tsx';
import { assertInlineable, ClientManifest } from '#ui/client-manifest.server.ts';
import { screenAt, screens } from './screens.ts';

/** Shown until the page's code is loaded, which takes seconds on a slow network. */
const spinnerMarkup = renderToStaticMarkup(
  createElement('div', { className: 'page-spinner' }, createElement(Spinner, { large: true })),
);

/**
 * Pages of the back office: one HTML shell, whose screens render in the browser. `GET /admin/*` is a page for clients
 * that prefer HTML and an API call for all others, so this is registered before the calls.
 */
export function adminRoutes(context: AppContext): void {
  const { http, csrf, settings } = context;
  const vendor = new CachedSettings(context);
  const client = path.join(projectRoot, 'dist/client');
  const codes = { en: loadAdminCode(client, 'en'), bn: loadAdminCode(client, 'bn') };
  const { title, lead, keywords } = accountStrings;
  serveAuthPage(pages.login, { title, lead, keywords, early: earlyLogin });
  serveAuthPage(pages.forgotPassword, { title: accountStrings.forgotTitle, lead: accountStrings.forgotLead });
  serveAuthPage(pages.resetPassword, {
    title: accountStrings.resetTitle,
    lead: accountStrings.resetLead,
    hasToken: true,
  });
  serveAuthPage(pages.acceptInvitation, {
    title: accountStrings.invitedTitle,
    lead: accountStrings.invitedLead,
    hasToken: true,
  });

  http.addHook('onRequest', async (request, reply) => {
    const address = adminAddress(request);
    if (address === null) return;
    reply.header('vary', 'accept');
    if (!prefersHtml(request.headers.accept)) return;
    const elsewhere = isRoot(address) ? adminPages.dashboard : tidySpellings[address];
    return elsewhere ? reply.redirect(elsewhere, isRoot(address) ? 302 : 301) : sendShell(request, reply, null);
  });

  function serveAuthPage(address: string, authPage: AuthPage) {
    http.get(address, async (request, reply) => {
      if (authPage.hasToken) reply.header('referrer-policy', 'no-referrer');
      return sendShell(request, reply, authPage);
    });
  }

  /** Before the back office the server sets the title; inside, each screen does. */
  async function sendShell(request: FastifyRequest, reply: FastifyReply, authPage: AuthPage | null) {
    const { url } = request;
    const language = languageOfPage(request, reply, settings.publicUrl.startsWith('https:'));
    const code = codes[language];
    const { name, logo, customers } = await vendor.lastKnown();
    const shown = { name, logo: logo && pictureSource(logo), customers };
    const page = {
      title: authPage ? `${authPage.title} | ${name}` : 'Dashboard',
      authPage: authPage && {
        description: authPage.lead,
        keywords: authPage.keywords ?? authPage.title,
        early: (authPage.early && inLanguage(language, () => authPage.early?.(shown))) ?? null,
      },
      vendor: shown,
      secondFactor: settings.secondFactor,
      mailIsSetUp: settings.mail.server !== null,
    };
    const preloads = findPreloads(url);
    const nonce = randomBytes(16).toString('base64');
    const policy = shellPolicy(nonce, code.boot.hash);
    reply.header('cache-control', 'no-store');
    reply.header('content-security-policy', policy);
    // A panel over the public site, or the sign-in page that leads back there.
    if (/panel(=|%3D)1/.test(url))
      reply.header('x-frame-options', 'SAMEORIGIN').header('content-security-policy', policyInFrame(policy));
    return reply
      .type('text/html; charset=utf-8')
      .send(shellDocument(code, { ...page, language, csrfToken: csrf.token(), nonce, preloads }));
  }
}

/** The link on the sign-in page asks for a language, which a cookie keeps. */
function languageOfPage(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Language {
  const [, requested] = /[?&]language=(bn|en)(?:&|$)/.exec(request.url) ?? [];
  if (requested !== 'bn' && requested !== 'en') return languageInCookie(request) ?? 'en';
  reply.header('set-cookie', languageCookie(requested, isSecure));
  return requested;
}

interface AuthPage {
  title: string;
  lead: string;
  keywords?: string;
  early?: typeof earlyLogin;
  /** The URL contains a one-time token, which must not reach other sites. */
  hasToken?: boolean;
}

/** The path of a page request to the back office, else null. */
function adminAddress({ method, url }: FastifyRequest): string | null {
  if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(pages.admin)) return null;
  const address = url.split('?', 1)[0] ?? '';
  return address === pages.admin || address.startsWith(`${pages.admin}/`) ? address : null;
}

function isRoot(address: string): boolean {
  return address === pages.admin || address === `${pages.admin}/`;
}

/** The module and the first calls of the screen at this URL; null if there is no screen. */
function findPreloads(url: string): { module: string; asks: PrefetchCall[] } | null {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const user = { url: calls.signedInUser };
  if (pathname === pages.login) return { module: loginModule, asks: [user] };
  const screen = screenAt(pathname);
  if (!screen) return null;
  const { asks = screen.call } = screen;
  if (typeof asks === 'function') return { module: screen.module, asks: [user, ...asks(searchParams)] };
  return { module: screen.module, asks: asks ? [user, { url: listAddress(asks, searchParams) }] : [user] };
}

interface Shell {
  language: Language;
  /** Set on the Bengali pages before the sign-in; `early` is their HTML until the code is loaded. */
  authPage: { description: string; keywords: string; early: string | null } | null;
  /** The window's title until the screen sets its own. */
  title: string;
  csrfToken: string;
  nonce: string;
  vendor: ShownVendor;
  secondFactor: Settings['secondFactor'];
  /** Without a mail server nothing is mailed, and screens must not promise it. */
  mailIsSetUp: boolean;
  /** The preloads of this screen. */
  preloads: { module: string; asks: PrefetchCall[] } | null;
}

function shellDocument(code: AdminCode, page: Shell): string {
  const screen = page.preloads && code.screens.get(page.preloads.module);
  return `<!DOCTYPE html><html lang="${page.authPage ? 'bn' : page.language}"><head><meta charset="utf-8">${[
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    // From a panel over the public site, links lead away from it.
    '<base target="_top">',
    `<title>${escapeHtml(page.title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.authPage?.description ?? 'Back office')}">`,
    `<meta name="keywords" content="${escapeHtml(page.authPage?.keywords ?? 'back office')}">`,
    '<meta name="robots" content="noindex">',
    `<meta name="language" content="${page.language}">`,
    `<meta name="csrf-token" content="${page.csrfToken}">`,
    `<meta name="style-nonce" content="${page.nonce}">`,
    `<meta name="vendor-name" content="${escapeHtml(page.vendor.name)}">`,
    ...(page.vendor.logo ? [`<meta name="vendor-logo" content="${escapeHtml(page.vendor.logo)}">`] : []),
    ...(page.authPage?.early && page.vendor.customers ? customersMeta(page.vendor.customers) : []),
    ...(page.secondFactor === 'optional' ? [] : [`<meta name="second-factor" content="${page.secondFactor}">`]),
    ...(page.mailIsSetUp ? [] : ['<meta name="mail" content="not set up">']),
    bootScript(code, page.preloads?.asks ?? []),
    ...[...code.styles, ...(screen?.styles ?? [])].map((url) => `<link rel="stylesheet" href="${url}">`),
    ...[...code.modules, ...(screen?.modules ?? [])].map((url) => `<link rel="modulepreload" href="${url}">`),
    `<script type="module" src="${code.script}"></script>`,
    ...(screen?.next ?? []).map((url) => `<link rel="modulepreload" fetchpriority="low" href="${url}">`),
    `<link rel="icon" type="image/svg+xml" href="${code.favicon}">`,
  ].join(
    '',
  )}</head><body><div id="root">${page.authPage?.early ?? spinnerMarkup}</div><noscript>${withoutJavaScript(code, page)}</noscript></body></html>`;
}

function customersMeta({ text, link }: Customers): string[] {
  return [
    `<meta name="customers-text" content="${escapeHtml(text)}">`,
    ...(link ? [`<meta name="customers-link" content="${escapeHtml(link)}">`] : []),
  ];
}

/** Its data is in a `data-` attribute: the script text is constant, and the policy allows it by its hash. */
function bootScript(code: AdminCode, asks: PrefetchCall[]): string {
  const calls = escapeHtml(JSON.stringify(asks));
  const { remembered, untilClosed } = tokenKeys;
  const keys = `data-remembered="${remembered}" data-until-closed="${untilClosed}" data-browser-open="${browserOpen}"`;
  return `<script ${keys} data-calls="${calls}">${code.boot.text}</script>`;
}

const scriptNeeded = {
  en: '<h1>Switch JavaScript on</h1><p class="auth-lead">The back office needs JavaScript. Switch it on in your browser, then <a href="">load this page again</a>.</p>',
  bn: '<h1>জাভাস্ক্রিপ্ট চালু করুন</h1><p class="auth-lead">লগইন করতে ও পাসওয়ার্ড বদলাতে জাভাস্ক্রিপ্ট লাগে। ব্রাউজারে সেটি চালু করে <a href="">পাতাটি আবার খুলুন</a>, নয়তো অন্য ফোন বা কম্পিউটারে খুলুন। পাসওয়ার্ড ভুলে গেলে যিনি সাইটটি চালান, তাঁর কাছে নতুন লিংক চেয়ে নিন।</p>',
};

/** The layout of the sign-in page, with instructions in place of the form. */
function withoutJavaScript(code: AdminCode, { authPage, language, vendor }: Shell): string {
  const lang = authPage ? 'bn' : language;
  const mark = vendor.logo
    ? `<span class="vendor-logo"><img src="${escapeHtml(vendor.logo)}" alt=""></span>`
    : `<img src="${code.favicon}" alt="" width="32" height="32">`;
  return [
    `<div class="auth" lang="${lang}"><header><a href="${pages.home}" class="auth-brand">${mark}<span>${escapeHtml(vendor.name)}</span></a></header>`,
    // HTML allows no main element here.
    `<div class="auth-main" role="main">${scriptNeeded[lang]}`,
    authPage?.early ? renderToStaticMarkup(createElement(CustomerSignInHint, vendor)) : '',
    '</div>',
    `<footer><a href="${pages.home}" class="stitch-link">${lang === 'bn' ? accountStrings.backToSite : 'Back to the website'}</a></footer>`,
    '<div class="auth-floor"></div></div>',
  ].join('');
}

/**
 * The hash allows the one inline script, the nonce the style element that locks scrolling behind a dialog. Trusted
 * Types policies exist for the rich text reader, which never renders, and for paste in the editor.
 */
export function shellPolicy(nonce: string, scriptHash?: string): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ["script-src 'self'", ...(scriptHash ? [`'${scriptHash}'`] : [])].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https://i.ytimg.com",
    "font-src 'self'",
    "connect-src 'self'",
    // Own pages, for the preview beside a form.
    "frame-src 'self' https://www.youtube-nocookie.com",
    "require-trusted-types-for 'script'",
    'trusted-types prangon-rich-text ProseMirrorClipboard worker',
  ].join('; ');
}

interface AdminCode {
  script: string;
  /** Static imports of the script, for `modulepreload`. */
  modules: string[];
  styles: string[];
  /** By a screen's module below `src`: the files that it needs beside those, and what to prefetch next. */
  screens: Map<string, { modules: string[]; styles: string[]; next: string[] }>;
  /** The inline script, and its hash for the content security policy. */
  boot: { text: string; hash: string };
  favicon: string;
}

const loginModule = 'auth/login-page.tsx';

function loadAdminCode(clientDir: string, language: Language): AdminCode {
  const manifest = new ClientManifest(clientDir, `manifest.${language}.json`);
  const urls = (sources: string[]) => sources.map((source) => manifest.url(source));
  const styles = (sources: string[]) => sources.flatMap((source) => manifest.styles(source));
  const everywhere = manifest.withImports('src/admin/client.tsx');
  const [script = '', ...modules] = urls(everywhere);
  const preloaded: { module: string; next?: string }[] = [{ module: loginModule }, ...screens];
  return {
    script,
    modules,
    styles: styles(everywhere),
    screens: new Map(
      preloaded.map(({ module, next }) => {
        const files = manifest.withImports(`src/${module}`).filter((name) => !everywhere.includes(name));
        const after = next ? manifest.withImports(`src/${next}`) : [];
        const later = after.filter((name) => !everywhere.includes(name) && !files.includes(name));
        return [module, { modules: urls(files), styles: styles(files), next: urls(later) }];
      }),
    ),
    boot: bootOf(manifest),
    favicon: manifest.url(manifest.sources.find((name) => name.endsWith('favicon.svg')) ?? 'favicon.svg'),
  };
}

function bootOf(manifest: ClientManifest): AdminCode['boot'] {
  const text = assertInlineable(manifest.textAlone('src/admin/boot.ts'));
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
}
