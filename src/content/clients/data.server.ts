import type { Generated } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import { pictureColumns, pictureOf } from '#server/pictures/picture-columns.server.ts';
import type { Client } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    clients: ClientsTable;
  }
}

interface ClientsTable {
  id: Generated<number>;
  title: string;
  image_key: string | null;
  status: number;
  sort_order: number;
  created_at: string;
  updated_at: string;
}

/** Logos of clients in the order that staff chose. */
export async function allClients(database: Database): Promise<Client[]> {
  const rows = await database
    .selectFrom('clients')
    .leftJoin('pictures', 'pictures.key', 'clients.image_key')
    .select(['clients.id', 'title', ...pictureColumns])
    .where('status', '=', 1)
    .orderBy('sort_order')
    .orderBy('clients.id', 'desc')
    .execute();
  return rows.map((row) => ({ id: row.id, title: row.title, picture: pictureOf(row) }));
}

export interface ClientInput extends Omit<Client, 'id' | 'picture'> {
  pictureKey: string | null;
}

export async function addClient(database: Database, client: ClientInput, sortOrder: number): Promise<void> {
  const now = new Date().toISOString();
  await database
    .insertInto('clients')
    .values({
      title: client.title,
      image_key: client.pictureKey,
      status: 1,
      sort_order: sortOrder,
      created_at: now,
      updated_at: now,
    })
    .execute();
}
