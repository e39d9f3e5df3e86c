import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from './is-postgres.server.ts';
import type { Database } from './open.server.ts';

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
