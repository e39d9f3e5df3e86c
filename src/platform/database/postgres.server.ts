import { AsyncLocalStorage } from 'node:async_hooks';
import { PostgresAdapter, PostgresDialect } from 'kysely';
import pg from 'pg';
import { Semaphore } from '../semaphore.server.ts';

export const serverName = 'prangon';

/** Timeouts in milliseconds. */
const serverLimits = {
  max: 10,
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  query_timeout: 8_000,
  idle_in_transaction_session_timeout: 10_000,
  application_name: serverName,
};
/** Connections that all requests of a lane hold at most; the others are left to staff and jobs. Waits in milliseconds. */
const laneLimits = {
  visitors: { permits: 4, waiting: 1_000, wait: 2_000 },
  /** As long as for a slot. */
  forms: { permits: 4, waiting: 1_000, wait: 5_000 },
};

/** In which lane the current request is. */
export const requestPriority = new AsyncLocalStorage<'visitors' | 'forms' | 'staff'>();

const commandLimits = { max: 2, lock_timeout: 10_000, application_name: 'prangon command' };

/** SQLSTATE read_only_sql_transaction. */
const readOnly = '25006';

/** Kysely on PostgreSQL. */
export function postgresDialect(
  url: string,
  onError: (error: Error) => void,
  pace: 'limited' | 'unlimited' = 'limited',
): { dialect: PostgresDialect; pool: pg.Pool } {
  const pool = new pg.Pool({
    ...clientConfig(url),
    idleTimeoutMillis: 30_000,
    types: { getTypeParser: parserOf },
    ...(pace === 'limited' ? serverLimits : commandLimits),
    verify: (client, done) => void withoutJit(client).then(() => done(), done),
  });
  // Without error listeners a lost connection would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const stale = dropStaleConnections(pool);
  const lanes = new Map(Object.entries(laneLimits).map(([lane, limits]) => [lane, new Semaphore(limits)]));
  const connectInLane = async () => {
    const release = await lanes.get(requestPriority.getStore() ?? '')?.acquire(1);
    const client = await pool.connect().catch((error: unknown) => {
      release?.();
      throw error;
    });
    const toPool = client.release;
    client.release = (error) => {
      release?.();
      toPool(error || stale.has(client));
    };
    return client;
  };
  return {
    dialect: new Dialect({ pool: { options: pool.options, connect: connectInLane, end: () => pool.end() } }),
    pool,
  };
}

class Dialect extends PostgresDialect {
  override createAdapter() {
    return new WithoutLock();
  }
}

/** The migration lock is held for the whole transaction; Kysely would release its own before the commit. */
class WithoutLock extends PostgresAdapter {
  override async acquireMigrationLock() {}

  override async releaseMigrationLock() {}
}

export function connectionBeside({ options }: pg.Pool): pg.Client {
  return new pg.Client({ ...clientConfig(options.connectionString ?? ''), application_name: serverName });
}

function clientConfig(connectionString: string): pg.ClientConfig {
  return { connectionString, connectionTimeoutMillis: 2_000, keepAlive: true };
}

/** JIT and parallel workers cost more than our short queries take. */
async function withoutJit(client: pg.PoolClient): Promise<void> {
  await client.query('set jit = off; set max_parallel_workers_per_gather = 0');
}

/**
 * A read timeout means a lost connection: drop all of the pool. A read-only error means a host that
 * serves reads alone: each is closed after its use, so that nobody who reads is broken off.
 */
function dropStaleConnections(pool: pg.Pool): WeakSet<pg.PoolClient> {
  const clients = new Set<pg.PoolClient>();
  const stale = new WeakSet<pg.PoolClient>();
  pool.on('remove', (client) => clients.delete(client));
  pool.on('connect', (client) => {
    clients.add(client);
    const query = client.query as (...parts: unknown[]) => unknown;
    client.query = ((...parts: unknown[]) => {
      const answer = query.apply(client, parts);
      if (answer instanceof Promise) answer.catch(dropIfStale);
      return answer;
    }) as typeof client.query;
  });
  return stale;

  function dropIfStale(error: Error & { code?: string }) {
    for (const client of clients)
      if (error.message === 'Query read timeout') client.connection.stream.destroy();
      else if (error.code === readOnly) stale.add(client);
  }
}

/** `count(*)` is a 64-bit integer, which pg returns as a string; ours stay far below 2^53. */
function parserOf(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format);
}
