import { sql } from 'kysely';
import type { TextsOf } from '#api/shapes.ts';
import type { OrderedColumns, PictureColumn } from '#cms/collections/listed-table.server.ts';
import { picturedList } from '#cms/collections/plain-list.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { pictureColumns, pictureOf } from '#platform/database/picture-columns.server.ts';
import { type Client, type ClientWithStory, clientShapes } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    clients: TextsOf<typeof clientShapes> & OrderedColumns & PictureColumn;
  }
}

export const clients = picturedList('clients', clientShapes);

export async function allClients(database: Database): Promise<Client[]> {
  const rows = await published(database)
    .leftJoin('pictures', 'pictures.key', 'clients.image_key')
    .select(['clients.id', 'title', 'kind', 'district', ...pictureColumns])
    .select(sql<number>`case when story <> '' then 1 else 0 end`.as('has_story'))
    .orderBy('sort_order')
    .orderBy('clients.id', 'desc')
    .execute();
  return rows.map(({ id, title, kind, district, has_story, ...picture }) => ({
    id,
    title,
    kind,
    district,
    has_story,
    picture: pictureOf(picture),
  }));
}

/** A published client with a story. */
export async function findStory(database: Database, id: number): Promise<ClientWithStory | null> {
  const client = await clients.find(database, id);
  return client?.story ? client : null;
}

export function storiesOfClients(database: Database): Promise<{ id: number; changedAt: string }[]> {
  return published(database).select(['id', 'updated_at as changedAt']).where('story', '<>', '').orderBy('id').execute();
}

function published(database: Database) {
  return database.selectFrom('clients').where('status', '=', 1).where('deleted_at', 'is', null);
}
