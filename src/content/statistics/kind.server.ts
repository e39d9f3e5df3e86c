import { amount, line, type PicturedShown, picturedShapes, type TextsOf } from '#api/shapes.ts';
import type { OrderedColumns, PictureColumn } from '#cms/collections/listed-table.server.ts';
import { picturedList } from '#cms/collections/plain-list.server.ts';
import { type KindOnServer, listApi, listMessages, plainKind } from '#cms/kind.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { publicList } from '#platform/http/public-calls.server.ts';
import { statisticsKind } from './kind.ts';

/** The count is text or a number, shown as stored. */
export const statisticShapes = picturedShapes({ statistics_title: line('title'), statistics_count: amount('count') });

export type Statistic = PicturedShown<typeof statisticShapes>;

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    statistics: TextsOf<typeof statisticShapes> & OrderedColumns & PictureColumn;
  }
}

export const statistics = picturedList('statistics', statisticShapes);

export const statisticsOnServer = {
  ...plainKind(statistics, statisticsKind),
  publicCalls: (context) => publicList(context, calls.statistics, statistics),
  staffCalls: (context, scope) =>
    listApi(context, scope, {
      ...statistics,
      path: adminCalls.statistics,
      messages: listMessages('Statistic'),
      onSite: ({ statistics_title: title }) => ({ title, path: pages.home }),
      sorted: ['statistics_title'],
    }),
  searchable: null,
} satisfies KindOnServer;
