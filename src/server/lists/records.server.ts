import type { Updateable } from 'kysely';
import { isPostgres } from '../database/dialect.server.ts';
import type { Database } from '../database/open.server.ts';
import type { Tables } from '../database/tables.server.ts';
import { anyList, listed, type RecordTable } from './listed-table.server.ts';

/** What a form may write of a row: not its times, nor whether it is deleted. */
export type WrittenColumns<Table extends RecordTable> = Omit<
  Updateable<Tables[Table]>,
  'id' | 'created_at' | 'updated_at' | 'deleted_at' | 'sort_order'
>;

/** What a write has to know of the row that it changes. */
interface Before {
  id: number;
  updated_at: string;
}

/** Adds a row; where staff arrange the rows it comes first, as the newest at place 0. Answers its id. */
export async function insertRecord<Table extends RecordTable>(
  transaction: Database,
  table: Table,
  columns: WrittenColumns<Table>,
): Promise<number> {
  const now = new Date().toISOString();
  const { id } = await anyList(transaction)
    .insertInto(listed(table))
    // `columns` is checked where it is called: here the table is a variable, as it is to `anyList`.
    .values({ status: 1, ...columns, created_at: now, updated_at: now } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Holds a row until the transaction ends. SQLite's transactions hold the whole file from their beginning. */
export async function holdRecord(transaction: Database, table: RecordTable, id: number): Promise<void> {
  if (!isPostgres(transaction)) return;
  await anyList(transaction).selectFrom(listed(table)).select('id').where('id', '=', id).forUpdate().execute();
}

/** Writes columns of a row that is held. */
export async function updateRecord<Table extends RecordTable>(
  transaction: Database,
  table: Table,
  row: Before,
  columns: WrittenColumns<Table>,
): Promise<void> {
  await anyList(transaction)
    .updateTable(listed(table))
    // As in `insertRecord`.
    .set({ ...columns, updated_at: momentAfter(row.updated_at) } as never)
    .where('id', '=', row.id)
    .execute();
}

/** Deletes a row that is held, or (null) brings it back. */
export async function setDeleted(
  transaction: Database,
  table: RecordTable,
  row: Before,
  deletedAt: string | null,
): Promise<void> {
  await anyList(transaction)
    .updateTable(listed(table))
    .set({ deleted_at: deletedAt, updated_at: momentAfter(row.updated_at) })
    .where('id', '=', row.id)
    .execute();
}

/** Two changes within one millisecond, or after a clock was set back, still have different times. */
export function momentAfter(last: string): string {
  return new Date(Math.max(Date.now(), new Date(last).getTime() + 1)).toISOString();
}
