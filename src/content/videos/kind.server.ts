import { adminCalls, calls } from '#paths.ts';
import { type KindOnServer, plainKind } from '#server/kind.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { publicList } from '#server/public-calls.server.ts';
import { videos } from './data.server.ts';

export const videosOnServer = {
  ...plainKind(videos),
  publicCalls: (foundations) => publicList(foundations, calls.videos, videos),
  staffCalls: (foundations, scope) =>
    listApi(foundations, scope, {
      ...videos,
      path: adminCalls.videos,
      said: saidOf('Video'),
      sorted: ['gallery_title'],
    }),
  findable: null,
} satisfies KindOnServer;
