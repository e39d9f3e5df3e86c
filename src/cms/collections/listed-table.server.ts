import { type Generated, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Listed } from '#api/records.ts';
import { cleanLine, lengthOf, searchWords } from '#api/text.ts';
import { t } from '#i18n/text.ts';
import { includesText, lockName } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { pageNumber } from '#platform/http/paging.server.ts';

export interface RecordColumns {
  id: Generated<number>;
  /** 1: published, 0: hidden. */
  status: number;
  created_at: string;
  updated_at: string;
}

export interface ListedColumns extends RecordColumns {
  deleted_at: Generated<string | null>;
  search_text: Generated<string>;
}

/** `sort_order` ascending, then the newest first. */
export interface OrderedColumns extends ListedColumns {
  sort_order: number;
}

export interface PictureColumn {
  image_key: string | null;
}

type TableWith<Columns> = { [T in keyof Tables]: Tables[T] extends Columns ? T : never }[keyof Tables];

export type ListTable = TableWith<ListedColumns>;
export type RecordTable = TableWith<RecordColumns>;
type SearchedTable = TableWith<{ search_text: unknown }>;

/** Kysely can't type a table that is a variable, so any of these tables is called `listed`. */
export function anyList(
  database: Database,
): Kysely<Pick<Tables, 'pictures'> & { listed: OrderedColumns & { image_key: string | null } }> {
  return database as unknown as ReturnType<typeof anyList>;
}

export function listed(table: RecordTable): 'listed' {
  return table as string as 'listed';
}

export function selectListed(database: Database, table: RecordTable) {
  return anyList(database).selectFrom(listed(table));
}

export function listedColumns<Table extends string>(table: Table) {
  return [`${table}.status`, `${table}.created_at`, `${table}.updated_at`, `${table}.deleted_at`] as const;
}

export function listedOf({ status, created_at, updated_at, deleted_at }: Listed): Listed {
  return { status, created_at, updated_at, deleted_at };
}

export interface Published {
  count: number;
  /** ISO 8601 in UTC; null if there is none. */
  changedAt: string | null;
}

export async function publishedOf(database: Database, table: ListTable): Promise<Published> {
  return visible(database, table)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('updated_at').as('changedAt')])
    .executeTakeFirstOrThrow();
}

export async function publishedIds(
  database: Database,
  table: ListTable,
  { from, count }: { from: number; count: number },
) {
  return visible(database, table)
    .select(['id', 'updated_at as changedAt'])
    .orderBy('id')
    .limit(count)
    .offset(from)
    .execute();
}

function visible(database: Database, table: ListTable) {
  return selectListed(database, table).where('status', '=', 1).where('deleted_at', 'is', null);
}

/** Those of the lists that show nothing on the site. */
export async function emptyLists<Table extends ListTable>(
  database: Database,
  tables: readonly Table[],
): Promise<Table[]> {
  const hasSome = await Promise.all(tables.map((table) => hasRow(visible(database, table).select('id').limit(1))));
  return tables.filter((_, index) => !hasSome[index]);
}

/** Inserts a row and returns its id. `sort_order` defaults to 0, which puts it first. */
export async function insertRecord(transaction: Database, table: RecordTable, columns: object): Promise<number> {
  const now = new Date().toISOString();
  const { id } = await anyList(transaction)
    .insertInto(listed(table))
    // Callers know the columns; the table is a variable here.
    .values({ status: 1, ...columns, created_at: now, updated_at: now } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Locks the records of a list until the transaction ends. Concurrent writes could assign the same position or name, and
 * those of several records could wait for each other. The list of what refers to others is locked before theirs.
 */
export async function lockList(transaction: Database, table: string): Promise<void> {
  await lockName(transaction, table, 'lists');
}

/** For what writes to several lists, in any order. */
export async function lockLists(transaction: Database): Promise<void> {
  await lockName(transaction, 'lists');
}

export async function updateRecord(
  transaction: Database,
  table: RecordTable,
  row: { id: number; updated_at: string },
  columns: object,
): Promise<void> {
  await anyList(transaction)
    .updateTable(listed(table))
    .set({ ...columns, updated_at: nextTimestamp(row.updated_at) } as never)
    .where('id', '=', row.id)
    .execute();
}

/** Adds the columns of these rows to the records of the same id; records without a row are left out. */
export function joinById<R extends { id: number }, Row extends { id: number }>(records: R[], rows: Row[]) {
  return records.flatMap((record) => {
    const row = rows.find(({ id }) => id === record.id);
    return row ? { ...record, ...row } : [];
  });
}

/** Always later than `last`, also within one millisecond or after the clock was set back. */
export function nextTimestamp(last: string): string {
  return new Date(Math.max(Date.now(), new Date(last).getTime() + 1)).toISOString();
}

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
