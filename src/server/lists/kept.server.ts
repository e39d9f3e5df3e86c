import { LRUCache } from 'lru-cache';
import { lastChange } from '../cache/changes.server.ts';
import type { Database } from '../database/open.server.ts';

const manyFrom = 2_000;

const most = 32 * 2 ** 20;

type Answer = number | Uint32Array;

interface Kept {
  answer: Answer;
  seq: number;
}

const kept = new WeakMap<Database, LRUCache<string, Kept>>();

export function keptCount(database: Database, key: string, count: () => Promise<number>): Promise<number> {
  return keep(database, key, count, (total) => total);
}

export function keptIds(database: Database, key: string, find: () => Promise<Uint32Array>): Promise<Uint32Array> {
  return keep(database, key, find, (ids) => ids.length);
}

/** Caches results of a long list until any instance changes content, so that only the first page of it is slow. */
async function keep<T extends Answer>(
  database: Database,
  key: string,
  find: () => Promise<T>,
  rowsIn: (answer: T) => number,
): Promise<T> {
  let answers = kept.get(database);
  if (!answers) {
    answers = new LRUCache({ maxSize: most, sizeCalculation: sizeOf });
    kept.set(database, answers);
  }
  // Read before the query: a write in between then invalidates the result.
  const seq = await lastChange(database);
  const known = answers.get(key);
  if (known?.seq === seq) return known.answer as T;
  const answer = await find();
  if (rowsIn(answer) >= manyFrom) answers.set(key, { answer, seq });
  else answers.delete(key);
  return answer;
}

function sizeOf({ answer }: Kept, key: string): number {
  return 200 + key.length * 2 + (typeof answer === 'number' ? 0 : answer.byteLength);
}
