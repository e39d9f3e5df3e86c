import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type RawBuilder, sql } from 'kysely';
import { createRestoreDetection } from '#mail/sending-state.server.ts';
import { makeDatabaseFile, syncFolder, unfinishedStore } from '#platform/data-directory.server.ts';
import { migrate, migrateUpTo, migrationStatus } from '#platform/database/migrate.server.ts';
import { type Database, inDatabase, type StorePlace } from '#platform/database/open.server.ts';
import {
  type CommandCall,
  CommandError,
  type ExitOutcome,
  type Progress,
  UsageError,
  withStore,
} from './command.server.ts';
import {
  differingTables,
  rowsIn,
  type Snapshot,
  type Sums,
  snapshotIn,
  sumsOf,
  withSnapshot,
} from './snapshot.server.ts';

/** The last step, after all migrations; `dataDir` holds the file if the database is SQLite. */
type Finish = (transaction: Database, sums: Sums, dataDir: string) => Promise<void>;

/** Fills an empty database, reads it again and compares. It is complete, or not there at all. */
export async function fillStore(
  place: StorePlace,
  source: Snapshot,
  progress: Progress,
  finish: Finish,
): Promise<Sums> {
  let sums: Sums = {};
  const insert = async (transaction: Database) => {
    progress.begin('Rows', rowsIn(source));
    sums = await insertRows(transaction, source, progress, place.databaseUrl ? onPostgres : onSqlite);
    progress.begin('Reading the rows once more');
  };
  const compare = async (snapshot: Snapshot) => {
    const different = differingTables(sums, await sumsOf(snapshot));
    if (different.length > 0)
      throw new Error(
        `The database keeps these tables otherwise than they came: ${different.join(', ')}. Nothing was changed.`,
      );
  };
  const complete = async (transaction: Database, dataDir: string) => {
    await migrate(transaction);
    await finish(transaction, sums, dataDir);
  };
  if (place.databaseUrl) {
    await inDatabase(place, async (database) => {
      await database.transaction().execute(async (transaction) => {
        await lockDatabase(transaction, place);
        await insert(transaction);
        await compare(await snapshotIn(transaction));
        await complete(transaction, place.dataDir);
      });
      // Without statistics the first queries get bad plans.
      await sql`analyze`.execute(database);
    });
  } else {
    await inTemporaryFolder(place, async (dataDir) => {
      const temporary = { dataDir, databaseUrl: null };
      await inDatabase(temporary, async (database) => {
        await database.transaction().execute(insert);
        await withSnapshot(temporary, {}, compare);
        await database.transaction().execute((transaction) => complete(transaction, dataDir));
        await sql`pragma wal_checkpoint(truncate)`.execute(database);
      });
    });
  }
  return sums;
}

/** @throws {CommandError} if root would create files in a folder of another user, whose server couldn't write them */
export function assertOwnFolder(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (process.getuid?.() !== 0 || !owner) return;
  const users = readFileSync('/etc/passwd', 'utf8');
  const name = new RegExp(`^([^:]+):[^:]*:${owner}:`, 'm').exec(users)?.[1] ?? owner;
  throw new CommandError(
    `DATA_DIR ${dataDir} belongs to ${name}, who could not write what root makes there. Put \`runuser -u ${name} --\` before this command.`,
  );
}

/** @throws {CommandError} if the database is not empty */
export async function assertEmpty(place: StorePlace): Promise<void> {
  if (place.databaseUrl) return inDatabase(place, (database) => assertNoTables(database, place));
  const file = databaseFile(place.dataDir);
  if (statSync(file, { throwIfNoEntry: false })?.size)
    throw new CommandError(`${file} is there already. Move it away first: docs/backup.md tells how.`);
}

async function assertNoTables(database: Database, { databaseUrl }: StorePlace): Promise<void> {
  if ((await migrationStatus(database)) === 'none') return;
  const withoutPassword = databaseUrl?.replace(/\/\/.*@/, '//').replace(/\?.*/s, '');
  throw new CommandError(`The database ${withoutPassword} is not empty. Make a new one for this.`);
}

const underWay = 'Another restore or move is filling this place right now. Wait until it has ended.';

