const hosts = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtu.be',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
];

/**
 * Whether YouTube may ever have a film of this id. It writes 64 bits in 11 characters of six, so the last one can only be
 * one of 16. The sample's ids end otherwise: they are nobody's film.
 */
export function canBeFilm(id: string): boolean {
  return /[AEIMQUYcgkosw048]$/.test(id);
}

/** The id in a YouTube address, or null where the address is none or belongs to another host. */
export function youtubeId(link: string): string | null {
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.port || !hosts.includes(url.hostname))
    return null;
  const candidate =
    url.hostname === 'youtu.be'
      ? url.pathname.slice(1)
      : (url.searchParams.get('v') ?? url.pathname.match(/^\/(?:shorts|embed|live)\/([^/]+)/)?.[1] ?? '');
  return /^[\w-]{11}$/.test(candidate) ? candidate : null;
}
