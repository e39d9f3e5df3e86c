import type { Database } from '#server/database/open.server.ts';
import {
  idsAfter,
  keepFindable,
  replaceEntries,
  type SearchEntry,
  type Some,
} from '#server/site-search/entries.server.ts';
import { plainText } from '#server/site-search/plain-text.server.ts';

/** Brings the search up to date with a piece of news that was just written. */
export function keepNewsFindable(transaction: Database, id: number): Promise<void> {
  return keepFindable(transaction, { kinds: ['news'], id }, async () => {
    const rows = await published(transaction).where('id', '=', id).execute();
    return rows.map(entryOf);
  });
}

/** Makes some of the news after this id findable; answers the last one's id, null at the end. */
export async function makeNewsFindable(transaction: Database, { after, count }: Some): Promise<number | null> {
  const ids = await idsAfter(transaction, 'news', { after, count });
  const upTo = ids.at(-1) ?? null;
  // An empty list of ids is no SQL.
  const rows = upTo === null ? [] : await published(transaction).where('id', 'in', ids).execute();
  await replaceEntries(transaction, ['news'], { after, upTo }, rows.map(entryOf));
  return upTo;
}

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
  return { kind: 'news', recordId: id, number: id, date, title, text };
}
