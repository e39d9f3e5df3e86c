import type { FastifyInstance } from 'fastify';
import { adminCalls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { listApi } from '#server/list-api.server.ts';
import { bodyLimits } from '#server/lists/answers.server.ts';
import { staffOrder } from '#server/lists/list-query.server.ts';
import { textsOf } from '#server/lists/texts.server.ts';
import { orderApi } from '#server/order-api.server.ts';
import { statisticColumns, statisticRecords } from './data.server.ts';
import { statisticForm } from './form.server.ts';
import { statisticRecordOnWire, statisticRecordToWire } from './schema.ts';

/** The calls of the statistics screen. */
export function statisticsAdminApi(foundations: Foundations, scope: FastifyInstance): void {
  const place = { table: 'statistics', path: adminCalls.statistics, shows: ['statistics'] } as const;
  orderApi(foundations, scope, place);
  listApi(foundations, scope, {
    ...place,
    texts: textsOf('statistic'),
    order: staffOrder,
    bodyLimit: bodyLimits.rich,
    form: statisticForm,
    onWire: statisticRecordOnWire,
    read: async (database, ids) => (await statisticRecords(database, ids)).map(statisticRecordToWire),
    columns: statisticColumns,
  });
}
