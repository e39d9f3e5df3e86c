import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { makeDatabaseFile, syncFolder, unfinishedStore } from '#platform/data-folder.server.ts';
import { migrate, migrateUpTo, migrationStatus } from '#platform/database/migrate.server.ts';
import { type Database, openDatabase } from '#platform/database/open.server.ts';
import { CommandError } from '../command.server.ts';
import { sequenceOf, snapshotIn } from './postgres-snapshot.server.ts';
import { differingTables, RowTally, type Sums, sumsOf, type Table } from './snapshot.server.ts';
import { withSqliteSnapshot } from './sqlite-snapshot.server.ts';

export interface TargetTable {
  dataDir: string;
  databaseUrl: string | null;
}

export interface Source {
  migrations: string[];
  tables: Table[];
  /** Rows as lines of JSON, by table, in the order of `tables`. */
  pieces: AsyncIterable<{ table: string; lines: string[] }>;
}

interface FillHooks {
  /** Before the transaction commits, with the sums of the inserted rows. */
  check: (sums: Sums) => void;
  /** The last step, after all migrations; `dataDir` holds the file if the database is SQLite. */
  finish: (transaction: Database, dataDir: string) => Promise<void>;
  onCompare: () => void;
}

/**
 * Fills an empty database, reads it again and compares. It is complete, or not there at all.
 * @throws {CommandError} if the database is not empty
 */
export async function fillStore(place: TargetTable, source: Source, hooks: FillHooks): Promise<void> {
  await assertEmpty(place);
  return place.databaseUrl
    ? fillPostgres(place.dataDir, place.databaseUrl, source, hooks)
    : fillSqlite(place, source, hooks);
}

/** @throws {CommandError} if root would create files in a folder of another user, whose server couldn't write them */
export function assertOwnFolder(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (process.getuid?.() !== 0 || !owner) return;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((each) => each.split(':'))
    .find(([, , uid]) => Number(uid) === owner);
  const [name = String(owner)] = line ?? [];
  throw new CommandError(
    `DATA_DIR ${dataDir} belongs to ${name}, who could not write what root makes there. Put \`runuser -u ${name} --\` before this command.`,
  );
}

/** @throws {CommandError} if the database is not empty */
export async function assertEmpty({ dataDir, databaseUrl }: TargetTable): Promise<void> {
  if (databaseUrl) {
    const database = openDatabase({ dataDir, databaseUrl }, () => undefined);
    await assertNoTables(database, databaseUrl).finally(() => database.destroy());
  } else if (bytesIn(databaseFile(dataDir)) > 0) {
    throw new CommandError(
      `${databaseFile(dataDir)} is there already. Move it away first, and leave DATA_DIR and what else is in it.`,
    );
  }
}

async function assertNoTables(database: Database, url: string): Promise<void> {
  if ((await migrationStatus(database)) === 'none') return;
  const withoutPassword = url.replace(/\/\/.*@/, '//').replace(/\?.*/s, '');
  throw new CommandError(`The database ${withoutPassword} is not empty. Make a new one for this.`);
}

async function fillPostgres(dataDir: string, databaseUrl: string, source: Source, hooks: FillHooks): Promise<void> {
  const database = openDatabase({ dataDir, databaseUrl }, () => undefined, null, 'unlimited');
  try {
    await database.transaction().execute(async (transaction) => {
      await lockDatabase(transaction, databaseUrl);
      const sums = await insertRows(transaction, source, onPostgres);
      hooks.check(sums);
      hooks.onCompare();
      assertSame(sums, await sumsOf(await snapshotIn(transaction)));
      await migrate(transaction);
      await hooks.finish(transaction, dataDir);
    });
    // Without statistics the first queries get bad plans.
    await sql`analyze`.execute(database);
  } finally {
    await database.destroy();
  }
}

const underWay = 'Another restore or move is filling this place right now. Wait until it has ended.';

