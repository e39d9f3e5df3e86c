import { allKindsOnServer } from '#content/kinds.server.ts';
import { pages } from '#paths.ts';
import type { Database } from '#server/database/open.server.ts';
import { excerptOf, markWords } from '#server/site-search/excerpt.server.ts';
import { type FoundEntry, findHits, readEntries } from '#server/site-search/find.server.ts';
import { type SearchQuery, withoutEndings } from '#server/site-search/query.server.ts';
import type { SearchAnswer } from './schema.ts';

/** Some of the hits for what a visitor typed. Where the words are nowhere, they are looked for without their endings. */
export async function readResults(
  database: Database,
  query: SearchQuery,
  window: { from: number; count: number },
): Promise<SearchAnswer> {
  let { words } = query;
  let hits = await findHits(database, words);
  const stems = hits.ids.length === 0 ? withoutEndings(words) : null;
  if (stems) {
    words = stems;
    hits = await findHits(database, words);
  }
  const entries = await readEntries(database, hits.ids.slice(window.from, window.from + window.count));
  const addresses = await addressesOf(database, entries);
  const results = entries.map((entry) => ({
    kind: entry.kind,
    label: labels.get(entry.kind) ?? '',
    url: addresses.get(entry.id) ?? pages.home,
    title: markWords(entry.title, words),
    excerpt: excerptOf(entry.text, words),
  }));
  return { query: query.text, total: hits.ids.length, more: hits.more, results };
}

const findables = allKindsOnServer.flatMap(({ findable }) => findable ?? []);

const labels = new Map(
  findables.flatMap(({ found }) => Object.entries(found).map(([kind, { label }]) => [kind, label] as const)),
);

/** Where visitors see these entries, by the entries' ids. */
async function addressesOf(database: Database, entries: FoundEntry[]): Promise<Map<number, string>> {
  const addresses = findables.map(async (findable) => {
    const own = entries.filter(({ kind }) => kind in findable.found);
    // An empty list of ids is no SQL.
    const urls = own.length === 0 ? [] : await findable.addressesOf(database, own);
    return own.map(({ id }, index) => [id, urls[index] ?? pages.home] as const);
  });
  return new Map((await Promise.all(addresses)).flat());
}
