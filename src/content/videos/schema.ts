import * as z from 'zod/mini';
import { idOnWire, type Listed, listedOnWire, listedToWire } from '#wire/records.ts';

/** A video of the gallery; `link` is its address on YouTube. */
export interface Video {
  id: number;
  title: string;
  link: string;
}

/** The same as the back office edits it. */
export type VideoRecord = Video & Listed;

export const videoOnWire = z.object({
  id: idOnWire,
  gallery_link: z.string(),
  gallery_title: z.string(),
});

export const videosOnWire = z.array(videoOnWire);

export function videoToWire(video: Video): z.infer<typeof videoOnWire> {
  return { id: video.id, gallery_link: video.link, gallery_title: video.title };
}

export const videoRecordOnWire = z.extend(videoOnWire, listedOnWire);

export function videoRecordToWire(video: VideoRecord): z.infer<typeof videoRecordOnWire> {
  return { ...videoToWire(video), ...listedToWire(video) };
}

const hosts = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtu.be',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
];

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
