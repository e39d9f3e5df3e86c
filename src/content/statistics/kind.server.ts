import { adminCalls, calls } from '#paths.ts';
import { type KindOnServer, plainKind } from '#server/kind.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { listMessages } from '#server/lists/list-kind.server.ts';
import { publicList } from '#server/public-calls.server.ts';
import { statistics } from './data.server.ts';

export const statisticsOnServer = {
  ...plainKind(statistics),
  publicCalls: (context) => publicList(context, calls.statistics, statistics),
  staffCalls: (context, scope) =>
    listApi(context, scope, {
      ...statistics,
      path: adminCalls.statistics,
      messages: listMessages('Statistic'),
      sorted: ['statistics_title'],
    }),
  searchable: null,
} satisfies KindOnServer;
