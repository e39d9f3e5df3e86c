import path from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { isPostgres } from './is-postgres.server.ts';
import type { Database } from './open.server.ts';

/** A permanent error: retrying doesn't help. The message tells the operator the reason and what to do. */
export class StoreError extends Error {}

export const newerVersion =
  'This store was made by a newer Prangon. Start that one, or restore a backup of this version into an empty place.';

export const otherBuild = [
  'The steps by which this store was made are not those of this version: another build of Prangon made it.',
  'Start the program that made it, or restore the backup from before the update into an empty place.',
].join(' ');

/**
 * Migrates to the latest version. Of several instances one migrates while the others wait.
 * @throws {StoreError} after a downgrade, for a store of another build, or if a migration fails (rolled back)
 * @throws the database error, if it is transient
 */
export async function migrate(database: Database): Promise<void> {
  const status = await migrationStatus(database);
  if (status === 'newer') throw new StoreError(newerVersion);
  if (status === 'other') throw new StoreError(otherBuild);
  if (status === 'current') return;
  const step: Step = { name: null };
  try {
    if (database.isTransaction) await runMigrations(database, step);
    else await database.transaction().execute((transaction) => runMigrations(transaction, step));
  } catch (error) {
    if (error instanceof StoreError || isTransient(error, step)) throw error;
    throw new StoreError(inWords(error, step, status));
  }
}

export async function migrateUpTo(transaction: Database, last: string): Promise<void> {
  await migrateTo(transaction, { name: null }, last);
}

interface Step {
  name: string | null;
  error?: unknown;
}

/** One transaction, including the upgrade from 0.1: after a failure the previous version still works. */
async function runMigrations(transaction: Database, step: Step): Promise<void> {
  await lockMigrations(transaction);
  await adoptV01(transaction);
  await migrateTo(transaction, step);
}

/** Kysely's own lock number, which earlier versions take too. SQLite has one writer anyway. */
async function lockMigrations(transaction: Database): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`set local lock_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(transaction);
  await sql`set local lock_timeout to default`.execute(transaction);
}

async function migrateTo(transaction: Database, step: Step, last?: string): Promise<void> {
  const watched = Object.entries(migrations()).map(([name, { up }]) => [name, { up: watch(name, up) }] as const);
  const provider = { getMigrations: async () => Object.fromEntries(watched) };
  const migrator = new Migrator({ db: transaction, provider });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  // After a failure PostgreSQL rejects further statements, and Kysely reports that error instead of the first.
  if (step.name !== null) throw step.error;
  if (error) throw error;

  function watch(name: string, up: Migration['up']): Migration['up'] {
    return async (db) => {
      try {
        await up(db);
      } catch (error) {
        Object.assign(step, { name, error });
        throw error;
      }
    };
  }
}

interface DatabaseFault extends Error {
  errcode?: number;
  /** SQLSTATE of PostgreSQL, or Node's code of a lost connection. */
  code?: string;
  severity?: string;
}

/** Transient: a lost connection, too many connections, a deadlock, a locked file. */
function isTransient(error: unknown, { name }: Step): boolean {
  const { errcode, code = '', severity, message } = error as DatabaseFault;
  if (errcode !== undefined) return [5, 6].includes(errcode & 0xff);
  if (severity !== undefined) return /^(08|40|57P|53300)/.test(code);
  if (message.startsWith('corrupted migrations')) return false;
  return name === null || /^E[A-Z]+$/.test(code) || /terminated|timeout/i.test(message);
}

function inWords(error: unknown, { name }: Step, status: MigrationStatus): string {
  const { message } = error as Error;
  const before = status === 'none' ? '' : ' The version before still opens it.';
  return [
    `The store can't be brought up to date: ${name ? `${name}: ` : ''}${message}. Nothing was changed.${before}`,
    whatToDo(error as DatabaseFault),
  ].join('\n');
}

