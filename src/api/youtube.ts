import { parseUrl } from './text.ts';

const hosts = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtu.be',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
];

/** The film of an address; null where it is none of YouTube, or can lead to no film. */
export function filmOf(link: string): string | null {
  const id = youtubeId(link);
  return id && canBeFilm(id) ? id : null;
}

/**
 * A YouTube id encodes 64 bits in 11 characters of 6 bits, so the last character is one of 16. A slip in it leads to no
 * film.
 */
function canBeFilm(id: string): boolean {
  return /[AEIMQUYcgkosw048]$/.test(id);
}

/** Null where the address is invalid, of another host, or of a playlist or channel. */
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
  const [path, id = ''] =
    url.hostname === 'youtu.be' ? ['', url.pathname.slice(1)] : url.pathname.split(/^\/(?:shorts|embed|live)\//);
  return asYoutubeId(path === '/watch' ? (url.searchParams.get('v') ?? '') : id);
}

/** Playlists and live channels are embedded by words that look like the id of a film. */
export function asYoutubeId(text: string): string | null {
  return /^(?!videoseries$|live_stream$)[\w-]{11}$/.test(text) ? text : null;
}
