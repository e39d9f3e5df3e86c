import { lastChange } from '#platform/cache/changes.server.ts';
import type { Database } from '#platform/database/open.server.ts';

interface CachedCount {
  count: number;
  seq: number;
}

const caches = new WeakMap<Database, Map<string, CachedCount>>();

/** Caches the length of a long list until any instance changes content. */
export async function cachedCount(database: Database, key: string, read: () => Promise<number>): Promise<number> {
  const counts = caches.get(database) ?? new Map<string, CachedCount>();
  caches.set(database, counts);
  // Read before the query: a write in between then invalidates the result.
  const seq = await lastChange(database);
  const cached = counts.get(key);
  if (cached?.seq === seq) return cached.count;
  const count = await read();
  counts.set(key, { count, seq });
  return count;
}
