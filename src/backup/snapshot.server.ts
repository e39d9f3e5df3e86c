import { createHash } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { type Database, inDatabase, type StorePlace } from '#platform/database/open.server.ts';
import { serverName } from '#platform/database/postgres.server.ts';
import { CommandError } from './command.server.ts';

/**
 * A store in a form that both databases share: rows in key order, as JSON lines with sorted columns. The same content
 * gives the same bytes, so that hashes can be compared. Search indexes are left out: triggers build them on insert.
 */
export interface Snapshot {
  migrations: string[];
  /** Sorted so that each refers only to those before it, and to itself. */
  tables: Table[];
  /** Of all tables, or of these. */
  pieces: (of?: Table[]) => AsyncIterable<Piece>;
}

export interface Table {
  name: string;
  columns: string[];
  rows: number;
  /** The highest id ever used, also by deleted rows; null for tables without a sequence. */
  lastId: number | null;
}

export interface Piece {
  table: string;
  lines: string[];
}

/** Approximate length of a piece, in characters; it bounds memory on both sides. */
const pieceSize = 4_000_000;

export type Sums = Record<string, { rows: number; sha256: string }>;

/**
 * Reads a store as of one moment. With `alone` nobody else writes until this ends.
 * @throws {CommandError} with `alone`, if a server uses the store
 */
export async function withSnapshot<Answer>(
  place: StorePlace,
  { alone = false }: { alone?: boolean },
  work: (snapshot: Snapshot) => Promise<Answer>,
): Promise<Answer> {
  if (!place.databaseUrl) {
    const file = new DatabaseSync(path.join(place.dataDir, 'prangon.sqlite'), { timeout: 2_000 });
    try {
      if (alone) lockFile(file);
      else file.exec('begin');
      return await work(await snapshotOf(readerOf(file), tablesOfSqlite));
    } finally {
      file.close();
    }
  }
  return inDatabase(place, (database) =>
    database
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        if (alone) await lockTables(database, transaction);
        return work(await snapshotIn(transaction));
      }),
  );
}

/** Of PostgreSQL, as the transaction sees it. */
export function snapshotIn(transaction: Database): Promise<Snapshot> {
  return snapshotOf(
    {
      all: async <Row>(query: string) => (await sql.raw<Row>(query).execute(transaction)).rows,
      each: async function* (query) {
        await sql.raw(`declare carried no scroll cursor for ${query}`).execute(transaction);
        for (;;) {
          const { rows } = await sql<object>`fetch 200 from carried`.execute(transaction);
          if (rows.length === 0) break;
          yield* rows;
        }
        await sql`close carried`.execute(transaction);
      },
    },
    tablesOfPostgres,
  );
}

interface Reader {
  all: <Row>(query: string) => Promise<Row[]>;
  each: (query: string) => AsyncIterable<object> | Iterable<object>;
}

function readerOf(file: DatabaseSync): Reader {
  return {
    all: async <Row>(query: string) => file.prepare(query).all() as Row[],
    each: (query) => file.prepare(query).iterate(),
  };
}

const running = 'The server is running on this store. Stop it first: what is written meanwhile would be lost.';

function lockFile(file: DatabaseSync): void {
  try {
    file.exec('pragma locking_mode = exclusive; begin immediate');
  } catch (error) {
    throw (error as { errcode?: number }).errcode === 5 ? new CommandError(running) : error;
  }
}

