import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/open.server.ts';
import { deleteInBatches } from '../../database/rows.server.ts';
import type { Network } from '../../networks.server.ts';
import type { Keys } from '../../settings/settings.server.ts';

export interface Limit {
  most: number;
  seconds: number;
}

/**
 * Counts a use of `key` in the database, so that the limit holds across restarts and instances. Call it in the
 * transaction of the limited action: a rollback then counts nothing. Returns 0, or the seconds until the window ends.
 */
export async function countUse(database: Database, key: string, limit: Limit): Promise<number> {
  const { now, windowStart } = windowOf(limit);
  const { count } = await insertUses(database, new Map([[key, limit]]))
    .returning('count')
    .executeTakeFirstOrThrow();
  return count > limit.most ? windowStart + limit.seconds - now : 0;
}

/** Counts a use of each key in one statement. */
export async function countUses(database: Database, limits: Map<string, Limit>): Promise<void> {
  if (limits.size > 0) await insertUses(database, limits).execute();
}

/** Sorted by key, so that two of them can't deadlock. */
function insertUses(database: Database, limits: Map<string, Limit>) {
  const rows = [...limits].map(([key, limit]) => ({ key, window_start: windowOf(limit).windowStart, count: 1 }));
  return database
    .insertInto('rate_limits')
    .values(rows.sort((a, b) => (a.key < b.key ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet((eb) => ({ count: eb('rate_limits.count', '+', 1) })),
    );
}

/** Whether another use would be over the limit. Locks nothing, so several at once may find room for one. */
export async function isUsedUp(database: Database, key: string, limit: Limit): Promise<boolean> {
  const used = await database
    .selectFrom('rate_limits')
    .select('count')
    .where('key', '=', key)
    .where('window_start', '=', windowOf(limit).windowStart)
    .executeTakeFirst();
  return (used?.count ?? 0) >= limit.most;
}

function windowOf({ seconds }: Limit) {
  const now = Math.floor(Date.now() / 1000);
  return { now, windowStart: now - (now % seconds) };
}

export async function countNetworks(
  database: Database,
  keys: Keys,
  name: string,
  networks: Network[],
  { most, seconds }: Limit,
): Promise<number> {
  let longest = 0;
  for (const { network, factor } of networks) {
    const wait = await countUse(database, limitKey(keys, name, network), { most: most * factor, seconds });
    longest = Math.max(longest, wait);
  }
  return longest;
}

/** A keyed hash: phone numbers could be guessed from a plain one. */
export function limitKey({ secret }: Keys, limit: string, who: string): string {
  return `${limit} ${createHmac('sha256', secret).update(`limit ${limit} ${who}`).digest('base64url').slice(0, 22)}`;
}

export async function sweepLimits(database: Database): Promise<void> {
  const yesterday = Math.floor(Date.now() / 1000) - 2 * 86_400;
  const old = database.selectFrom('rate_limits').where('window_start', '<', yesterday);
  await deleteInBatches(database, 'rate_limits', old);
}

export class TokenBuckets {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #buckets = new LRUCache<string, { tokens: number; at: number }>({
    // `max` would reserve the memory of all of them at once.
    maxSize: 20_000,
    sizeCalculation: () => 1,
  });

  constructor(limits: { perSecond: number; burst: number }) {
    this.#perSecond = limits.perSecond;
    this.#burst = limits.burst;
  }

  /** Takes a token. Returns 0, or the whole seconds until there is one. */
  take(key: string, now = performance.now()): number {
    const bucket = this.#buckets.get(key) ?? { tokens: this.#burst, at: now };
    bucket.tokens = Math.min(this.#burst, bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond);
    bucket.at = now;
    this.#buckets.set(key, bucket);
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / this.#perSecond);
    bucket.tokens -= 1;
    return 0;
  }
}
