import { DatabaseSync } from 'node:sqlite';
import { CommandError } from '../command.server.ts';
import {
  batchSize,
  exportedTables,
  findTable,
  type KeyedTable,
  type Snapshot,
  type SnapshotRow,
  sortByReferences,
  type Table,
} from './snapshot.server.ts';

/**
 * Reads SQLite in one transaction. With `alone` no other process may have the file open until this ends.
 * @throws {CommandError} with `alone`, if another process has it open
 */
export async function withSqliteSnapshot<Answer>(
  file: string,
  { alone = false }: { alone?: boolean },
  work: (snapshot: Snapshot) => Promise<Answer>,
): Promise<Answer> {
  const database = new DatabaseSync(file, { timeout: 2_000 });
  try {
    if (alone) lockExclusively(database);
    else database.exec('begin');
    const tables = readTables(database);
    return await work({
      migrations: migrationsIn(database),
      tables,
      rows: (table) => rowsOf(database, tables, table),
    });
  } finally {
    if (database.isTransaction) database.exec('rollback');
    database.close();
  }
}

function lockExclusively(database: DatabaseSync): void {
  try {
    database.exec('pragma locking_mode = exclusive; begin immediate');
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== 5) throw error;
    throw new CommandError(
      'The server is running on this store. Stop it first: what is written meanwhile would be lost.',
    );
  }
}

function migrationsIn(database: DatabaseSync): string[] {
  const rows = database.prepare('select name from kysely_migration order by name').all();
  return rows.map(({ name }) => String(name));
}

function readTables(database: DatabaseSync): KeyedTable[] {
  const tableRows = database
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table' and substr(name, 1, 7) <> 'sqlite_'`,
    )
    .all();
  return sortByReferences(
    exportedTables(tableRows.map(({ name }) => String(name))).map((name) => readTable(database, name)),
  );
}

function readTable(database: DatabaseSync, name: string): KeyedTable {
  const columns = database.prepare('select name, pk from pragma_table_xinfo(?) where hidden = 0').all(name);
  const inKey = columns.filter(({ pk }) => Number(pk) > 0).sort((one, other) => Number(one.pk) - Number(other.pk));
  const others = database.prepare('select distinct "table" as name from pragma_foreign_key_list(?)').all(name);
  const last = database.prepare('select seq from sqlite_sequence where name = ?').get(name);
  const isNumbered = isAutoincrement(database, name);
  return {
    name,
    columns: columns.map((column) => String(column.name)).sort(),
    order: inKey.map((column) => `"${column.name}"`).join(', '),
    rows: Number(database.prepare(`select count(*) as rows from "${name}"`).get()?.rows),
    refersTo: others.map((other) => String(other.name)),
    lastId: isNumbered ? Number(last?.seq ?? 0) : null,
  };
}

function isAutoincrement(database: DatabaseSync, name: string): boolean {
  const row = database.prepare(`select sql from sqlite_master where type = 'table' and name = ?`).get(name);
  return / autoincrement/i.test(String(row?.sql));
}

async function* rowsOf(database: DatabaseSync, tables: KeyedTable[], { name }: Table): AsyncGenerator<SnapshotRow[]> {
  const { columns, order } = findTable(tables, name);
  const selected = columns.map((column) => `"${column}"`).join(', ');
  const rows = database.prepare(`select ${selected} from "${name}" order by ${order}`).iterate();
  let batch: SnapshotRow[] = [];
  for (const row of rows) {
    batch.push(row as SnapshotRow);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
