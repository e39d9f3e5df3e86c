import type { FastifyInstance } from 'fastify';
import { adminCalls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { listApi } from '#server/list-api.server.ts';
import { bodyLimits } from '#server/lists/answers.server.ts';
import { staffOrder } from '#server/lists/list-query.server.ts';
import { textsOf } from '#server/lists/texts.server.ts';
import { orderApi } from '#server/order-api.server.ts';
import { clientColumns, clientRecords } from './data.server.ts';
import { clientForm } from './form.server.ts';
import { clientRecordOnWire, clientRecordToWire } from './schema.ts';

/** The calls of the client screen. */
export function clientsAdminApi(foundations: Foundations, scope: FastifyInstance): void {
  const place = { table: 'clients', path: adminCalls.clients, shows: ['clients'] } as const;
  orderApi(foundations, scope, place);
  listApi(foundations, scope, {
    ...place,
    texts: textsOf('client'),
    order: staffOrder,
    bodyLimit: bodyLimits.rich,
    form: clientForm,
    onWire: clientRecordOnWire,
    read: async (database, ids) => (await clientRecords(database, ids)).map(clientRecordToWire),
    columns: clientColumns,
  });
}
