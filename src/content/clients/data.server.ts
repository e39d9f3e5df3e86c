import { type Generated, sql } from 'kysely';
import { type Picture, pictureSource } from '#api/picture.ts';
import type { TextsOf } from '#api/shapes.ts';
import type { OrderedColumns, PictureColumn } from '#cms/collections/listed-table.server.ts';
import { picturedList } from '#cms/collections/plain-list.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { pictureColumns, pictureFacts, pictureOf } from '#platform/database/picture-columns.server.ts';
import { type Client, type ClientWithStory, clientShapes } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    clients: TextsOf<typeof clientShapes> &
      OrderedColumns &
      PictureColumn & { person_image_key: Generated<string | null> };
  }
}

export const clients = picturedList('clients', clientShapes);

export async function allClients(database: Database): Promise<Client[]> {
  const rows = await publishedClients(database)
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
  return client?.story ? { ...client, person: (await personsOf(database, [id])).get(id) ?? null } : null;
}

export async function clientRecords(database: Database, ids: number[]) {
  const persons = await personsOf(database, ids);
  return (await clients.read(database, ids)).map((record) => {
    const person = persons.get(record.id);
    return { ...record, Client_title: record.title, person_image: person ? pictureSource(person) : null };
  });
}

/** The pictures of the persons who tell the stories, by client. */
async function personsOf(database: Database, ids: number[]): Promise<Map<number, Picture | null>> {
  const rows = await database
    .selectFrom('clients')
    .innerJoin('pictures', 'pictures.key', 'person_image_key')
    .select(['clients.id', 'pictures.key as image_key', ...pictureFacts])
    .where('clients.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, pictureOf(row)]));
}

export function storiesOfClients(database: Database): Promise<{ id: number; changedAt: string }[]> {
  return publishedClients(database)
    .select(['id', 'updated_at as changedAt'])
    .where('story', '<>', '')
    .orderBy('id')
    .execute();
}

export function publishedClients(database: Database) {
  return database.selectFrom('clients').where('status', '=', 1).where('deleted_at', 'is', null);
}
