import { parseUrl } from '#api/text.ts';

/**
 * What a link may lead to: an absolute URL of four schemes, or a path on this site. Browsers ignore control characters
 * in URLs, so these are rejected.
 */
export function isSafeHref(href: string): boolean {
  if (href.length > 2_048 || /[\u0000-\u0020\u007f-\u009f]/.test(href)) return false;
  if (/^https?:\/\//i.test(href)) return parseUrl(href) !== null;
  return /^(?:mailto:|tel:)[^/]|^\/(?![/\\])/i.test(href);
}

/** Completes a typed URL: `example.com`, `a@b.bd` and `+880 1711…`. Null if it is not a URL. */
export function completeHref(text: string): string | null {
  const input = text.trim();
  if (/^(?:https:\/\/|mailto:|tel:)/i.test(input)) return isSafeHref(input) ? input : null;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(input)) return `mailto:${input}`;
  if (/^\+?[\d\s()-]{6,20}$/.test(input)) return `tel:${input.replace(/[^\d+]/g, '')}`;
  if (/^[a-z][a-z\d+.-]*:/i.test(input) && !/^[^/]+:\d+(?:\/|$)/.test(input)) return null;
  const completed = `https://${input}`;
  return /^[^\s/]+\.[^\s/]+/.test(input) && isSafeHref(completed) ? completed : null;
}

/** The server accepts data URLs and stored pictures; it drops all others. */
export function isOwnPicture(src: string): boolean {
  return isStoredPicture(src) || /^data:image\/(?:png|jpeg|webp|gif|avif);base64,/.test(src.slice(0, 40));
}

/** Pages have relative URLs; copied HTML has absolute ones. */
export function toRelativeUrl(src: string): string {
  const path = src.startsWith(`${location.origin}/`) ? src.slice(location.origin.length) : src;
  return isStoredPicture(path) ? path : src;
}

export function isStoredPicture(src: string): boolean {
  return /^\/media\/[0-9a-f]{40}(?:-\d{3,4})?\.(?:webp|avif)$/.test(src);
}
