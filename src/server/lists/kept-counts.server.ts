import { LRUCache } from 'lru-cache';
import type { Database } from '../database/open.server.ts';

/** Counting fewer rows than these costs nothing worth keeping. */
const manyFrom = 2_000;

interface Kept {
  total: number;
  /** The number of the last change of content when it was counted. */
  seq: number;
}

const kept = new WeakMap<Database, LRUCache<string, Kept>>();

/**
 * How many rows a long list has, counted once and then known until any content is written, by whichever instance:
 * somebody who turns its pages waits for the count on the first one only. `key` names what is counted.
 */
export async function keptCount(database: Database, key: string, count: () => Promise<number>): Promise<number> {
  let counts = kept.get(database);
  if (!counts) {
    counts = new LRUCache({ max: 500 });
    kept.set(database, counts);
  }
  const known = counts.get(key);
  if (known && known.seq === (await lastChange(database))) return known.total;
  // Before the count: a write in between then makes it counted again.
  const seq = await lastChange(database);
  const total = await count();
  if (total >= manyFrom) counts.set(key, { total, seq });
  else counts.delete(key);
  return total;
}

async function lastChange(database: Database): Promise<number> {
  const row = await database
    .selectFrom('content_changes')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? 0;
}
