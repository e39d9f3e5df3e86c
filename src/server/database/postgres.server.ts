import { PostgresAdapter, PostgresDialect } from 'kysely';
import pg from 'pg';

/** How a running server is called where PostgreSQL lists who is connected. */
export const serverName = 'prangon';

/** Whoever serves visitors lets nothing wait for ever (milliseconds). */
const hurried = {
  max: 10,
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  query_timeout: 8_000,
  idle_in_transaction_session_timeout: 10_000,
  application_name: serverName,
};
/** Who moves a whole store has nobody waiting. */
const unhurried = { max: 2, lock_timeout: 10_000, application_name: 'prangon command' };

/** Kysely on PostgreSQL. */
export function postgresDialect(
  url: string,
  onError: (error: Error) => void,
  pace: 'hurried' | 'unhurried' = 'hurried',
): { dialect: PostgresDialect; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser: parserOf },
    ...(pace === 'hurried' ? hurried : unhurried),
  });
  // Without listeners a lost connection would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    // Ours are short queries: compiling one, or starting workers for it, takes longer than the query.
    client.query('set jit = off; set max_parallel_workers_per_gather = 0').catch(onError);
  });
  dropSilentLines(pool);
  return { dialect: new Dialect({ pool }), pool };
}

class Dialect extends PostgresDialect {
  override createAdapter() {
    return new WithoutLock();
  }
}

/**
 * Who migrates holds a lock for the whole transaction (`migrate.server.ts`). Kysely would give its own back before the
 * commit, and not at all after a failure.
 */
class WithoutLock extends PostgresAdapter {
  override async acquireMigrationLock() {}

  override async releaseMigrationLock() {}
}

/**
 * PostgreSQL itself ends what takes too long, so a query without any answer means a lost line. The pool would go on
 * handing out connections on that line, each of which has to be waited for; so all of them are dropped at once.
 */
function dropSilentLines(pool: pg.Pool): void {
  const clients = new Set<pg.PoolClient>();
  pool.on('remove', (client) => clients.delete(client));
  pool.on('connect', (client) => {
    clients.add(client);
    const query = client.query as (...parts: unknown[]) => unknown;
    client.query = ((...parts: unknown[]) => {
      const answer = query.apply(client, parts);
      if (answer instanceof Promise) answer.catch(dropWhenSilent);
      return answer;
    }) as typeof client.query;
  });

  function dropWhenSilent(error: Error): void {
    if (error.message !== 'Query read timeout') return;
    for (const client of clients) client.connection.stream.destroy();
  }
}

/** Counts come as 64-bit integers, which pg hands over as text; ours stay far below 2^53. */
function parserOf(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format);
}
