import { createHash } from 'node:crypto';
import { storedName } from '#server/files/stored-files.server.ts';
import { originalName } from '#server/pictures/picture-store.server.ts';
import { isDrawing, pictureKey } from '#wire/picture.ts';
import type { Row } from './portable/snapshot.server.ts';

/** A stored file that a row of `pictures` or `files` stands for. */
export interface StoredFile {
  /** Where it lies. */
  stored: string;
  /** As people know it. */
  name: string;
  /** Begins to look whether its bytes are those that were stored. */
  check: () => Check;
}

/** Looks at the bytes of a file as they go by. */
interface Check {
  add: (bytes: Uint8Array) => void;
  isWhole: () => boolean;
}

/** Which file a row stands for; null where its table has none. What is made of pictures is made again when it is missing. */
export function fileOf(table: string, row: Row): StoredFile | null {
  const key = String(row.key);
  if (table === 'pictures') {
    return {
      stored: originalName(key),
      name: `picture ${key}`,
      check: () => checkOf([''], (hash) => pictureKey(hash, isDrawing({ key })) === key),
    };
  }
  if (table !== 'files') return null;
  const name = String(row.name);
  // One that was sent without an ending got it from its content, when its hash was known already.
  const sent = [name, name.replace(/\.[^.]+$/, '')];
  return {
    stored: storedName(key),
    name: `file ${name} (${key})`,
    check: () =>
      checkOf(
        sent.map((each) => `${each}\0`),
        (hash) => hash.startsWith(key),
      ),
  };
}

/** Whether the hash of the bytes, behind one of these beginnings, is the right one. */
function checkOf(beginnings: string[], isRight: (hash: string) => boolean): Check {
  const hashes = beginnings.map((beginning) => createHash('sha256').update(beginning));
  return {
    add: (bytes) => {
      for (const hash of hashes) hash.update(bytes);
    },
    isWhole: () => hashes.some((hash) => isRight(hash.digest('hex'))),
  };
}