async function lockDatabase(transaction: Database, place: StorePlace): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('fill_store')) as taken`.execute(transaction);
  if (!rows[0]?.taken) throw new CommandError(underWay);
  await assertNoTables(transaction, place);
}

async function inTemporaryFolder(place: StorePlace, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = path.join(place.dataDir, unfinishedStore);
  const unlock = acquireLock(`${folder}.lock`, underWay);
  try {
    // Another one may have ended after `place` was looked at.
    await assertEmpty(place);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    makeDatabaseFile(folder);
    await work(folder);
    await assertEmpty(place);
    renameSync(databaseFile(folder), databaseFile(place.dataDir));
  } finally {
    rmSync(folder, { recursive: true, force: true });
    unlock();
  }
  syncFolder(place.dataDir);
}

const notADatabase = 26;

/**
 * Returns the unlock function, which removes the file. SQLite's file lock ends with the process, even after SIGKILL. Of a
 * file that is no database it only finds out that nobody has the lock.
 * @throws {CommandError} with `whenLocked`
 */
export function acquireLock(file: string, whenLocked: string): () => void {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
    // If the file is gone, its last holder removed it between `open` and `lock`: this lock protects nothing.
    if (!existsSync(file)) throw new Error('gone');
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== notADatabase) {
      lock.close();
      throw new CommandError(whenLocked);
    }
  }
  return () => {
    rmSync(file, { force: true });
    lock.close();
  };
}

function databaseFile(folder: string): string {
  return path.join(folder, 'prangon.sqlite');
}

async function insertRows(
  transaction: Database,
  source: Snapshot,
  progress: Progress,
  { select, setLastId, setOwnReferences }: typeof onPostgres,
): Promise<Sums> {
  await migrateUpTo(transaction, source.migrations.at(-1) ?? '');
  for (const { name } of source.tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(transaction);
  // Rows may refer to later rows of their own table: those constraints are checked at the end.
  await setOwnReferences(transaction, 'deferrable initially deferred');
  const columnsOf = new Map(source.tables.map(({ name, columns }) => [name, columns]));
  const sums = await sumsOf(source, async ({ table, lines }) => {
    const columns = columnsOf.get(table) ?? [];
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const selected = select(sql.table(table), columns, `[${lines.join(',')}]`);
    await sql`insert into ${sql.table(table)} (${names}) ${selected}`.execute(transaction);
    progress.add(lines.length);
  });
  for (const { name, lastId } of source.tables) if (lastId !== null) await setLastId(transaction, name, lastId);
  await setOwnReferences(transaction, 'not deferrable');
  return sums;
}

const onPostgres = {
  select: (table: RawBuilder<unknown>, columns: string[], rows: string) => {
    const values = sql.join(columns.map((column) => sql.ref(column)));
    return sql`select ${values} from json_populate_recordset(null::${table}, ${rows}::json)`;
  },
  setLastId: async (transaction: Database, table: string, lastId: number) => {
    await sql`
      select setval(objid::regclass, greatest(1, ${lastId}::int), ${lastId}::int > 0)
      from pg_depend join pg_class on pg_class.oid = objid
      where refobjid = ${table}::regclass and deptype = 'a' and relkind = 'S'`.execute(transaction);
  },
  setOwnReferences: async (transaction: Database, how: 'deferrable initially deferred' | 'not deferrable') => {
    await sql`set constraints all immediate`.execute(transaction);
    await sql`
      do $$ declare own record; begin
        for own in select conrelid::regclass as name, conname from pg_constraint
          where contype = 'f' and conrelid = confrelid and connamespace = current_schema()::regnamespace
        loop
          execute format('alter table %s alter constraint %I ${sql.raw(how)}', own.name, own.conname);
        end loop;
      end $$`.execute(transaction);
  },
};

const onSqlite: typeof onPostgres = {
  select: (_, columns, rows) => {
    const values = sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`));
    return sql`select ${values} from json_each(${rows})`;
  },
  setLastId: async (transaction, table, lastId) => {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(transaction);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(transaction);
  },
  setOwnReferences: async (transaction) => {
    await sql`pragma defer_foreign_keys = on`.execute(transaction);
  },
};

/** Copies the store to the other database. The old database and the stored files stay unchanged. */
export async function move({ env, options, progress }: CommandCall): Promise<ExitOutcome> {
  const databaseUrl = urlOf(options.to);
  // Close the connections first, or `alone` would take them for a running server.
  const from = await withStore(env, async ({ settings }) => settings);
  assertOwnFolder(from.dataDir);
  const to = { dataDir: from.dataDir, databaseUrl };
  const { rows, tables } = await withSnapshot(from, { alone: true }, async (snapshot) => {
    await assertEmpty(to);
    const sums = await fillStore(to, snapshot, progress, (transaction, _, dataDir) =>
      createRestoreDetection(transaction, dataDir).markMoved(transaction),
    );
    return { rows: rowsIn(snapshot), tables: sums };
  });
  const next = databaseUrl
    ? 'Set DATABASE_URL to it and start the server. The old file stays: move it away when all is well.'
    : 'Start the server without DATABASE_URL. The old database stays: drop it when all is well.';
  const text = `Moved: ${rows} rows of ${Object.keys(tables).length} tables, read once more and the same.\n${next}`;
  return { facts: { rows, tables }, text };
}

function urlOf(to: unknown): string | null {
  if (to === 'sqlite') return null;
  if (typeof to === 'string' && /^postgres(ql)?:\/\/./.test(to)) return to;
  throw new UsageError('Say where: --to postgres://user:password@host/database, or --to sqlite.');
}
