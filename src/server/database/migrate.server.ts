import path from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { isPostgres } from './dialect.server.ts';
import type { Database } from './open.server.ts';

/**
 * Brings the tables up to date. Several instances may call it at once: one does the work, the others wait.
 * @throws what the database said, when it is away or a migration fails; nothing is left half-done
 */
export async function migrate(database: Database): Promise<void> {
  await takeOverFirstStore(database);
  const { error } = await migratorOf(database).migrateToLatest();
  if (error) throw error;
}

/** Makes the tables as they were after one of the migrations, in a store that has none yet. */
export async function migrateUpTo(transaction: Database, last: string): Promise<void> {
  const { error } = await migratorOf(transaction).migrateTo(last);
  if (error) throw error;
}

function migratorOf(database: Database): Migrator {
  return new Migrator({ db: database, provider: { getMigrations: async () => migrations() } });
}

/** How the tables of a store stand to this program. */
export type Stand = 'none' | 'older' | 'current' | 'newer';

/** Which tables the store has, without changing any. */
export async function standOf(database: Database): Promise<Stand> {
  return standOfMigrations(await recordedMigrations(database));
}

/** The same of a store whose migrations are known by their names. */
export function standOfMigrations(recorded: string[]): Stand {
  const known = Object.keys(migrations());
  if (recorded.length === 0) return 'none';
  if (recorded.includes(firstOfOld)) return 'older';
  if (recorded.some((name) => !known.includes(name))) return 'newer';
  return recorded.length < known.length ? 'older' : 'current';
}

function migrations(): Record<string, Migration> {
  const modules = import.meta.glob<Migration>('../../../db/migrations/*.ts', { eager: true });
  return Object.fromEntries(
    Object.entries(modules).map(([file, migration]) => [path.basename(file, '.ts'), migration]),
  );
}

/**
 * Version 0.1 made its tables by thirteen migrations, 001-first-tables to 013-personal-access. Those of today begin with
 * what these ended with, but for eleven indexes of short lists. A store of 0.1 loses these here, and is from then on
 * recorded as one that today's first migrations made. The tables themselves stay as they are.
 */
const firstOfOld = '001-first-tables';
const lastOfOld = '013-personal-access';
const today = ['001-content', '002-staff', '003-leads', '004-search'];

const withoutIndex = [
  ...['about', 'testimonials', 'features', 'feature_categories', 'feature_sub_categories', 'videos'],
  ...['statistics', 'clients', 'packages', 'package_categories', 'downloads'],
];

/**
 * Before the migrator, which refuses names that it does not know. All or nothing: a start that is killed here changed
 * nothing.
 * @throws where an older program than 0.1.0 left the store; nothing is changed then
 */
async function takeOverFirstStore(database: Database): Promise<void> {
  if (!(await recordedMigrations(database)).includes(firstOfOld)) return;
  await database.transaction().execute(async (transaction) => {
    // Of several instances that start at once the others wait here (SQLite has one writer anyway), then find it done.
    if (isPostgres(transaction)) await sql`lock table kysely_migration`.execute(transaction);
    const recorded = await recordedMigrations(transaction);
    if (!recorded.includes(firstOfOld)) return;
    const last = recorded.at(-1);
    if (last !== lastOfOld)
      throw new Error(`the store ends with the migration ${last}: start version 0.1.0 on it once, then this one`);
    for (const table of withoutIndex) await dropIndex(transaction, table);
    await sql`delete from kysely_migration`.execute(transaction);
    const now = new Date().toISOString();
    for (const name of today)
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${now})`.execute(transaction);
  });
}

/** In their order; none before the very first start. */
export async function recordedMigrations(database: Database): Promise<string[]> {
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
