import { districts } from './districts.ts';
import type { Client } from './schema.ts';

/** Query parameters of the client list; empty means no filter. */
export const clientParameters = ['kind', 'district'] as const;

export type ClientQuery = Record<(typeof clientParameters)[number], string>;

interface Filtered extends ClientQuery {
  matches: Client[];
  near: number;
}

/** The choice of visitors whose district isn't offered. */
export const otherDistrict = 'other';

/** Unknown kinds and districts are ignored. */
export function filterClients(clients: Client[], query: ClientQuery): Filtered {
  const kind = clients.some((client) => client.kind === query.kind) ? query.kind : '';
  const district = [...districts, otherDistrict].includes(query.district) ? query.district : '';
  const near = clients.filter((client) => !district || client.district === district);
  return { kind, district, near: near.length, matches: near.filter((client) => !kind || client.kind === kind) };
}
