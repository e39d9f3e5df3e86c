import type { FastifyInstance } from 'fastify';
import { adminCalls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { listApi } from '#server/list-api.server.ts';
import { bodyLimits } from '#server/lists/answers.server.ts';
import { staffOrder } from '#server/lists/list-query.server.ts';
import { textsOf } from '#server/lists/texts.server.ts';
import { orderApi } from '#server/order-api.server.ts';
import { videoColumns, videoRecords } from './data.server.ts';
import { videoForm } from './form.server.ts';
import { videoRecordOnWire, videoRecordToWire } from './schema.ts';

/** The calls of the video gallery screen. */
export function videosAdminApi(foundations: Foundations, scope: FastifyInstance): void {
  const place = { table: 'videos', path: adminCalls.videos, shows: ['videos'] } as const;
  orderApi(foundations, scope, place);
  listApi(foundations, scope, {
    ...place,
    texts: textsOf('Video'),
    order: staffOrder,
    bodyLimit: bodyLimits.text,
    form: videoForm,
    onWire: videoRecordOnWire,
    read: async (database, ids) => (await videoRecords(database, ids)).map(videoRecordToWire),
    columns: videoColumns,
  });
}
