import { parseUrl } from '#api/text.ts';
import { inertDocument } from '#cms/rich-text/inert-document.ts';

/**
 * Renders a mail in a sandboxed frame. The frame inherits the CSP of the admin, which blocks the inline styles that
 * mails consist of; styles set through the CSSOM are allowed.
 */
export function drawMail(frame: HTMLIFrameElement, html: string): void {
  const document = frame.contentDocument;
  const window = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!document || !window) return;
  const mail = inertDocument(deferStyles(html));
  const sheets = Array.from(mail.querySelectorAll('textarea'), (rules) => rules.value);
  for (const element of mail.querySelectorAll(neverDrawn)) element.remove();
  for (const image of mail.querySelectorAll('img')) {
    image.removeAttribute('srcset');
    if (isRemote(image)) image.removeAttribute('src');
  }
  const body = document.importNode(mail.body, true);
  document.documentElement.lang = mail.documentElement.lang || 'bn';
  document.title = 'Mail';
  document.body.replaceWith(body);
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('[data-style]')]) {
    element.style.cssText = element.getAttribute('data-style') ?? '';
    element.removeAttribute('data-style');
  }
  // Links look the same, but can't be clicked.
  for (const link of body.querySelectorAll('a')) {
    link.tabIndex = -1;
    link.style.pointerEvents = 'none';
  }
  body.style.overflowWrap = 'anywhere';
  // Before Safari 16.4 a mail is shown without the rules of its style elements.
  if (document.adoptedStyleSheets) document.adoptedStyleSheets = sheets.map((rules) => sheetOf(window, rules));
  frame.style.height = `${Math.min(document.documentElement.scrollHeight + 2, 640)}px`;
}

const neverDrawn = 'script, style, textarea, link, meta, base, iframe, object, embed, input, button, svg, template';

/** Renames style attributes and elements before parsing, because parsing them already violates the CSP. Best effort. */
function deferStyles(html: string): string {
  return html
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/(\s)style(\s*=)/gi, '$1data-style$2'))
    .replace(/<(\/?)style\b[^<>]*>/gi, '<$1textarea>');
}

/** A remote image would tell its host who reads this mail. */
function isRemote(image: HTMLImageElement): boolean {
  const source = image.getAttribute('src') ?? '';
  const url = parseUrl(source, location.href);
  return url?.protocol !== 'data:' && url?.origin !== location.origin;
}

function sheetOf(window: Window & typeof globalThis, rules: string): CSSStyleSheet {
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}
