import { calls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { publicCall } from '#server/public-calls.server.ts';
import { allClients } from './data.server.ts';
import { clientsOnWire, clientToWire } from './schema.ts';

export function clientsApi(foundations: Foundations): void {
  publicCall(foundations, {
    path: calls.clients,
    shows: ['clients'],
    answer: clientsOnWire,
    read: async () => (await allClients(foundations.database)).map(clientToWire),
  });
}