async function lockDatabase(transaction: Database, url: string): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('fill_store')) as taken`.execute(transaction);
  if (!rows[0]?.taken) throw new CommandError(underWay);
  await assertNoTables(transaction, url);
}

async function fillSqlite({ dataDir }: TargetTable, source: Source, hooks: FillHooks): Promise<void> {
  const temporaryFolder = path.join(dataDir, unfinishedStore);
  const unlock = lockFolder(dataDir);
  try {
    rmSync(temporaryFolder, { recursive: true, force: true });
    mkdirSync(temporaryFolder, { mode: 0o700 });
    makeDatabaseFile(temporaryFolder);
    const database = openDatabase({ dataDir: temporaryFolder, databaseUrl: null }, () => undefined);
    try {
      const sums = await database.transaction().execute((transaction) => insertRows(transaction, source, onSqlite));
      hooks.check(sums);
      hooks.onCompare();
      const written = await withSqliteSnapshot(databaseFile(temporaryFolder), {}, (snapshot) => sumsOf(snapshot));
      assertSame(sums, written);
      await database.transaction().execute(async (transaction) => {
        await migrate(transaction);
        await hooks.finish(transaction, temporaryFolder);
      });
      await sql`pragma wal_checkpoint(truncate)`.execute(database);
    } finally {
      await database.destroy();
    }
    await assertEmpty({ dataDir, databaseUrl: null });
    renameSync(databaseFile(temporaryFolder), databaseFile(dataDir));
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true });
    unlock();
  }
  syncFolder(dataDir);
}

/** Returns the unlock function. SQLite's file lock ends with the process, even after SIGKILL. */
function lockFolder(dataDir: string): () => void {
  const file = path.join(dataDir, `${unfinishedStore}.lock`);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    // If the file is gone, its last holder removed it between `open` and `lock`: this lock protects nothing.
    if (!existsSync(file)) throw new Error('gone');
  } catch {
    lock.close();
    throw new CommandError(underWay);
  }
  return () => {
    rmSync(file);
    lock.close();
  };
}

function assertSame(sums: Sums, actual: Sums): void {
  const different = differingTables(sums, actual);
  if (different.length === 0) return;
  throw new Error(
    `The database keeps these tables otherwise than they came: ${different.join(', ')}. Nothing was changed.`,
  );
}

async function insertRows(
  transaction: Database,
  { migrations, tables, pieces }: Source,
  { insert, continueSequence, deferOwnReferences }: typeof onPostgres,
): Promise<Sums> {
  await migrateUpTo(transaction, migrations.at(-1) ?? '');
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(transaction);
  const checkReferences = await deferOwnReferences(transaction);
  const tallies = new Map(tables.map(({ name }) => [name, new RowTally()]));
  for await (const { table, lines } of pieces) {
    const { columns } = tables.find(({ name }) => name === table) ?? {};
    if (!columns) throw new Error(`Rows of an unknown table: ${table}`);
    tallies.get(table)?.add(lines);
    for (const some of inBatches(lines)) await insert(transaction, table, columns, some);
  }
  for (const { name, lastId } of tables) if (lastId !== null) await continueSequence(transaction, name, lastId);
  await checkReferences();
  return Object.fromEntries([...tallies].map(([name, tally]) => [name, tally.sum()]));
}

function* inBatches(lines: string[]): Generator<string[]> {
  let batch: string[] = [];
  let letters = 0;
  for (const line of lines) {
    batch.push(line);
    letters += line.length;
    if (letters < 4_000_000) continue;
    yield batch;
    [batch, letters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

const onPostgres = {
  insert: (transaction: Database, table: string, columns: string[], lines: string[]): Promise<unknown> => {
    const names = sql.join(columns.map((column) => sql.ref(column)));
    return sql`insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${`[${lines.join(',')}]`}::json)`.execute(
      transaction,
    );
  },
  /** Continues the sequence after the highest id ever used. */
  continueSequence: async (transaction: Database, table: string, lastId: number) => {
    const isCalled = sql.lit(lastId > 0);
    const last = sql.lit(Math.max(1, lastId));
    const sequence = await sequenceOf(transaction, table);
    await sql`select setval(${sequence}::regclass, ${last}, ${isCalled})`.execute(transaction);
  },
  /** Rows may refer to later rows of their own table: the function that it returns checks them at the end. */
  deferOwnReferences: async (transaction: Database) => {
    const { rows } = await sql<{ table: string; name: string }>`
      select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
      where contype = 'f' and conrelid = confrelid and connamespace = current_schema()::regnamespace`.execute(
      transaction,
    );
    const alter = async (how: string) => {
      for (const { table, name } of rows)
        await sql.raw(`alter table ${table} alter constraint ${name} ${how}`).execute(transaction);
    };
    await alter('deferrable initially deferred');
    return async () => {
      await sql`set constraints all immediate`.execute(transaction);
      await alter('not deferrable');
    };
  },
};

const onSqlite: typeof onPostgres = {
  insert: (transaction, table, columns, lines) => {
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const values = sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`));
    return sql`insert into ${sql.table(table)} (${names})
      select ${values} from json_each(${`[${lines.join(',')}]`})`.execute(transaction);
  },
  continueSequence: async (transaction, table, lastId) => {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(transaction);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(transaction);
  },
  deferOwnReferences: async (transaction) => {
    await sql`pragma defer_foreign_keys = on`.execute(transaction);
    return async () => undefined;
  },
};

function databaseFile(folder: string): string {
  return path.join(folder, 'prangon.sqlite');
}

function bytesIn(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
