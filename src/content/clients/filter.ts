import { districts } from './districts.ts';
import type { Client } from './schema.ts';

/** Query parameters of the client list; empty means no filter. */
export const clientQuestions = ['kind', 'district'] as const;

export type AskedClients = Record<(typeof clientQuestions)[number], string>;

interface Filtered extends AskedClients {
  shown: Client[];
  near: number;
}

/** Unknown kinds and districts are ignored. */
export function filterClients(clients: Client[], asked: AskedClients): Filtered {
  const kind = clients.some((client) => client.kind === asked.kind) ? asked.kind : '';
  const district = districts.includes(asked.district) ? asked.district : '';
  const near = clients.filter((client) => !district || client.district === district);
  return { kind, district, near: near.length, shown: near.filter((client) => !kind || client.kind === kind) };
}
