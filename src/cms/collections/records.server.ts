import { lockName } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { anyList, listed, type RecordTable } from './listed-table.server.ts';

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
