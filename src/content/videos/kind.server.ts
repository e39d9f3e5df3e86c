import * as mini from 'zod/mini';
import { pictureShape } from '#api/records.ts';
import { line, type PicturedShown, type TextsOf, textShapes } from '#api/shapes.ts';
import { filmOf, youtubeId } from '#api/youtube.ts';
import type { OrderedColumns, PictureColumn } from '#cms/collections/listed-table.server.ts';
import { picturedList } from '#cms/collections/plain-list.server.ts';
import { type KindOnServer, listApi, listMessages, plainKind } from '#cms/kind.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { t } from '#i18n/text.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { publicList } from '#platform/http/public-calls.server.ts';
import { videosKind } from './kind.ts';

const shapes = textShapes({
  gallery_title: line('title'),
  gallery_link: line('video link', 2_048).transform(plainAddress),
});

/** Clients look for the id behind `v=` and the like: embed code and an address without its scheme become such an address. */
function plainAddress(link: string): string {
  const id = /^https?:\/\/[!-~]*(?:[?&]v=|youtu\.be\/|\/(?:shorts|embed|live)\/)[\w-]{11}(?![^?&#/])/i.test(link)
    ? null
    : youtubeId(link);
  return id ? `https://www.youtube.com/watch?v=${id}` : link;
}

/** The server fetches the picture, so it is in no form. */
export const videoShapes = {
  ...shapes,
  onWire: mini.extend(shapes.onWire, pictureShape),
  recordSchema: mini.extend(shapes.recordSchema, pictureShape),
};

export type Video = PicturedShown<typeof videoShapes>;

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    videos: TextsOf<typeof videoShapes> & OrderedColumns & PictureColumn;
  }
}

export const videos = picturedList('videos', videoShapes);

/** Creation time of each video by id: ISO 8601 in UTC. */
export async function videoDates(database: Database): Promise<Map<number, string>> {
  const rows = await database
    .selectFrom('videos')
    .select(['id', 'created_at'])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.created_at]));
}

const searchable: Searchable = {
  collection: 'videos',
  found: { video: { rank: 1.5, label: 'ভিডিও' } },
  entriesOf: async (database) =>
    (await videos.all(database)).map(({ id, gallery_title }) => ({
      kind: 'video',
      recordId: id,
      title: `ভিডিও: ${gallery_title}`,
      text: '',
      url: pages.video(id),
    })),
};

const noFilm = t('No film can have this address: a letter of it is wrong. Copy it from YouTube once more.');
const noSingleFilm = t(
  'This address is of a playlist, a channel or a redirect. Open the film itself on YouTube, and copy that address.',
);
const noVideo = t('Paste the address of a YouTube video, like https://www.youtube.com/watch?v=…');

export const videosOnServer = {
  ...plainKind(videos, { ...videosKind, titleField: 'gallery_title' }),
  publicCalls: (context) => publicList(context, calls.videos, videos),
  staffCalls: (context, scope) =>
    listApi(context, scope, {
      ...videos,
      // No form has the picture.
      pictured: false,
      path: adminCalls.videos,
      messages: listMessages('Video'),
      onSite: ({ id, gallery_title: title }) => ({ title, path: pages.video(id) }),
      sorted: ['gallery_title'],
      check: async (transaction, { gallery_link }, id) => {
        const { numUpdatedRows } = await transaction
          .updateTable('videos')
          .set({ image_key: null })
          .where('id', '=', id)
          .where('gallery_link', '<>', gallery_link)
          .executeTakeFirstOrThrow();
        // An address that the record holds already is taken as it is.
        if ((id !== null && numUpdatedRows === 0n) || filmOf(gallery_link)) return;
        const isOfMany =
          /youtu\.?be.*(?:list=|playlist|videoseries|live_stream|channel|redirect|\/(?:clip|c|user)\/|\/@)/i.test(
            gallery_link,
          );
        const fault = youtubeId(gallery_link) ? noFilm : isOfMany ? noSingleFilm : noVideo;
        throw invalid({ gallery_link: [fault] });
      },
    }),
  searchable,
} satisfies KindOnServer;
