import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { makeDatabaseFile, syncFolder, unfinishedStore } from '#server/data-folder.server.ts';
import { isPostgres } from '#server/database/dialect.server.ts';
import { migrate, migrateUpTo, standOf } from '#server/database/migrate.server.ts';
import { type Database, openDatabase } from '#server/database/open.server.ts';
import { Refused } from '../command.server.ts';
import { sequenceOf, snapshotIn } from './postgres-snapshot.server.ts';
import { differing, type Sums, sumsOf, type Table, Tally } from './snapshot.server.ts';
import { withSqliteSnapshot } from './sqlite-snapshot.server.ts';

export interface Place {
  dataDir: string;
  databaseUrl: string | null;
}

export interface Source {
  migrations: string[];
  tables: Table[];
  /** Rows as lines of JSON, by table, in the order of `tables`. */
  pieces: AsyncIterable<{ table: string; lines: string[] }>;
}

interface Ways {
  /** Before the transaction commits, with the sums of the inserted rows. */
  check: (sums: Sums) => void;
  /** The last step, after all migrations; `dataDir` holds the file if the database is SQLite. */
  finish: (transaction: Database, dataDir: string) => Promise<void>;
  onCompare: () => void;
}

/**
 * Fills an empty database, reads it again and compares. It is complete, or not there at all.
 * @throws {Refused} if the database is not empty
 */
export async function fillStore(place: Place, source: Source, ways: Ways): Promise<void> {
  await refuseTaken(place);
  return place.databaseUrl
    ? fillPostgres(place.dataDir, place.databaseUrl, source, ways)
    : fillSqlite(place, source, ways);
}

/** @throws {Refused} if root would create files in a folder of another user, whose server couldn't write them */
export function refuseForeignFolder(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (process.getuid?.() !== 0 || !owner) return;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((each) => each.split(':'))
    .find(([, , uid]) => Number(uid) === owner);
  const [name = String(owner)] = line ?? [];
  throw new Refused(
    `DATA_DIR ${dataDir} belongs to ${name}, who could not write what root makes there. Put \`runuser -u ${name} --\` before this command.`,
  );
}

/** @throws {Refused} if the database is not empty */
export async function refuseTaken({ dataDir, databaseUrl }: Place): Promise<void> {
  if (databaseUrl) {
    const database = openDatabase({ dataDir, databaseUrl }, () => undefined);
    await refuseTables(database, databaseUrl).finally(() => database.destroy());
  } else if (bytesIn(databaseFile(dataDir)) > 0) {
    throw new Refused(
      `${databaseFile(dataDir)} is there already. Move it away first, and leave DATA_DIR and what else is in it.`,
    );
  }
}

async function refuseTables(database: Database, url: string): Promise<void> {
  if ((await standOf(database)) === 'none') return;
  const withoutPassword = url.replace(/\/\/.*@/, '//').replace(/\?.*/s, '');
  throw new Refused(`The database ${withoutPassword} is not empty. Make a new one for this.`);
}

async function fillPostgres(dataDir: string, databaseUrl: string, source: Source, ways: Ways): Promise<void> {
  const database = openDatabase({ dataDir, databaseUrl }, () => undefined, null, 'unhurried');
  try {
    await database.transaction().execute(async (transaction) => {
      await takeDatabase(transaction, databaseUrl);
      const sums = await pour(transaction, source);
      ways.check(sums);
      ways.onCompare();
      refuseDifferent(sums, await sumsOf(await snapshotIn(transaction)));
      await migrate(transaction);
      await ways.finish(transaction, dataDir);
    });
    // Without statistics the first queries get bad plans.
    await sql`analyze`.execute(database);
  } finally {
    await database.destroy();
  }
}

const underWay = 'Another restore or move is filling this place right now. Wait until it has ended.';

