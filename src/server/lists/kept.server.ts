import { LRUCache } from 'lru-cache';
import { lastChange } from '../cache/changes.server.ts';
import type { Database } from '../database/open.server.ts';

/** Counting fewer rows than these, or finding them, costs nothing worth keeping. */
const manyFrom = 2_000;

/** Of everything that is kept, in bytes. */
const most = 32 * 2 ** 20;

type Answer = number | Uint32Array;

interface Kept {
  answer: Answer;
  /** The number of the last change of content when it was found. */
  seq: number;
}

const kept = new WeakMap<Database, LRUCache<string, Kept>>();

/** How many rows a long list has: `key` names what is counted. See `keep`. */
export function keptCount(database: Database, key: string, count: () => Promise<number>): Promise<number> {
  return keep(database, key, count, (total) => total);
}

/** Which rows a long list has, in its order: `key` names the list. See `keep`. */
export function keptIds(database: Database, key: string, find: () => Promise<Uint32Array>): Promise<Uint32Array> {
  return keep(database, key, find, (ids) => ids.length);
}

/**
 * What is known of a long list until any content is written, by whichever instance: somebody who turns its pages waits
 * for it on the first one only.
 */
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
  // Before it is found: a write in between then makes it be found again.
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
