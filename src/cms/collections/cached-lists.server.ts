import { LRUCache } from 'lru-cache';
import { lastChange } from '#platform/cache/changes.server.ts';
import type { Database } from '#platform/database/open.server.ts';

const manyFrom = 2_000;

const most = 32 * 2 ** 20;

type Answer = number | Uint32Array;

interface CachedResult {
  answer: Answer;
  seq: number;
}

const caches = new WeakMap<Database, LRUCache<string, CachedResult>>();

export function cachedCount(database: Database, key: string, count: () => Promise<number>): Promise<number> {
  return getOrFind(database, key, count, (total) => total);
}

export function cachedIds(database: Database, key: string, find: () => Promise<Uint32Array>): Promise<Uint32Array> {
  return getOrFind(database, key, find, (ids) => ids.length);
}

/** Caches results of a long list until any instance changes content, so that only the first page of it is slow. */
async function getOrFind<T extends Answer>(
  database: Database,
  key: string,
  find: () => Promise<T>,
  rowsIn: (answer: T) => number,
): Promise<T> {
  let answers = caches.get(database);
  if (!answers) {
    answers = new LRUCache({ maxSize: most, sizeCalculation: sizeOf });
    caches.set(database, answers);
  }
  // Read before the query: a write in between then invalidates the result.
  const seq = await lastChange(database);
  const cached = answers.get(key);
  if (cached?.seq === seq) return cached.answer as T;
  const answer = await find();
  if (rowsIn(answer) >= manyFrom) answers.set(key, { answer, seq });
  else answers.delete(key);
  return answer;
}

function sizeOf({ answer }: CachedResult, key: string): number {
  return 200 + key.length * 2 + (typeof answer === 'number' ? 0 : answer.byteLength);
}
