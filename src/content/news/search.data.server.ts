import { pages } from '#paths.ts';
import type { Database } from '#server/database/open.server.ts';
import { type Findable, keepFindable, makeFindable, type SearchEntry } from '#server/site-search/entries.server.ts';
import { plainText } from '#server/site-search/plain-text.server.ts';

/** Brings the search up to date with a piece of news that was just written. */
export function keepNewsFindable(transaction: Database, id: number): Promise<void> {
  return keepFindable(transaction, { kinds: ['news'], id }, async () => {
    const rows = await published(transaction).where('id', '=', id).execute();
    return rows.map(entryOf);
  });
}

export const findableNews = {
  found: { news: { rank: 0, label: 'খবর' } },
  fill: (transaction, some) =>
    makeFindable(transaction, { table: 'news', kinds: ['news'], ...some }, async (ids) => {
      const rows = await published(transaction).where('id', 'in', ids).execute();
      return rows.map(entryOf);
    }),
  addressesOf: async (_database, entries) => entries.map(({ recordId }) => pages.newsDetails(recordId)),
} satisfies Findable;

function published(database: Database) {
  return database
    .selectFrom('news')
    .select(['id', 'date', 'short_title', 'title', 'description', 'content'])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null);
}

type Row = Awaited<ReturnType<ReturnType<typeof published>['execute']>>[number];

function entryOf({ id, date, short_title, title, description, content }: Row): SearchEntry {
  const text = [short_title, description, plainText(content)].filter(Boolean).join(' ');
  return { kind: 'news', rank: 0, recordId: id, number: id, date, title, text };
}
