import { setTimeout as sleep } from 'node:timers/promises';
import { foldedWords, isBeginning, wordsIn } from '#cms/search/fold.server.ts';
import { type SearchQuery, termsOf } from '#cms/search/query.server.ts';
import type { SearchIndex } from '#cms/search/search-index.server.ts';
import { synonymGroups } from '#content/settings/synonyms.server.ts';
import type { SearchAnswer } from './schema.ts';
import { searchableContent } from './searchable-content.server.ts';

const labels = new Map(
  searchableContent.flatMap(({ found }) => Object.entries(found).map(([kind, { label }]) => [kind, label] as const)),
);

/** Milliseconds that a search waits for an index that is still being built. */
const maxWait = 2_000;

/**
 * One page of search results. Tries the narrowest interpretation that finds anything: exact words and synonyms, then
 * spelling corrections, then some of the words only.
 */
export async function readResults(
  index: SearchIndex,
  query: SearchQuery,
  synonyms: string,
  window: { from: number; count: number },
): Promise<SearchAnswer> {
  await Promise.race([index.refresh(), sleep(maxWait, undefined, { ref: false })]);
  const groups = synonymGroups(synonyms);
  let terms = termsOf(query.words, index.words, groups, false);
  let hits = index.find(terms);
  if (hits.entries.length === 0) {
    terms = termsOf(query.words, index.words, groups, true);
    hits = index.find(terms);
  }
  if (hits.entries.length === 0 && terms.length > 1) hits = index.findPartial(terms);
  const words = terms.flat(2);
  const entries = await index.read(hits.entries.slice(window.from, window.from + window.count));
  const results = entries.map(({ kind, url, title, text }) => ({
    kind,
    label: labels.get(kind) ?? '',
    url,
    title: markWords(title.normalize('NFC'), words),
    excerpt: excerptOf(text.normalize('NFC'), words),
  }));
  return { query: query.text, total: hits.entries.length, more: hits.more, results };
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
export function excerptOf(text: string, words: string[], length = 180): ExcerptPiece[] {
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
      words.some((wanted) => (isBeginning(wanted) ? folded.startsWith(wanted) : folded === wanted));
    if (foldedWords(word).some(isHit)) yield { start, end };
  }
}

function lastBlank(text: string, from: number, to: number): number {
  const blank = text.lastIndexOf(' ', to);
  return blank > from ? blank : to;
}
