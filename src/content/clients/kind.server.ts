import { adminCalls, calls } from '#paths.ts';
import { type KindOnServer, plainKind } from '#server/kind.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { publicList } from '#server/public-calls.server.ts';
import { clients } from './data.server.ts';
import { clientForm, clientRecordOnWire } from './schema.ts';

export const clientsOnServer = {
  ...plainKind(clients),
  publicCalls: (foundations) => publicList(foundations, calls.clients, clients),
  staffCalls: (foundations, scope) =>
    listApi(foundations, scope, {
      ...clients,
      path: adminCalls.clients,
      sorted: ['title'],
      said: saidOf('client'),
      form: clientForm,
      onWire: clientRecordOnWire,
      read: async (database, ids) =>
        (await clients.read(database, ids)).map((record) => ({ ...record, Client_title: record.title })),
    }),
  findable: null,
} satisfies KindOnServer;
