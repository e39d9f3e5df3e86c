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
  isWhole: (bytes: Uint8Array) => boolean;
}

/** Which file a row stands for; null where its table has none. What is made of pictures is made again when it is missing. */
export function fileOf(table: string, row: Row): StoredFile | null {
  const key = String(row.key);
  if (table === 'pictures') {
    return {
      stored: originalName(key),
      name: `picture ${key}`,
      isWhole: (bytes) => pictureKey(hashOf(bytes), isDrawing({ key })) === key,
    };
  }
  if (table !== 'files') return null;
  const name = String(row.name);
  // One that was sent without an ending got it from its content, when its hash was known already.
  const sent = [name, name.replace(/\.[^.]+$/, '')];
  return {
    stored: storedName(key),
    name: `file ${name} (${key})`,
    isWhole: (bytes) => sent.some((each) => hashOf(`${each}\0`, bytes).startsWith(key)),
  };
}

function hashOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
