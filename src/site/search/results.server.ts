import { setTimeout as sleep } from 'node:timers/promises';
import { foldedWords, isFormOf, wordsIn } from '#cms/search/fold.server.ts';
import { type SearchQuery, termsOf } from '#cms/search/query.server.ts';
import type { SearchEntry } from '#cms/search/search-index.server.ts';
import { synonymGroups } from '#content/settings/synonyms.server.ts';
import { yieldToEventLoop } from '#platform/event-loop.server.ts';
import type { Site } from '../site.server.ts';
import { answerPriceQuestion } from './price-question.server.ts';
import type { SearchAnswer, SearchResult } from './schema.ts';
import { searchableContent } from './searchable-content.server.ts';

const labels = new Map(
  searchableContent.flatMap(({ found }) => Object.entries(found).map(([kind, { label }]) => [kind, label] as const)),
);

/** Milliseconds that a search waits for an index that is still being built. */
const maxWait = 2_000;
/** Length of an excerpt in UTF-16 units; the answer of a question is shown whole where it fits. */
const excerptLength = 180;
const answerLength = 420;

/** One page of search results, the last one instead of any after it. */
export async function readResults(
  site: Pick<Site, 'search' | 'database'>,
  query: SearchQuery,
  synonyms: string,
  { page = 1, perPage }: { page?: number; perPage: number },
): Promise<SearchAnswer> {
  const { search } = site;
  await Promise.race([search.refresh(), sleep(maxWait, undefined, { ref: false })]);
  const groups = synonymGroups(synonyms);
  const price = await answerPriceQuestion(site, query.text, groups);
  await yieldToEventLoop();
  const terms = termsOf(price?.words ?? query.words, search.words, groups);
  const found = search.find(terms);
  const words = terms.flat().flatMap((alternative) => alternative.words);
  const last = Math.max(1, Math.ceil(found.hits.length / perPage));
  const from = (Math.min(page, last) - 1) * perPage;
  const read = await search.read(found.hits.slice(from, from + perPage));
  await yieldToEventLoop();
  const results = read.flatMap(([entry, part]) => (entry ? resultOf(entry, part, words) : []));
  if (page === 1) results.unshift(...(price?.costs ?? []));
  return { query: query.text, total: found.hits.length, more: found.more, results };
}

function resultOf(
  { kind, url, within, title, text }: SearchEntry,
  part: SearchEntry | undefined,
  words: string[],
): SearchResult {
  const name = within ? `${within}: ${title}` : title;
  return {
    kind,
    label: labels.get(kind) ?? '',
    url,
    title: markWords(name.normalize('NFC'), words),
    excerpt: excerptOf(text.normalize('NFC'), words, kind === 'question' ? answerLength : excerptLength),
    part: part ? { url: part.url, title: markWords(part.title.normalize('NFC'), words) } : null,
  };
}

interface ExcerptPiece {
  text: string;
  hit: boolean;
}

export function markWords(text: string, words: string[]): ExcerptPiece[] {
  const pieces: ExcerptPiece[] = [];
  let done = 0;
  for (const { start, end } of hitsIn(text, words)) {
    if (start > done) pieces.push({ text: text.slice(done, start), hit: false });
    pieces.push({ text: text.slice(start, end), hit: true });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), hit: false });
  return pieces;
}

/** About `length` UTF-16 units around the first hit, cut between words; the beginning if there is no hit. */
export function excerptOf(text: string, words: string[], length = excerptLength): ExcerptPiece[] {
  if (text.length <= length) return markWords(text, words);
  const [first] = hitsIn(text, words);
  const wanted = Math.max(0, (first?.start ?? 0) - length / 4);
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted - 1) + 1;
  const end = start + length >= text.length ? text.length : lastBlank(text, start, start + length);
  const pieces = markWords(text.slice(start, end), words);
  if (start > 0) pieces.unshift({ text: '... ', hit: false });
  if (end < text.length) pieces.push({ text: '...', hit: false });
  return pieces;
}

function* hitsIn(text: string, words: string[]): Generator<{ start: number; end: number }> {
  for (const { word, start, end } of wordsIn(text)) {
    const isHit = (folded: string) =>
      words.some((wanted) => isFormOf(folded, wanted) || (wanted.length > 3 && folded.startsWith(wanted)));
    if (foldedWords(word).some(isHit)) yield { start, end };
  }
}

function lastBlank(text: string, from: number, to: number): number {
  const blank = text.lastIndexOf(' ', to);
  return blank > from ? blank : to;
}
