import type { AdminCode } from './client-code.server.ts';

/** The document in which every screen of the back office is drawn. */
export function shellDocument(code: AdminCode, page: { csrfToken: string; nonce: string }): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">${[
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<title>Dashboard</title>',
    '<meta name="description" content="Back office">',
    '<meta name="keywords" content="back office">',
    '<meta name="robots" content="noindex">',
    `<meta name="csrf-token" content="${page.csrfToken}">`,
    `<meta name="style-nonce" content="${page.nonce}">`,
    `<script src="${code.themeBoot}"></script>`,
    ...code.styles.map((url) => `<link rel="stylesheet" href="${url}">`),
    ...code.modules.map((url) => `<link rel="modulepreload" href="${url}">`),
    `<script type="module" src="${code.script}"></script>`,
    `<link rel="icon" type="image/svg+xml" href="${code.favicon}">`,
  ].join('')}</head><body><div id="root"></div><noscript>${withoutJavaScript}</noscript></body></html>`;
}

const withoutJavaScript = '<p>The back office needs JavaScript. Please switch it on and load this page again.</p>';

/**
 * The nonce is for the one style element that keeps the page from scrolling behind a dialog. HTML is read from text in
 * two places only: by our own inert reader, and by the editor when something is pasted.
 */
export function shellPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https://i.ytimg.com",
    "font-src 'self'",
    "connect-src 'self'",
    'frame-src https://www.youtube-nocookie.com',
    "require-trusted-types-for 'script'",
    'trusted-types prangon-rich-text ProseMirrorClipboard',
  ].join('; ');
}
