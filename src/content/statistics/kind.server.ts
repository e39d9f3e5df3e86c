import { adminCalls, calls } from '#paths.ts';
import { type KindOnServer, samplesOf } from '#server/kind.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { emptyTrash } from '#server/lists/trash.server.ts';
import { publicList } from '#server/public-calls.server.ts';
import { statistics } from './data.server.ts';

export const statisticsOnServer = {
  tables: ['statistics'],
  pictured: ['statistics'],
  rich: [],
  publicCalls: (foundations) => publicList(foundations, calls.statistics, statistics),
  staffCalls: (foundations, scope) =>
    listApi(foundations, scope, { ...statistics, path: adminCalls.statistics, said: saidOf('statistic') }),
  emptyTrash: (database) => emptyTrash(database, 'statistics'),
  counted: 'statistics',
  findable: null,
  addSample: samplesOf(statistics),
} satisfies KindOnServer;
