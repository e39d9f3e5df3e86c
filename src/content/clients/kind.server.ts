import { adminCalls, calls } from '#paths.ts';
import { type KindOnServer, samplesOf } from '#server/kind.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { emptyTrash } from '#server/lists/trash.server.ts';
import { publicList } from '#server/public-calls.server.ts';
import { clients } from './data.server.ts';
import { clientForm, clientRecordOnWire } from './schema.ts';

export const clientsOnServer = {
  tables: ['clients'],
  pictured: ['clients'],
  rich: [],
  publicCalls: (foundations) => publicList(foundations, calls.clients, clients),
  staffCalls: (foundations, scope) =>
    listApi(foundations, scope, {
      ...clients,
      path: adminCalls.clients,
      said: saidOf('client'),
      form: clientForm,
      onWire: clientRecordOnWire,
      read: async (database, ids) =>
        (await clients.read(database, ids)).map((record) => ({ ...record, Client_title: record.title })),
    }),
  emptyTrash: (database) => emptyTrash(database, 'clients'),
  counted: 'clients',
  findable: null,
  addSample: samplesOf(clients),
} satisfies KindOnServer;
