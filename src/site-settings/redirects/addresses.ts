/** Characters of a path that can be redirected. */
const longest = 300;

/**
 * A path as redirects know it: decoded, NFC, without host, query and the slash at its end. Null for what is no path, or too
 * long for one. Takes a whole address too, as people copy it.
 */
export function plainPath(text: string): string | null {
  const path = text.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  const decoded = decode(path);
  if (decoded === null || /[\p{Cc}\\]/u.test(decoded)) return null;
  const plain = `/${decoded.normalize('NFC')}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  return plain.length <= longest ? plain : null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A path of our own or an https address, encoded as a header needs it; null for anything else. */
export function encodedTarget(text: string): string | null {
  const base = 'https://own.invalid';
  const isPath = /^\/(?![/\\])/.test(text);
  if (!isPath && !/^https:\/\//i.test(text)) return null;
  if (/\s/.test(text) || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  if (url.username || url.password) return null;
  // Read as browsers do: ‘/..//host’ is an address of that host.
  if (isPath)
    return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null;
  return url.hostname.includes('.') ? url.href : null;
}
