import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import { type KindOnServer, plainKind } from '#cms/kind.server.ts';
import { picturePlace } from '#cms/pictures/picture-place.server.ts';
import { plainText } from '#cms/search/plain-text.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { publicList } from '#platform/http/public-calls.server.ts';
import { allClients, clientRecords, clients, publishedClients } from './data.server.ts';
import { clientsKind } from './kind.ts';
import { clientForm, clientRecordSchema, clientSchema } from './schema.ts';

const searchable: Searchable = {
  collection: 'clients',
  found: { client: { rank: 1.2, label: 'গ্রাহক' } },
  entriesOf: async (database) => {
    const rows = await publishedClients(database)
      .select(['id', 'title', 'kind', 'district', 'story'])
      .where('title', '<>', '')
      .execute();
    return rows.map(({ id, title, kind, district, story }) => {
      const text = [kind, district, plainText(story)].filter(Boolean).join(', ');
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
      form: clientForm,
      onWire: clientRecordSchema,
      read: clientRecords,
      optionalPictures: ['person_image'],
    }),
  searchable,
} satisfies KindOnServer;
