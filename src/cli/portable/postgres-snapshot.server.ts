import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { recordedMigrations } from '#platform/database/migrate.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { serverName } from '#platform/database/postgres.server.ts';
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
 * Reads PostgreSQL in a repeatable-read transaction. With `alone` no server may be connected, and the tables are locked
 * against writes until this ends.
 * @throws {CommandError} with `alone`, if a server is connected
 */
export async function withPostgresSnapshot<Answer>(
  database: Database,
  { alone = false }: { alone?: boolean },
  work: (snapshot: Snapshot) => Promise<Answer>,
): Promise<Answer> {
  const beginning = database.transaction().setIsolationLevel('repeatable read');
  return beginning.execute(async (transaction) => {
    if (alone) await lockExclusively(database, transaction);
    return work(await snapshotIn(transaction));
  });
}

export async function snapshotIn(transaction: Database): Promise<Snapshot> {
  const tables = sortByReferences(await readTables(transaction));
  return {
    migrations: await recordedMigrations(transaction),
    tables,
    rows: (table) => rowsOf(transaction, tables, table),
  };
}

async function lockExclusively(database: Database, transaction: Database): Promise<void> {
  // PostgreSQL lists a closed connection for a moment.
  for (let tries = 0; await isServed(database); tries++) {
    if (tries === 20)
      throw new CommandError(
        'A server is running on this store. Stop it first: what is written meanwhile would be lost.',
      );
    await sleep(100);
  }
  const names = (await readTables(database)).map(({ name }) => sql.table(name));
  // Lock before the transaction's first query, where its snapshot begins.
  await sql`lock table ${sql.join(names)} in share mode`.execute(transaction);
}

async function isServed(database: Database): Promise<boolean> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = ${serverName}`.execute(database);
  return rows.length > 0;
}

interface TableInfo {
  name: string;
  columns: string[];
  texts: string[] | null;
  key: string[] | null;
  refers_to: string[] | null;
  sequence: string | null;
}

async function readRows(database: Database): Promise<TableInfo[]> {
  const { rows } = await sql<TableInfo>`
    select c.relname::text as name,
      (select array_agg(a.attname::text order by a.attname::text collate "C") from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(a.attname::text) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and a.atttypid = 'text'::regtype) as texts,
      (select array_agg(a.attname::text order by array_position(i.indkey::int[], a.attnum::int))
       from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indrelid = c.oid and i.indisprimary) as key,
      (select array_agg(distinct other.relname::text) from pg_constraint f join pg_class other on other.oid = f.confrelid
       where f.conrelid = c.oid and f.contype = 'f') as refers_to,
      (select pg_get_serial_sequence(quote_ident(c.relname), a.attname) from pg_attribute a
       where a.attrelid = c.oid and a.atthasdef and not a.attisdropped
       and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null) as sequence
    from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`.execute(database);
  return rows;
}

async function readTables(database: Database): Promise<KeyedTable[]> {
  const rows = await readRows(database);
  const names = exportedTables(rows.map(({ name }) => name));
  const tables: KeyedTable[] = [];
  for (const name of names) {
    const row = rows.find((each) => each.name === name);
    if (!row) continue;
    const { columns, texts, key, refers_to, sequence } = row;
    // `collate "C"` sorts texts by bytes, as SQLite does.
    const order = key?.map((column) => `"${column}"${texts?.includes(column) ? ' collate "C"' : ''}`).join(', ') ?? '';
    const lastId = await lastOf(database, sequence);
    tables.push({ name, columns, order, refersTo: refers_to ?? [], lastId, rows: await countOf(database, name) });
  }
  return tables;
}

async function lastOf(database: Database, sequence: string | null): Promise<number | null> {
  if (sequence === null) return null;
  const { rows } = await sql<{ last: number }>`
    select case when is_called then last_value else 0 end as last from ${sql.raw(sequence)}`.execute(database);
  return rows[0]?.last ?? 0;
}

export async function sequenceOf(database: Database, table: string): Promise<string | null> {
  return (await readRows(database)).find(({ name }) => name === table)?.sequence ?? null;
}

async function countOf(database: Database, name: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(database);
  return rows[0]?.rows ?? 0;
}

async function* rowsOf(transaction: Database, tables: KeyedTable[], { name }: Table): AsyncGenerator<SnapshotRow[]> {
  const { columns, order } = findTable(tables, name);
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  await sql`declare carried no scroll cursor for
    select ${selected} from ${sql.table(name)} order by ${sql.raw(order)}`.execute(transaction);
  for (;;) {
    const { rows } = await sql<SnapshotRow>`fetch ${sql.lit(batchSize)} from carried`.execute(transaction);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) break;
  }
  await sql`close carried`.execute(transaction);
}
