import { filmOf } from '#api/youtube.ts';
import type { AppContext } from '#cms/context.server.ts';
import { unchangedSample } from '#content/sample.server.ts';
import { callOut } from '#integrations/call.server.ts';

/** Milliseconds and bytes; YouTube's thumbnails have some 30 KB. */
const limits = { time: 5_000, bytes: 512 * 1_024 };

let running = Promise.resolve();

export function followVideos(context: AppContext): void {
  context.changes.onChange((kinds) => {
    if (kinds.includes('videos')) void fetchThumbnails(context);
  });
}

/** Stores the thumbnails that videos lack, so that visitors ask YouTube only when they press one. Never throws. */
export function fetchThumbnails(context: AppContext): Promise<void> {
  running = running
    .then(() => fetchMissing(context))
    .catch((error: Error) => context.log.warn({ event: 'thumbnails_failed', reason: error.message }));
  return running;
}

async function fetchMissing({ database, changes, pictures, settings }: AppContext): Promise<void> {
  const { videoThumbnails: origin } = settings;
  if (!origin) return;
  const rows = await database
    .selectFrom('videos')
    .select(['id', 'gallery_title', 'gallery_link'])
    .where('image_key', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
  // Films of the sample are made up.
  const sample = await unchangedSample(database, ['videos']);
  for (const { id, gallery_title, gallery_link } of rows) {
    const film = filmOf(gallery_link);
    if (!film || sample.has(`videos ${id}`)) continue;
    const url = `${origin}/vi/${film}/hqdefault.jpg`;
    const { status, answer } = await callOut({ url, encoding: 'latin1', rules: settings }, limits);
    // The network is closed: the others would fail, too.
    if (status === null) return;
    const bytes = Buffer.from(answer ?? '', 'latin1');
    const picture = await pictures.add(bytes, { name: gallery_title }).catch(() => null);
    if (!picture) continue;
    await changes.write(['videos'], (transaction) =>
      transaction
        .updateTable('videos')
        .set({ image_key: picture.key })
        .where('id', '=', id)
        .where('gallery_link', '=', gallery_link)
        .execute(),
    );
  }
}
