import { kindAt } from '#cms/search/entries.server.ts';
import { excerptOf, markWords } from '#cms/search/excerpt.server.ts';
import { type FoundEntry, findHits, findPartialHits, QueryIndex, readEntries } from '#cms/search/find.server.ts';
import { type SearchQuery, termsOf } from '#cms/search/query.server.ts';
import type { Vocabulary } from '#cms/search/vocabulary.server.ts';
import { synonymGroups } from '#content/settings/synonyms.server.ts';
import { pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { SearchAnswer } from './schema.ts';
import { searchableContent } from './searchable-content.server.ts';

/**
 * One page of search results. Tries the narrowest interpretation that finds anything: exact words and synonyms, then
 * spelling corrections, then some of the words only.
 */
export async function readResults(
  { database, words: vocabulary }: { database: Database; words: Vocabulary },
  query: SearchQuery,
  synonyms: string,
  window: { from: number; count: number },
): Promise<SearchAnswer> {
  await vocabulary.learn();
  const groups = synonymGroups(synonyms);
  const index = new QueryIndex(database);
  let terms = termsOf(query.words, vocabulary, groups, false);
  let hits = await findHits(index, terms, byRank);
  if (hits.ids.length === 0) {
    terms = termsOf(query.words, vocabulary, groups, true);
    hits = await findHits(index, terms, byRank);
  }
  if (hits.ids.length === 0 && terms.length > 1) hits = await findPartialHits(index, terms, byRank);
  const words = terms.flat(2);
  const entries = await readEntries(database, hits.ids.slice(window.from, window.from + window.count));
  const addresses = await addressesOf(database, entries);
  const results = entries.map((entry) => ({
    kind: entry.kind,
    label: kinds.get(entry.kind)?.label ?? '',
    url: addresses.get(entry.id) ?? pages.home,
    title: markWords(entry.title, words),
    excerpt: excerptOf(entry.text, words),
  }));
  return { query: query.text, total: hits.ids.length, more: hits.more, results };
}

const kinds = new Map(searchableContent.flatMap(({ found }) => Object.entries(found)));
const ranks = new Map([...kinds.values()].map(({ number, rank = number }) => [number, rank]));

function byRank(one: number, other: number): number {
  return (ranks.get(kindAt(other)) ?? 0) - (ranks.get(kindAt(one)) ?? 0) || other - one;
}

/** Public URLs by entry id. */
async function addressesOf(database: Database, entries: FoundEntry[]): Promise<Map<number, string>> {
  const addresses = searchableContent.map(async (searchable) => {
    const own = entries.filter(({ kind }) => kind in searchable.found);
    // An empty `in ()` is invalid SQL.
    const urls = own.length === 0 ? [] : await searchable.addressesOf(database, own);
    return own.map(({ id }, index) => [id, urls[index] ?? pages.home] as const);
  });
  return new Map((await Promise.all(addresses)).flat());
}
