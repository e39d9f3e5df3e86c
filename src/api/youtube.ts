import { parseUrl } from './text.ts';

const host = /^(?:(?:www|m|music|gaming|studio)\.)?youtube\.com$|^(?:www\.)?(?:youtube-nocookie\.com|youtu\.be)$/;

/** The address in YouTube's embed code. */
const embedded = /<(?:iframe|embed)\b[^>]{0,1000}?\s(?:data-)?src\s*=\s*["']?([^"'\s>]+)/i;

const film = /^\/(?:shorts|embed|live|v|e|watch|video)\/([\w-]{11})(?:\/(?:edit)?|&.*)?$/;

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

/** Of an address with or without its scheme, or of embed code; null where it is of another host, a playlist or a channel. */
export function youtubeId(link: string): string | null {
  if (link.length > 2_048) return null;
  const [, address = link] = embedded.exec(link) ?? [];
  const bare = address.replace(/^[\s\p{Cf}<(]+|[\s\p{Cf}।,.;)>]+$/gu, '').replace(/^(?:https?:)?\/\//i, '');
  const url = parseUrl(`https://${bare}`);
  if (!url || url.username || url.password || url.port || !host.test(url.hostname)) return null;
  const path = url.hostname.endsWith('youtu.be') ? `/v${url.pathname}` : url.pathname;
  const [, id] = film.exec(path) ?? [];
  return asYoutubeId(id ?? (/^\/watch\/?$/.test(path) ? url.searchParams.get('v') : null) ?? '');
}

/** Playlists and live channels are embedded by words that look like the id of a film. */
export function asYoutubeId(text: string): string | null {
  return /^(?!videoseries$|live_stream$)[\w-]{11}$/.test(text) ? text : null;
}
