import { findableRecords } from '#cms/search/entries.server.ts';
import { plainText } from '#cms/search/plain-text.server.ts';
import { pages } from '#paths.ts';

export const searchableClients = findableRecords({
  table: 'clients',
  found: { client: { number: 14, rank: 1.2, label: 'গ্রাহক' } },
  entriesOf: async (database, ids) => {
    const rows = await database
      .selectFrom('clients')
      .select(['id', 'title', 'kind', 'district', 'story'])
      .where('id', 'in', ids)
      .where('status', '=', 1)
      .where('deleted_at', 'is', null)
      .where('title', '<>', '')
      .execute();
    return rows.map(({ id, title, kind, district, story }) => {
      const text = [kind, district, plainText(story)].filter(Boolean).join(', ');
      return { kind: 'client', recordId: id, number: id, title, text };
    });
  },
  addressesOf: async (database, entries) => {
    const ids = entries.map(({ recordId }) => recordId);
    const rows = await database
      .selectFrom('clients')
      .select('id')
      .where('id', 'in', ids)
      .where('story', '<>', '')
      .execute();
    const withStory = new Set(rows.map(({ id }) => id));
    return ids.map((id) => (withStory.has(id) ? pages.clientStory(id) : pages.client(id)));
  },
});
