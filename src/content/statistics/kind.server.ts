import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import { type KindOnServer, plainKind } from '#cms/kind.server.ts';
import { adminCalls, calls } from '#paths.ts';
import { publicList } from '#platform/http/public-calls.server.ts';
import { statistics } from './data.server.ts';
import { statisticsKind } from './kind.ts';

export const statisticsOnServer = {
  ...plainKind(statistics, statisticsKind),
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
