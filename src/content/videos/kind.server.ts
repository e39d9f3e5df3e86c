import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import { type KindOnServer, plainKind } from '#cms/kind.server.ts';
import { findableRecords } from '#cms/search/entries.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { publicList } from '#platform/http/public-calls.server.ts';
import { videos } from './data.server.ts';
import { videosKind } from './kind.ts';

const searchable = findableRecords({
  table: 'videos',
  found: { video: { number: 13, rank: 1.5, label: 'ভিডিও' } },
  entriesOf: async (database, ids) =>
    (await videos.all(database))
      .filter(({ id }) => ids.includes(id))
      .map(({ id, gallery_title }) => ({
        kind: 'video',
        recordId: id,
        number: id,
        title: `ভিডিও: ${gallery_title}`,
        text: '',
      })),
  addressesOf: async (_database, entries) => entries.map(({ recordId }) => pages.video(recordId)),
});

export const videosOnServer = {
  ...plainKind(videos, videosKind),
  publicCalls: (context) => publicList(context, calls.videos, videos),
  staffCalls: (context, scope) =>
    listApi(context, scope, {
      ...videos,
      path: adminCalls.videos,
      messages: listMessages('Video'),
      derive: searchable.keep,
      sorted: ['gallery_title'],
    }),
  searchable,
} satisfies KindOnServer;
