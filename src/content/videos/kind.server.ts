import { adminCalls, calls } from '#paths.ts';
import { type KindOnServer, samplesOf } from '#server/kind.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { emptyTrash } from '#server/lists/trash.server.ts';
import { publicList } from '#server/public-calls.server.ts';
import { videos } from './data.server.ts';

export const videosOnServer = {
  tables: ['videos'],
  pictured: [],
  rich: [],
  publicCalls: (foundations) => publicList(foundations, calls.videos, videos),
  staffCalls: (foundations, scope) =>
    listApi(foundations, scope, { ...videos, path: adminCalls.videos, said: saidOf('Video') }),
  emptyTrash: (database) => emptyTrash(database, 'videos'),
  counted: 'videos',
  findable: null,
  addSample: samplesOf(videos),
} satisfies KindOnServer;
