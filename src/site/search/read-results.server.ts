import { downloadAddresses } from '#content/downloads/search.data.server.ts';
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
  const addresses = await downloadAddresses(database, idsOfDownloads(entries));
  const results = entries.map((entry) => ({
    kind: entry.kind,
    url: entry.kind === 'download' ? (addresses.get(entry.recordId) ?? pages.downloads) : urlOf(entry),
    title: markWords(entry.title, words),
    excerpt: excerptOf(entry.text, words),
  }));
  return { query: query.text, total: hits.ids.length, more: hits.more, results };
}

function idsOfDownloads(entries: FoundEntry[]): number[] {
  return entries.filter(({ kind }) => kind === 'download').map(({ recordId }) => recordId);
}

function urlOf({ kind, recordId, partId }: FoundEntry): string {
  if (kind === 'news') return pages.newsDetails(recordId);
  return kind === 'part' ? pages.featurePart(recordId, partId) : pages.featureDetails(recordId);
}
