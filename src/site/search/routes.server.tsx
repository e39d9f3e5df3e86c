import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { queryParameter } from '#cms/collections/answers.server.ts';
import { foldedWords, isBeginning, wordsIn } from '#cms/search/fold.server.ts';
import { readSearchQuery, type SearchQuery, termsOf } from '#cms/search/query.server.ts';
import type { SearchIndex } from '#cms/search/search-index.server.ts';
import { categories } from '#content/features/categories/data.server.ts';
import type { SiteSettings } from '#content/settings/schema.ts';
import { synonymGroups } from '#content/settings/synonyms.server.ts';
import { calls, pages } from '#paths.ts';
import { sendOnce } from '#platform/http/cached-answers.server.ts';
import { pageNumber } from '#platform/http/paging.server.ts';
import { policyOf } from '../document.server.tsx';
import { renderUnindexedPage, sendPage } from '../pages/public-page.server.tsx';
import type { Sheet } from '../sheets/names.ts';
import type { Site } from '../site.server.ts';
import { SearchPage } from './page.tsx';
import { type SearchAnswer, searchAnswerSchema } from './schema.ts';
import { searchableContent } from './searchable-content.server.ts';
import { searchStrings } from './strings.ts';

const labels = new Map(
  searchableContent.flatMap(({ found }) => Object.entries(found).map(([kind, { label }]) => [kind, label] as const)),
);

/** Milliseconds that a search waits for an index that is still being built. */
const maxWait = 2_000;

const perPage = 20;
const sheet: Sheet = 'search';
/** Fits below the field and its message on a phone. */
const maxPopular = 8;
/** Fits below the field on a phone. */
const maxSuggestions = 6;

const querySchema = z.object({ q: queryParameter, page: queryParameter });

/**
 * The results page and the search-as-you-type API. Queries are unbounded, so responses are neither cached nor indexed,
 * and are rate-limited per network. The empty search page is cached as any other.
 */
export function searchRoutes(site: Site): void {
  const { http, database, search } = site;
  search.follow(searchableContent);

  http.get(pages.search, { schema: { querystring: querySchema } }, async (request, reply) => {
    const query = readSearchQuery(request.query.q);
    if (query.text === '') {
      const shows = categories.shows;
      const read = async (vendor: SiteSettings) => {
        const body = <SearchPage answer={null} popular={await popular()} page={1} perPage={perPage} />;
        const breadcrumb = [{ name: searchStrings.heading, path: pages.search }];
        return { text: vendor.pages.search, sheet, body, breadcrumb };
      };
      return sendPage(site, request, reply, { path: pages.search, shows, read });
    }
    const page = pageNumber(request.query.page);
    const vendor = await site.vendor.current();
    const answer = await readResults(search, query, vendor.synonyms, {
      from: (page - 1) * perPage,
      count: perPage,
    });
    const suggestions = answer.total === 0 ? await popular() : [];
    const body = <SearchPage answer={answer} popular={suggestions} page={page} perPage={perPage} />;
    const html = renderUnindexedPage(site, pages.search, vendor, { text: vendor.pages.search, sheet, body });
    return sendOnce(request, reply, html, policyOf(sheet));
  });

  http.get(
    calls.search,
    {
      schema: {
        summary: 'Search the site',
        querystring: z.object({ q: queryParameter }),
        response: { 200: searchAnswerSchema },
      },
    },
    async ({ query }) => {
      const { synonyms } = await site.vendor.current();
      return readResults(search, readSearchQuery(query.q), synonyms, { from: 0, count: maxSuggestions });
    },
  );

  async function popular() {
    return (await categories.all(database)).slice(0, maxPopular).map(({ category_name }) => category_name);
  }
}

/**
 * One page of search results. Tries the narrowest interpretation that finds anything: exact words and synonyms, then
 * spelling corrections, then some of the words only.
 */
async function readResults(
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
