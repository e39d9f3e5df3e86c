import type { Generated, Kysely } from 'kysely';
import type { Listed } from '#api/records.ts';
import { lockName } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';

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
export type SearchedTable = TableWith<{ search_text: unknown }>;

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
): Promise<{ id: number; changedAt: string }[]> {
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

export async function countByStatus<Table extends ListTable>(
  database: Database,
  tables: readonly Table[],
): Promise<{ table: Table; active: number; inactive: number }[]> {
  return Promise.all(
    tables.map(async (table) => {
      const counts = await selectListed(database, table)
        .select(({ fn }) => [
          fn.countAll<number>().filterWhere('status', '=', 1).as('active'),
          fn.countAll<number>().filterWhere('status', '<>', 1).as('inactive'),
        ])
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      return { table, ...counts };
    }),
  );
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
