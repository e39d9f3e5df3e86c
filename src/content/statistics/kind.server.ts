import { adminCalls, calls } from '#paths.ts';
import { type KindOnServer, plainKind } from '#server/kind.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { publicList } from '#server/public-calls.server.ts';
import { statistics } from './data.server.ts';

export const statisticsOnServer = {
  ...plainKind(statistics),
  publicCalls: (foundations) => publicList(foundations, calls.statistics, statistics),
  staffCalls: (foundations, scope) =>
    listApi(foundations, scope, {
      ...statistics,
      path: adminCalls.statistics,
      said: saidOf('Statistic'),
      sorted: ['statistics_title'],
    }),
  findable: null,
} satisfies KindOnServer;
