import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from './dialect.server.ts';
import type { Database } from './open.server.ts';

/**
 * The database's clock, for what ends or opens again at a moment: instances whose own clocks differ must agree on it.
 * Both as SQL, to be used inside a query.
 */

/** Now, in seconds since 1970. */
export function secondsNow(database: Database): RawBuilder<number> {
  return isPostgres(database) ? sql`cast(floor(extract(epoch from now())) as integer)` : sql`unixepoch()`;
}

/** Now, for what is reckoned outside a query. */
export async function databaseNow(database: Database): Promise<Date> {
  const { now } = await database.selectNoFrom(momentIn(database, 0).as('now')).executeTakeFirstOrThrow();
  return new Date(now);
}

/** The moment that lies so many seconds ahead (or back, when negative): ISO 8601 in UTC, which sorts as text. */
export function momentIn(database: Database, seconds: number): RawBuilder<string> {
  return isPostgres(database)
    ? sql`to_char((now() + cast(${seconds} as integer) * interval '1 second') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${seconds} seconds`})`;
}
