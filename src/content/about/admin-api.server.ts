import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { adminCalls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { bodyLimits } from '#server/lists/answers.server.ts';
import { textsOf } from '#server/lists/texts.server.ts';
import { singleApi } from '#server/single-api.server.ts';
import { aboutColumns, aboutRecords } from './data.server.ts';
import { aboutForm } from './form.server.ts';
import { aboutRecordOnWire, aboutRecordToWire } from './schema.ts';

/** The calls of the About screen. A new text takes the place of the one before, which keeps its own address. */
export function aboutAdminApi(foundations: Foundations, scope: FastifyInstance): void {
  singleApi(foundations, scope, {
    table: 'about',
    path: adminCalls.about,
    shows: ['about'],
    texts: textsOf('About', 'Deleted'),
    order: sql`id desc`,
    bodyLimit: bodyLimits.rich,
    form: aboutForm,
    onWire: aboutRecordOnWire,
    read: async (database, ids) => (await aboutRecords(database, ids)).map(aboutRecordToWire),
    columns: aboutColumns,
  });
}
