import type { Database } from '#server/database/open.server.ts';
import { listedColumns, listedOf, type OrderedColumns } from '#server/lists/listed-table.server.ts';
import { searchText } from '#server/lists/search.server.ts';
import { pictureColumns, pictureOf } from '#server/pictures/picture-columns.server.ts';
import type { Client, ClientRecord } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    clients: ClientsTable;
  }
}

interface ClientsTable extends OrderedColumns {
  title: string;
  image_key: string | null;
}

/** Logos of clients in the order that staff chose. */
export async function allClients(database: Database): Promise<Client[]> {
  const rows = await withPicture(database)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('clients.id', 'desc')
    .execute();
  return rows.map(clientOf);
}

/** Clients as the back office edits them, in any state. */
export async function clientRecords(database: Database, ids: number[]): Promise<ClientRecord[]> {
  const rows = await withPicture(database).select(listedColumns('clients')).where('clients.id', 'in', ids).execute();
  return rows.map((row) => ({ ...clientOf(row), ...listedOf(row) }));
}

/** What is written of a client, as columns; what is undefined stays. */
export function clientColumns({ title }: { title?: string | undefined }) {
  return title === undefined ? {} : { title, search_text: searchText(title) };
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
      ...clientColumns(client),
      image_key: client.pictureKey,
      status: 1,
      sort_order: sortOrder,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

function withPicture(database: Database) {
  return database
    .selectFrom('clients')
    .leftJoin('pictures', 'pictures.key', 'clients.image_key')
    .select(['clients.id', 'title', ...pictureColumns]);
}

type ClientRow = Awaited<ReturnType<ReturnType<typeof withPicture>['execute']>>[number];

function clientOf(row: ClientRow): Client {
  return { id: row.id, title: row.title, picture: pictureOf(row) };
}
