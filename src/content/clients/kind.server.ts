import { adminCalls, calls } from '#paths.ts';
import { type KindOnServer, plainKind } from '#server/kind.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { publicList } from '#server/public-calls.server.ts';
import { allClients, clients } from './data.server.ts';
import { clientForm, clientOnWire, clientRecordOnWire } from './schema.ts';
import { findableClients } from './search.data.server.ts';

export const clientsOnServer = {
  ...plainKind(clients),
  publicCalls: (foundations) =>
    publicList(foundations, calls.clients, { table: 'clients', shownOnWire: clientOnWire, all: allClients }),
  staffCalls: (foundations, scope) =>
    listApi(foundations, scope, {
      ...clients,
      path: adminCalls.clients,
      sorted: ['title', 'kind', 'district'],
      said: saidOf('Client'),
      form: clientForm,
      onWire: clientRecordOnWire,
      derive: findableClients.keep,
      read: async (database, ids) =>
        (await clients.read(database, ids)).map((record) => ({ ...record, Client_title: record.title })),
    }),
  findable: findableClients,
} satisfies KindOnServer;
