/** The address in YouTube's embed code. */
const embedded = /<(?:iframe|embed)\b[^>]{0,1000}?\s(?:data-)?src\s*=\s*["']?([^"'\s>]+)/i;

/** Anchored at both ends, so that no other host, user or port fits; what stands around it in a message may. */
const address =
  /^[\s\p{Cf}<(]*(?:https?:)?(?:\/\/)?(?:(?:www|m|music|gaming|studio)\.)?(?:youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:(?:shorts|embed|live|v|e|watch|video)\/|watch\/?\?(?:[^#\s]*[&;])?v=))(?!videoseries|live_stream)([\w-]{11})(?:\/(?:edit)?)?(?:[?&#]\S*?)?[\s\p{Cf}।,.;)>]*$/iu;

const longestAddress = 2_000;

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
  const [, source = link] = embedded.exec(link) ?? [];
  // The pattern takes time that grows with the square of a hostile address.
  return source.length > longestAddress ? null : (address.exec(source)?.[1] ?? null);
}

/** Playlists and live channels are embedded by words that look like the id of a film. */
export function asYoutubeId(text: string): string | null {
  return /^(?!videoseries$|live_stream$)[\w-]{11}$/.test(text) ? text : null;
}
