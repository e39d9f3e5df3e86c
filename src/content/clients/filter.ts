import { districts } from './districts.ts';
import type { Client } from './schema.ts';

/** What the address of the list may ask for; empty where it asks for nothing. */
export const clientQuestions = ['kind', 'district'] as const;

export type AskedClients = Record<(typeof clientQuestions)[number], string>;

interface Filtered extends AskedClients {
  shown: Client[];
  /** How many there are in the district, of whatever kind. */
  near: number;
}

/** Those that are like the visitor's own. What nobody has, and is no district, is not asked for. */
export function filterClients(clients: Client[], asked: AskedClients): Filtered {
  const kind = clients.some((client) => client.kind === asked.kind) ? asked.kind : '';
  const district = districts.includes(asked.district) ? asked.district : '';
  const near = clients.filter((client) => !district || client.district === district);
  return { kind, district, near: near.length, shown: near.filter((client) => !kind || client.kind === kind) };
}
