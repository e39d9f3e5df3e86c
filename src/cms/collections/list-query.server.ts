import { type RawBuilder, sql } from 'kysely';
import { cleanLine, lengthOf, searchWords } from '#api/text.ts';
import { t } from '#i18n/text.ts';
import { includesText } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { pageNumber } from '#platform/http/paging.server.ts';
import type { SearchedTable } from './listed-table.server.ts';

export interface ListQuery {
  page: number;
  perPage: number;
  search: string;
  status: 0 | 1 | null;
  state: 'draft' | 'scheduled' | null;
  trash: boolean;
  sort: Sort | null;
}

interface Sort {
  column: string;
  descending: boolean;
}

const limits = { perPage: 100, search: 200, words: 10 };

/**
 * Parses a list's query parameters; invalid values are ignored. `sorted` are the allowed sort columns, with a minus for
 * descending.
 * @throws {HttpError} 422 for a search that is too long
 */
export function readListQuery(query: Record<string, unknown>, sorted: readonly string[] = []): ListQuery {
  const search = typeof query.search === 'string' ? cleanLine(query.search) : '';
  if (lengthOf(search) > limits.search) throw invalid({ search: [t`Search for at most ${limits.search} characters.`] });
  if (search.split(' ').length > limits.words)
    throw invalid({ search: [t`Search for at most ${limits.words} words.`] });
  return {
    page: pageNumber(query.page),
    perPage: readPerPage(query.per_page),
    search,
    status: readStatus(query),
    state: query.state === 'draft' || query.state === 'scheduled' ? query.state : null,
    trash: query.trash === '1',
    sort: readSort(query.sort, sorted),
  };
}

/** The states 'public' and 'hidden' are other words for a status. */
function readStatus({ status, state }: Record<string, unknown>): 0 | 1 | null {
  if (status === '1' || state === 'public') return 1;
  return status === '0' || state === 'hidden' ? 0 : null;
}

function readSort(text: unknown, sorted: readonly string[]): Sort | null {
  const [, minus = '', column = ''] = /^(-?)(\w+)$/.exec(typeof text === 'string' ? text : '') ?? [];
  return sorted.includes(column) ? { column, descending: minus === '-' } : null;
}

function readPerPage(text: unknown): number {
  const isNumber = typeof text === 'string' && /^[1-9][0-9]{0,8}$/.test(text);
  return isNumber ? Math.min(Number(text), limits.perPage) : 10;
}

export function keptParameters(query: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.filter(([name]) => name !== 'page'));
}

/** Sorting by id too makes the order total, so that no row is on two pages. */
export function orderOf({ column, descending }: Sort): RawBuilder<unknown> {
  const way = sql.raw(descending ? ' desc' : '');
  return sql`${sql.ref(column)}${way}, id${way}`;
}

export const staffOrder = sql`sort_order, id desc`;

/** Matches inside a word, or at its beginning for terms under three letters. Null for an empty search. */
export function hasWords(database: Database, table: SearchedTable, search: string): RawBuilder<boolean> | null {
  const patterns = searchPatterns(search);
  if (patterns.length === 0) return null;
  const text = sql.ref(`${table}.search_text`);
  const inText = patterns.map((pattern) => includesText(database, text, pattern));
  return sql<boolean>`(${sql.join(inText, sql` and `)})`;
}

export function searchPatterns(search: string): string[] {
  return searchWords(search).map((word) =>
    shortened(word.padStart(word.length + 3 - Math.min(3, [...word].length), ' ')),
  );
}

/** An entry of an index of PostgreSQL takes 2,704 bytes, with the other columns. */
const maxBytes = 2_500;

/** The text that searches match: each word after two blanks, in at most 2,500 bytes. */
export function searchText(...texts: string[]): string {
  const text = searchWords(texts.join(' '))
    .map((word) => `  ${shortened(word)}`)
    .join('');
  return Buffer.from(text).subarray(0, maxBytes).toString();
}

/** All but two rare ones. */
const letters = 'অআইঈউঋএঐওকখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহািীুূৃেৈোৌ্ংঃঁৎ\u09bc';

/** Lower-case text has no capitals and no control characters, so these stand for letters of three bytes. */
function shortened(word: string): string {
  return word.replace(/[\u0980-\u09ff]/g, (letter) => {
    const place = letters.indexOf(letter);
    if (place < 0) return letter;
    return String.fromCharCode(place < 31 ? place + 1 : place + 34);
  });
}