async function lockTables(database: Database, transaction: Database): Promise<void> {
  const served = sql`
    select pid from pg_stat_activity where datname = current_database() and application_name = ${serverName}`;
  // PostgreSQL lists a closed connection for a moment.
  for (let tries = 0; (await served.execute(database)).rows.length > 0; tries++) {
    if (tries === 20) throw new CommandError(running);
    await sleep(100);
  }
  const { tables } = await snapshotIn(database);
  // Lock before the transaction's first query, where its snapshot begins.
  await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in share mode`.execute(transaction);
}

interface TableRow {
  name: string;
  /** JSON. */
  columns: string;
  key: string;
  /** JSON. */
  refers_to: string;
  last_id: number | null;
}

const tablesOfSqlite = `
  select t.name,
    (select json_group_array(name order by name) from pragma_table_xinfo(t.name) where hidden = 0) as columns,
    (select group_concat('"' || name || '"', ', ' order by pk) from pragma_table_info(t.name) where pk > 0) as key,
    (select json_group_array(distinct "table") from pragma_foreign_key_list(t.name)) as refers_to,
    case when m.sql like '% autoincrement%'
      then coalesce((select seq from sqlite_sequence s where s.name = t.name), 0) end as last_id
  from pragma_table_list t join sqlite_master m on m.type = 'table' and m.name = t.name
  where t.schema = 'main' and t.type = 'table' and t.name not glob 'sqlite_*' and t.name not glob 'kysely_*'
  order by t.name`;

/** `collate "C"\` sorts texts by bytes, as SQLite does. */
const tablesOfPostgres = `
  select c.relname::text as name,
    (select json_agg(attname order by attname collate "C")::text from pg_attribute
     where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    (select string_agg(quote_ident(attname) || case when atttypid = 'text'::regtype then ' collate "C"' else '' end,
       ', ' order by array_position(indkey::int[], attnum::int))
     from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
     where indrelid = c.oid and indisprimary) as key,
    (select coalesce(json_agg(distinct other.relname), '[]')::text from pg_constraint f
     join pg_class other on other.oid = f.confrelid where f.conrelid = c.oid and f.contype = 'f') as refers_to,
    (select coalesce(pg_sequence_last_value(s.oid), 0) from pg_depend join pg_class s on s.oid = objid
     where refobjid = c.oid and deptype = 'a' and s.relkind = 'S') as last_id
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname not like 'kysely\\_%'
  order by c.relname collate "C"`;

async function snapshotOf(reader: Reader, query: string): Promise<Snapshot> {
  const found = await reader.all<TableRow>(query);
  const keys = new Map<string, string>();
  const tables: Table[] = [];
  const addTable = async ({ name, columns, key, refers_to, last_id }: TableRow) => {
    if (keys.has(name)) return;
    keys.set(name, key);
    const references: string[] = JSON.parse(refers_to);
    for (const other of found.filter((row) => references.includes(row.name))) await addTable(other);
    const [counted] = await reader.all<{ rows: number }>(`select count(*) as rows from "${name}"`);
    tables.push({ name, columns: JSON.parse(columns), rows: counted?.rows ?? 0, lastId: last_id });
  };
  for (const row of found) await addTable(row);
  const recorded = await reader.all<{ name: string }>('select name from kysely_migration order by name');
  return {
    migrations: recorded.map(({ name }) => name),
    tables,
    pieces: async function* (of = tables) {
      for (const { name, columns } of of) {
        const selected = columns.map((column) => `"${column}"`).join(', ');
        let [lines, letters]: [string[], number] = [[], 0];
        for await (const row of reader.each(`select ${selected} from "${name}" order by ${keys.get(name)}`)) {
          const line = JSON.stringify(row);
          lines.push(line);
          letters += line.length;
          if (letters < pieceSize && !isCut(line, letters)) continue;
          yield { table: name, lines };
          [lines, letters] = [[], 0];
        }
        if (lines.length > 0) yield { table: name, lines };
      }
    },
  };
}

/**
 * The content decides where a piece ends, so that a changed or added row changes the pieces around it alone, and
 * hourly backups store the others once.
 */
function isCut(line: string, letters: number): boolean {
  return letters > pieceSize / 16 && crc32(line) % 256 === 0;
}

/** Reads all pieces; awaits `onPiece` for each. */
export async function sumsOf(
  { tables, pieces }: Omit<Snapshot, 'migrations'>,
  onPiece: (piece: Piece) => Promise<void> = async () => undefined,
): Promise<Sums> {
  const tallies = new Map(tables.map(({ name }) => [name, { rows: 0, hash: createHash('sha256') }]));
  for await (const piece of pieces()) {
    const tally = tallies.get(piece.table);
    if (!tally) throw new Error(`Rows of an unknown table: ${piece.table}`);
    tally.rows += piece.lines.length;
    tally.hash.update(`${piece.lines.join('\n')}\n`);
    await onPiece(piece);
  }
  return Object.fromEntries([...tallies].map(([name, { rows, hash }]) => [name, { rows, sha256: hash.digest('hex') }]));
}

export function differingTables(one: Sums, other: Sums): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter(
    (name) => one[name]?.sha256 !== other[name]?.sha256 || one[name]?.rows !== other[name]?.rows,
  );
}

export function rowsIn({ tables }: { tables: Table[] }): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