function whatToDo({ errcode = 0, code = '', message }: DatabaseFault): string {
  const ofSqlite = errcode & 0xff;
  if ([10, 13].includes(ofSqlite) || code === '53100')
    return 'Make room on the disk of the database, or mend it, then start again.';
  if (['55P03', '57014'].includes(code))
    return 'Another program holds its tables. End what uses this database, instances of the version before too, then start again.';
  if (ofSqlite === 8 || code === '42501')
    return 'Give the database, with all its tables or its file, to the user of the server, then start again.';
  if (/already exists|duplicate column/.test(message))
    return 'Something is in this database that Prangon did not make. Take it out, or give Prangon a database of its own.';
  if ([11, 26].includes(ofSqlite)) return 'The file is damaged. Restore the last good backup into an empty place.';
  return 'Go on with the version before, and report these lines.';
}

export type MigrationStatus = 'none' | 'older' | 'current' | 'newer' | 'other';

export async function migrationStatus(database: Database): Promise<MigrationStatus> {
  return statusOfMigrations(await recordedMigrations(database));
}

export function statusOfMigrations(recorded: string[]): MigrationStatus {
  const available = Object.keys(migrations());
  if (recorded.length === 0) return 'none';
  if (recorded.includes(firstOfV01)) return 'older';
  const isBeginning = recorded.every((name, at) => name === available[at]);
  // Unknown names after all known ones come from a newer version; others from another build.
  if (!isBeginning) return available.every((name, at) => name === recorded[at]) ? 'newer' : 'other';
  return recorded.length < available.length ? 'older' : 'current';
}

function migrations(): Record<string, Migration> {
  const modules = import.meta.glob<Migration>('../../../db/migrations/*.ts', { eager: true });
  return Object.fromEntries(
    Object.entries(modules).map(([file, migration]) => [path.basename(file, '.ts'), migration]),
  );
}

/** 0.1 had thirteen migrations with the result of today's first four, but for eleven indexes, dropped here. */
const firstOfV01 = '001-first-tables';
const lastOfV01 = '013-personal-access';
const today = ['001-content', '002-staff', '003-leads', '004-search'];

const withoutIndex = [
  'about',
  'testimonials',
  'features',
  'feature_categories',
  'feature_sub_categories',
  'videos',
  'statistics',
  'clients',
  'packages',
  'package_categories',
  'downloads',
];

/**
 * Runs before Kysely's migrator, which rejects unknown names.
 * @throws {StoreError} if a version before 0.1.0 made the store
 */
async function adoptV01(transaction: Database): Promise<void> {
  const recorded = await recordedMigrations(transaction);
  if (!recorded.includes(firstOfV01)) return;
  const last = recorded.at(-1);
  if (last !== lastOfV01)
    throw new StoreError(`The store ends with the migration ${last}: start version 0.1.0 on it once, then this one.`);
  for (const table of withoutIndex) await dropIndex(transaction, table);
  await sql`delete from kysely_migration`.execute(transaction);
  const now = new Date().toISOString();
  for (const name of today)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${now})`.execute(transaction);
}

async function recordedMigrations(database: Database): Promise<string[]> {
  const tables = isPostgres(database)
    ? sql`select 1 where to_regclass('kysely_migration') is not null`
    : sql`select 1 from sqlite_master where name = 'kysely_migration'`;
  if ((await tables.execute(database)).rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database);
  return rows.map(({ name }) => name);
}

async function dropIndex(transaction: Database, table: string): Promise<void> {
  const events = isPostgres(transaction) ? ['insert', 'update'] : ['insert', 'update', 'delete'];
  for (const event of events) {
    const of = isPostgres(transaction) ? sql`on ${sql.table(table)}` : sql``;
    await sql`drop trigger ${sql.ref(`${table}_search_${event}`)} ${of}`.execute(transaction);
  }
  await sql`drop table ${sql.table(`${table}_search`)}`.execute(transaction);
}
