import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import { type KindOnServer, plainKind } from '#cms/kind.server.ts';
import { adminCalls, calls } from '#paths.ts';
import { publicList } from '#platform/http/public-calls.server.ts';
import { allClients, clients } from './data.server.ts';
import { clientsKind } from './kind.ts';
import { clientForm, clientRecordSchema, clientSchema } from './schema.ts';
import { searchableClients } from './search.data.server.ts';

export const clientsOnServer = {
  ...plainKind(clients, clientsKind),
  publicCalls: (context) =>
    publicList(context, calls.clients, { table: 'clients', publicSchema: clientSchema, all: allClients }),
  staffCalls: (context, scope) =>
    listApi(context, scope, {
      ...clients,
      path: adminCalls.clients,
      sorted: ['title', 'kind', 'district'],
      messages: listMessages('Client'),
      form: clientForm,
      onWire: clientRecordSchema,
      derive: searchableClients.keep,
      read: async (database, ids) =>
        (await clients.read(database, ids)).map((record) => ({ ...record, Client_title: record.title })),
    }),
  searchable: searchableClients,
} satisfies KindOnServer;
