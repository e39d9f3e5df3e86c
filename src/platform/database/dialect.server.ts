import { statSync } from 'node:fs';
import path from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from './is-postgres.server.ts';
import type { Database } from './open.server.ts';

/**
 * Waits for the holder of this name, and of the name of all that it belongs to; released when the transaction ends. SQLite
 * has one writer anyway.
 */
export async function lockName(transaction: Database, name: string, all = `all ${name}`): Promise<void> {
  if (isPostgres(transaction))
    await sql`select pg_advisory_xact_lock_shared(hashtext(${all})), pg_advisory_xact_lock(hashtext(${name}))`.execute(
      transaction,
    );
}

/** Wakes those who LISTEN, after the commit; on SQLite they poll. */
export async function notifyChannel(transaction: Database, channel: string): Promise<void> {
  if (isPostgres(transaction)) await sql`select pg_notify(${channel}, '')`.execute(transaction);
}

/** On PostgreSQL quicker than `like`. */
export function includesText(database: Database, text: RawBuilder<unknown>, part: string): RawBuilder<boolean> {
  return sql`${sql.raw(isPostgres(database) ? 'strpos' : 'instr')}(${text}, ${part}) > 0`;
}

/** A column that SQLite's planner then looks for in no index; PostgreSQL decides by its statistics. */
export function unindexed(database: Database, column: string): RawBuilder<unknown> {
  return isPostgres(database) ? sql.ref(column) : sql`+${sql.ref(column)}`;
}

/** Null on SQLite. */
export async function postgresVersion(database: Database): Promise<string | null> {
  if (!isPostgres(database)) return null;
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(database);
  return rows[0]?.server_version ?? '';
}

/** Differs for another file, and for a database or table that was made anew. */
export async function databaseIdentity(database: Database, dataDir: string): Promise<string> {
  if (!isPostgres(database)) {
    const { ino, birthtimeNs } = statSync(path.join(dataDir, 'prangon.sqlite'), { bigint: true });
    return `${ino} ${birthtimeNs}`;
  }
  const { rows } = await sql<{ identity: string }>`
    select d.oid || ' ' || 'mails'::regclass::oid || ' ' || (select system_identifier from pg_control_system())
      as identity
    from pg_database d where d.datname = current_database()`.execute(database);
  return rows[0]?.identity ?? '';
}

export function isUniqueViolation(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string };
  return errcode === sqliteUnique || errcode === sqlitePrimaryKey || code === postgresUnique;
}

export function isForeignKeyViolation(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string };
  return errcode === sqliteReference || code === postgresReference;
}

const sqliteUnique = 2067;
const sqlitePrimaryKey = 1555;
const sqliteReference = 787;
const postgresReference = '23503';
const postgresUnique = '23505';

/** Times that several instances must agree on come from the database's clock. */

/** Now in seconds since 1970, as SQL. */
export function secondsNow(database: Database): RawBuilder<number> {
  return isPostgres(database) ? sql`cast(floor(extract(epoch from now())) as integer)` : sql`unixepoch()`;
}

export async function databaseNow(database: Database): Promise<Date> {
  const { now } = await database.selectNoFrom(timestampIn(database, 0).as('now')).executeTakeFirstOrThrow();
  return new Date(now);
}

/** Now + `seconds` as SQL: ISO 8601 in UTC, which sorts as text. */
export function timestampIn(database: Database, seconds: number): RawBuilder<string> {
  return isPostgres(database)
    ? sql`to_char((now() + cast(${seconds} as double precision) * interval '1 second') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${seconds} seconds`})`;
}

const small = 16 * 2 ** 20;

/**
 * Run after a commit that erased personal data. SQLite's `secure_delete` overwrites deleted rows, but moved pages and
 * the WAL may keep copies: vacuum small files and truncate the WAL. PostgreSQL's autovacuum does it by itself.
 * @throws if another process holds the file, or the disk is full
 */
export async function forgetErased(database: Database): Promise<void> {
  if (isPostgres(database)) return;
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(database);
  if ((rows[0]?.bytes ?? 0) <= small) await sql`vacuum`.execute(database);
  await sql`pragma wal_checkpoint(truncate)`.execute(database);
}
