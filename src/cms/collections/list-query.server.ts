import { type RawBuilder, sql } from 'kysely';
import { cleanLine, lengthOf } from '#api/text.ts';
import { t } from '#i18n/text.ts';
import { invalid } from '#platform/errors.server.ts';
import { pageNumber } from '#platform/http/paging.server.ts';

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
