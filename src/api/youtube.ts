import { parseUrl } from './text.ts';

const hosts = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtu.be',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
];

/**
 * A YouTube id encodes 64 bits in 11 characters of 6 bits, so the last character is one of 16. Ids of the sample end
 * differently and can't exist.
 */
export function canBeFilm(id: string): boolean {
  return /[AEIMQUYcgkosw048]$/.test(id);
}

/** Null where the address is invalid or of another host. */
export function youtubeId(link: string): string | null {
  const url = parseUrl(link);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    url.port ||
    !hosts.includes(url.hostname)
  )
    return null;
  const candidate =
    url.hostname === 'youtu.be'
      ? url.pathname.slice(1)
      : (url.searchParams.get('v') ?? url.pathname.match(/^\/(?:shorts|embed|live)\/([^/]+)/)?.[1] ?? '');
  return /^[\w-]{11}$/.test(candidate) ? candidate : null;
}
