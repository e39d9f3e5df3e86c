import { PostgresAdapter, PostgresDialect } from 'kysely';
import pg from 'pg';
import { hostsOf } from './hosts.server.ts';

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

/** PostgreSQL's code for a write where only reads are taken. */
const readOnly = '25006';

/** Kysely on PostgreSQL. Of several hosts it uses the one that takes writes, and looks for it again when it is gone. */
export function postgresDialect(
  url: string,
  onError: (error: Error) => void,
  pace: 'hurried' | 'unhurried' = 'hurried',
): { dialect: PostgresDialect; pool: pg.Pool } {
  const hosts = hostsOf(url);
  const pool = new pg.Pool({
    ...line(hosts[0] ?? url),
    idleTimeoutMillis: 30_000,
    types: { getTypeParser: parserOf },
    ...(pace === 'hurried' ? hurried : unhurried),
    verify: (client, done) => void prepare(client, hosts.length > 1).then(() => done(), done),
  });
  // Without listeners a lost connection would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  dropUselessLines(pool);
  const ofHosts = { options: pool.options, connect: () => connect(pool, hosts), end: () => pool.end() };
  return { dialect: new Dialect({ pool: ofHosts }), pool };
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

/** A connection beside those of the pool, to the host that it uses. Not opened yet. */
export function connectionBeside({ options }: pg.Pool): pg.Client {
  return new pg.Client({ ...line(options.connectionString ?? ''), application_name: serverName });
}

function line(connectionString: string): pg.ClientConfig {
  return { connectionString, connectionTimeoutMillis: 2_000, keepAlive: true };
}

/** Asks each host once, beginning with the one that was good last. */
async function connect(pool: pg.Pool, hosts: string[]): Promise<pg.PoolClient> {
  for (let others = hosts.length - 1; ; others--) {
    const host = pool.options.connectionString ?? '';
    try {
      return await pool.connect();
    } catch (error) {
      if (others === 0 || isFull(pool)) throw error;
      // Many find it out at once: only the first of them moves on.
      if (host === pool.options.connectionString)
        pool.options.connectionString = hosts[(hosts.indexOf(host) + 1) % hosts.length];
    }
  }
}

/** Then it was waited for a connection in vain, not for a host. */
function isFull({ totalCount, options }: pg.Pool): boolean {
  return totalCount >= (options.max ?? 10);
}

/** Makes a new connection ours; one of several hosts may only stand by, which answers reads with what it has heard so far. */
async function prepare(client: pg.PoolClient, mayStandBy: boolean): Promise<void> {
  // Ours are short queries: compiling one, or starting workers for it, takes longer than the query.
  await client.query('set jit = off; set max_parallel_workers_per_gather = 0');
  if (!mayStandBy) return;
  const { rows } = await client.query<{ only: string }>("select current_setting('transaction_read_only') as only");
  if (rows[0]?.only !== 'off') throw Object.assign(new Error('This host only stands by'), { code: readOnly });
}

/**
 * PostgreSQL itself ends what takes too long, so a query without any answer means a lost line; and a host that takes no
 * writes any more has handed over to another. The pool would go on handing out connections on that line, each of which
 * has to be waited for; so all of them are dropped at once.
 */
function dropUselessLines(pool: pg.Pool): void {
  const clients = new Set<pg.PoolClient>();
  pool.on('remove', (client) => clients.delete(client));
  pool.on('connect', (client) => {
    clients.add(client);
    const query = client.query as (...parts: unknown[]) => unknown;
    client.query = ((...parts: unknown[]) => {
      const answer = query.apply(client, parts);
      if (answer instanceof Promise) answer.catch(dropWhenUseless);
      return answer;
    }) as typeof client.query;
  });

  function dropWhenUseless(error: Error & { code?: string }): void {
    if (error.message !== 'Query read timeout' && error.code !== readOnly) return;
    for (const client of clients) client.connection.stream.destroy();
  }
}

/** Counts come as 64-bit integers, which pg hands over as text; ours stay far below 2^53. */
function parserOf(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format);
}
