import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { adminCalls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { listApi } from '#server/list-api.server.ts';
import { bodyLimits } from '#server/lists/answers.server.ts';
import { textsOf } from '#server/lists/texts.server.ts';
import { newsColumns, newsRecords } from './data.server.ts';
import { newsForm } from './form.server.ts';
import { newsRecordOnWire, newsRecordToWire } from './schema.ts';
import { keepNewsFindable } from './search.data.server.ts';

/** The calls of the institutional news screen. */
export function newsAdminApi(foundations: Foundations, scope: FastifyInstance): void {
  listApi(foundations, scope, {
    table: 'news',
    path: adminCalls.news,
    shows: ['news'],
    texts: textsOf('news', 'Deleted'),
    order: sql`date desc, id desc`,
    bodyLimit: bodyLimits.rich,
    form: newsForm,
    onWire: newsRecordOnWire,
    read: async (database, ids) => (await newsRecords(database, ids)).map(newsRecordToWire),
    columns: newsColumns,
    derive: keepNewsFindable,
  });
}