async function takeDatabase(transaction: Database, url: string): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('fill_store')) as taken`.execute(transaction);
  if (!rows[0]?.taken) throw new Refused(underWay);
  await refuseTables(transaction, url);
}

async function fillSqlite({ dataDir }: Place, source: Source, ways: Ways): Promise<void> {
  const beside = path.join(dataDir, unfinishedStore);
  const leave = takeFolder(dataDir);
  try {
    rmSync(beside, { recursive: true, force: true });
    mkdirSync(beside, { mode: 0o700 });
    makeDatabaseFile(beside);
    const database = openDatabase({ dataDir: beside, databaseUrl: null }, () => undefined);
    try {
      const sums = await database.transaction().execute((transaction) => pour(transaction, source));
      ways.check(sums);
      ways.onCompare();
      const written = await withSqliteSnapshot(databaseFile(beside), {}, (snapshot) => sumsOf(snapshot));
      refuseDifferent(sums, written);
      await database.transaction().execute(async (transaction) => {
        await migrate(transaction);
        await ways.finish(transaction, beside);
      });
      await sql`pragma wal_checkpoint(truncate)`.execute(database);
    } finally {
      await database.destroy();
    }
    await refuseTaken({ dataDir, databaseUrl: null });
    renameSync(databaseFile(beside), databaseFile(dataDir));
  } finally {
    rmSync(beside, { recursive: true, force: true });
    leave();
  }
  syncFolder(dataDir);
}

/** Returns the unlock function. SQLite's file lock ends with the process, even after SIGKILL. */
function takeFolder(dataDir: string): () => void {
  const file = path.join(dataDir, `${unfinishedStore}.lock`);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    // If the file is gone, its last holder removed it between `open` and `lock`: this lock protects nothing.
    if (!existsSync(file)) throw new Error('gone');
  } catch {
    lock.close();
    throw new Refused(underWay);
  }
  return () => {
    rmSync(file);
    lock.close();
  };
}

function refuseDifferent(sums: Sums, written: Sums): void {
  const different = differing(sums, written);
  if (different.length === 0) return;
  throw new Error(
    `The database keeps these tables otherwise than they came: ${different.join(', ')}. Nothing was changed.`,
  );
}

async function pour(transaction: Database, { migrations, tables, pieces }: Source): Promise<Sums> {
  await migrateUpTo(transaction, migrations.at(-1) ?? '');
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(transaction);
  const own = await deferOwnReferences(transaction);
  const tallies = new Map(tables.map(({ name }) => [name, new Tally()]));
  for await (const { table, lines } of pieces) {
    const { columns } = tables.find(({ name }) => name === table) ?? {};
    if (!columns) throw new Error(`Rows of an unknown table: ${table}`);
    tallies.get(table)?.add(lines);
    for (const some of bounded(lines)) await insert(transaction, table, columns, some);
  }
  for (const { name, lastId } of tables) if (lastId !== null) await goOnFrom(transaction, name, lastId);
  await own.check();
  return Object.fromEntries([...tallies].map(([name, tally]) => [name, tally.sum()]));
}

function* bounded(lines: string[]): Generator<string[]> {
  let some: string[] = [];
  let letters = 0;
  for (const line of lines) {
    some.push(line);
    letters += line.length;
    if (letters < 4_000_000) continue;
    yield some;
    [some, letters] = [[], 0];
  }
  if (some.length > 0) yield some;
}

async function insert(transaction: Database, table: string, columns: string[], lines: string[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const rows = `[${lines.join(',')}]`;
  if (isPostgres(transaction)) {
    await sql`insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`.execute(transaction);
  } else {
    const values = sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`));
    await sql`insert into ${sql.table(table)} (${names}) select ${values} from json_each(${rows})`.execute(transaction);
  }
}

/** Continues the sequence after the highest id ever used. */
async function goOnFrom(transaction: Database, table: string, lastId: number): Promise<void> {
  if (isPostgres(transaction)) {
    const isCalled = sql.lit(lastId > 0);
    const last = sql.lit(Math.max(1, lastId));
    const sequence = await sequenceOf(transaction, table);
    await sql`select setval(${sequence}::regclass, ${last}, ${isCalled})`.execute(transaction);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(transaction);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(transaction);
}

/** Rows may refer to later rows of their own table: those constraints are checked at the end. */
async function deferOwnReferences(transaction: Database): Promise<{ check: () => Promise<void> }> {
  if (!isPostgres(transaction)) {
    await sql`pragma defer_foreign_keys = on`.execute(transaction);
    return { check: async () => undefined };
  }
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
  return {
    check: async () => {
      await sql`set constraints all immediate`.execute(transaction);
      await alter('not deferrable');
    },
  };
}

function databaseFile(folder: string): string {
  return path.join(folder, 'prangon.sqlite');
}

function bytesIn(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
