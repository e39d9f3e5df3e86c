import { previews } from '#paths.ts';

/** Whoever has one of these addresses reads what it leads to. The proxies in deploy/ log none of them either. */
export const secretRoutes: string[] = [previews.route];

/** Named by what is in them, which everybody may see. */
const publicFiles = /^\/(?:assets|media|files|card|icon)\//;

/**
 * What of an address may be written down: the path alone, as a query may hold a token. A secret address becomes its
 * route; a part that looks like a key, an e-mail address or a phone number becomes ‘…’. It is judged as the router reads
 * it: decoded, and also where its letters are large.
 */
export function redactPath(url: string): string {
  const rawPath = url.split(/[?#]/, 1)[0] ?? '';
  const path = decode(rawPath).replace(/\/{2,}/g, '/');
  const lower = path.toLowerCase();
  const route = secretRoutes.find((each) => lower.startsWith(each.slice(0, each.indexOf(':'))));
  if (route) return route;
  if (publicFiles.test(path)) return rawPath;
  const redacted = path.split('/').map((part) => (isPrivate(part) ? '…' : part));
  return redacted.includes('…') ? redacted.join('/') : rawPath;
}

/** Of tokens for programs; whoever searches for leaked secrets knows them by it. */
export const programPrefix = 'prg_';

/** Tokens for programs in any text, such as a line of the log or a note, become `prg_…`. */
export function maskTokens(text: string): string {
  return text.replace(/prg_[\w-]{8,}/gi, `${programPrefix}…`);
}

function isPrivate(part: string): boolean {
  return /@|\d{8}|[০-৯]{8}/.test(part) || maskTokens(part) !== part || (part.match(/[\w-]{22,}/g) ?? []).some(isKey);
}

/** Words with hyphens between are an address that somebody wrote; of 10¹³ tokens one is. */
function isKey(run: string): boolean {
  return !run.split(/[-_]/).every((word) => /^(?:[A-Z]?[a-z]*|[A-Z]+|\d{1,7})$/.test(word));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
