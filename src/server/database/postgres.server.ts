import { PostgresDialect } from 'kysely';
import pg from 'pg';

/** Kysely on PostgreSQL, with limits on everything that could wait for ever (milliseconds). */
export function postgresDialect(url: string, onError: (error: Error) => void): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    query_timeout: 8_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    application_name: 'prangon',
    types: { getTypeParser: parserOf },
  });
  // Without listeners a lost connection would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return new PostgresDialect({ pool });
}

/** Counts come as 64-bit integers, which pg hands over as text; ours stay far below 2^53. */
function parserOf(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format);
}
