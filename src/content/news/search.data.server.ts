import { findableRecords } from '#cms/search/entries.server.ts';
import { plainText } from '#cms/search/plain-text.server.ts';
import { pages } from '#paths.ts';

export const searchableNews = findableRecords({
  table: 'news',
  found: { news: { number: 0, label: 'খবর' } },
  entriesOf: async (database, ids) => {
    const rows = await database
      .selectFrom('news')
      .select(['id', 'date', 'short_title', 'title', 'description', 'content'])
      .where('id', 'in', ids)
      .where('status', '=', 1)
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ id, date, short_title, title, description, content }) => {
      const text = [short_title, description, plainText(content)].filter(Boolean).join(' ');
      return { kind: 'news', recordId: id, number: id, date, title, text };
    });
  },
  addressesOf: async (_database, entries) => entries.map(({ recordId }) => pages.newsDetails(recordId)),
});
