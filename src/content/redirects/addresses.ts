import { parseUrl } from '#api/text.ts';

/** Maximum length of a redirected path. */
const longest = 300;

/**
 * Normalises a path for lookup: decoded, NFC, without host, query and trailing slash. Accepts whole URLs. Null for an
 * invalid or too long path.
 */
export function normalisePath(text: string): string | null {
  const path = text.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  const decoded = decode(path);
  // Browsers would resolve a segment of dots.
  if (decoded === null || /[\p{Cc}\\]|(?:^|\/)\.\.?(?:\/|$)/u.test(decoded)) return null;
  const plain = `/${decoded.normalize('NFC')}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  return plain.length <= longest ? plain : null;
}

/** A path without what stands behind it in a message: a sign of the sentence, a bracket, a blank and what follows. */
export function withoutPunctuation(path: string): string {
  const [start = ''] = path.split(/[\s।॥,;"“”<>*|…]/u);
  return start.replace(/(?<=[\p{L}\p{M}\p{N}])[.:!?()[\]{}'‘’«»_~\p{Cf}\p{Pd}]+$|\/$/u, '') || '/';
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Without percent-encoding, for display. */
export function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** A local path or an https address, percent-encoded for a `Location` header; null for anything else. */
export function encodeTarget(text: string): string | null {
  const base = 'https://own.invalid';
  const isPath = /^\/(?![/\\])/.test(text);
  if (!isPath && !/^https:\/\//i.test(text)) return null;
  const url = /\s/.test(text) ? null : parseUrl(text, base);
  if (!url || url.username || url.password) return null;
  // Parsed as browsers do: ‘/..//host’ resolves to that host.
  if (isPath)
    return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null;
  return url.hostname.includes('.') ? url.href : null;
}
