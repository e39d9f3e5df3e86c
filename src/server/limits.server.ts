import { createHmac } from 'node:crypto';
import type { Database } from './database/open.server.ts';
import type { Network } from './http/networks.server.ts';
import type { Settings } from './settings.server.ts';

/** At most `most` times in each window of `seconds`. */
export interface Limit {
  most: number;
  seconds: number;
}

/**
 * Counts one more use of `key` in the database, so that the limit holds over restarts and instances.
 * Run it inside the transaction of what it limits: a refused or failed attempt then counts nothing.
 * Answers 0, or the seconds until the window ends where the limit was reached.
 */
export async function countUse(database: Database, key: string, limit: Limit): Promise<number> {
  const now = Math.floor(Date.now() / 1000);
  const windowStart = now - (now % limit.seconds);
  const { count } = await database
    .insertInto('rate_limits')
    .values({ key, window_start: windowStart, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet((eb) => ({ count: eb('rate_limits.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return count > limit.most ? windowStart + limit.seconds - now : 0;
}

/** Counts one more use of a network and of the wider ones around it. The longest wait of all. */
export async function countNetworks(
  database: Database,
  keys: Pick<Settings, 'secret'>,
  name: string,
  networks: Network[],
  { most, seconds }: Limit,
): Promise<number> {
  let longest = 0;
  for (const { network, times } of networks) {
    const wait = await countUse(database, limitKey(keys, name, network), { most: most * times, seconds });
    longest = Math.max(longest, wait);
  }
  return longest;
}

/** A key that does not keep whom it counts: all phone numbers can be tried, but not without the secret. */
export function limitKey({ secret }: Pick<Settings, 'secret'>, limit: string, who: string): string {
  return `${limit} ${createHmac('sha256', secret).update(`limit ${limit} ${who}`).digest('base64url').slice(0, 22)}`;
}

/** Forgets windows that ended more than a day ago. */
export async function sweepLimits(database: Database): Promise<void> {
  const yesterday = Math.floor(Date.now() / 1000) - 2 * 86_400;
  await database.deleteFrom('rate_limits').where('window_start', '<', yesterday).execute();
}
