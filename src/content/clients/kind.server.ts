import { type Generated, sql } from 'kysely';
import * as z from 'zod/mini';
import { districts } from '#api/districts.ts';
import { type Picture, pictureSource } from '#api/picture.ts';
import { pictureShape } from '#api/records.ts';
import {
  optionalLine,
  optionalPicture,
  type PicturedShown,
  picturedShapes,
  richTextField,
  type TextsOf,
} from '#api/shapes.ts';
import type { OrderedColumns, PictureColumn } from '#cms/collections/listed-table.server.ts';
import { picturedList } from '#cms/collections/plain-list.server.ts';
import { type KindOnServer, listApi, listMessages, picturePlace, plainKind } from '#cms/kind.server.ts';
import { searchableText } from '#cms/search/fold.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { pictureColumns, pictureFacts, pictureOf } from '#platform/database/picture-columns.server.ts';
import { publicList } from '#platform/http/public-calls.server.ts';
import { clientsKind } from './kind.ts';

const measure = optionalLine('measure', 80);
const figure = optionalLine('figure', 30);

/**
 * The title is the logo's alternative text and may be empty. The story is sanitised HTML; a client with one has a page
 * of its own, which opens with the person and up to three figures before and after.
 */
export const clientShapes = picturedShapes(
  {
    title: optionalLine('title'),
    kind: optionalLine('kind of institution', 100),
    district: optionalLine('district').refine((name) => !name || districts.includes(name), {
      error: 'Choose one of the 64 districts, or none.',
    }),
    story: richTextField,
    person_name: optionalLine('name of the person', 100),
    person_role: optionalLine('role of the person', 100),
    measure_1: measure,
    before_1: figure,
    after_1: figure,
    measure_2: measure,
    before_2: figure,
    after_2: figure,
    measure_3: measure,
    before_3: figure,
    after_3: figure,
  },
  { rich: 'story' },
);

type WholeClient = PicturedShown<typeof clientShapes>;

export type ClientWithStory = WholeClient & { person: Picture | null };

const publicShape = { id: true, title: true, kind: true, district: true } as const;

/** `has_story` is 1 or 0, as `status`. */
export type Client = Pick<WholeClient, keyof typeof publicShape | 'picture'> & { has_story: number };

const clientSchema = z.extend(z.pick(clientShapes.onWire, publicShape), { ...pictureShape, has_story: z.int() });

/** The specification names the title `Client_title`: both names are accepted and returned. */
const alias = { Client_title: optionalLine('title'), person_image: optionalPicture };

const clientForm = {
  create: clientShapes.form.create.extend(alias).transform(withoutAlias),
  update: clientShapes.form.update.extend(alias).transform(withoutAlias),
};

export const clientRecordSchema = z.extend(clientShapes.recordSchema, {
  Client_title: z.string(),
  person_image: z.nullable(z.string()),
});

function withoutAlias<F extends { title: string | undefined; Client_title: string | undefined }>(form: F) {
  const { Client_title, ...own } = form;
  return { ...own, title: Client_title ?? own.title };
}

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

async function clientRecords(database: Database, ids: number[]) {
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

export function storiesOfClients(database: Database) {
  return publishedClients(database)
    .select(['id', 'updated_at as changedAt'])
    .where('story', '<>', '')
    .orderBy('id')
    .execute();
}

function publishedClients(database: Database) {
  return database.selectFrom('clients').where('status', '=', 1).where('deleted_at', 'is', null);
}

const searchable: Searchable = {
  collection: 'clients',
  found: { client: { rank: 1.2, label: 'গ্রাহক' } },
  entriesOf: async (database) => {
    const rows = await publishedClients(database)
      .select(['id', 'title', 'kind', 'district', 'story'])
      .where('title', '<>', '')
      .execute();
    return rows.map(({ id, title, kind, district, story }) => {
      const text = [kind, district, searchableText(story)].filter(Boolean).join(', ');
      return { kind: 'client', recordId: id, title, text, url: story ? pages.clientStory(id) : pages.client(id) };
    });
  },
};

const plain = plainKind(clients, clientsKind);

export const clientsOnServer = {
  ...plain,
  pictures: [...plain.pictures, picturePlace('clients', clientsKind, { picture: 'person_image_key' })],
  publicCalls: (context) =>
    publicList(context, calls.clients, { table: 'clients', publicSchema: clientSchema, all: allClients }),
  staffCalls: (context, scope) =>
    listApi(context, scope, {
      ...clients,
      path: adminCalls.clients,
      sorted: ['title', 'kind', 'district'],
      messages: listMessages('Client'),
      onSite: ({ id, title }) => ({ title, path: pages.client(id) }),
      form: clientForm,
      onWire: clientRecordSchema,
      read: clientRecords,
      optionalPictures: ['person_image'],
    }),
  searchable,
} satisfies KindOnServer;
