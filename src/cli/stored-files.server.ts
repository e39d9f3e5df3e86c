import { createHash } from 'node:crypto';
import { isDrawing, pictureKey } from '#api/picture.ts';
import { originalName } from '#cms/pictures/picture-store.server.ts';
import { storedName } from '#platform/files/stored-files.server.ts';
import type { SnapshotRow } from './portable/snapshot.server.ts';

export interface StoredFile {
  stored: string;
  name: string;
  check: () => Check;
}

interface Check {
  add: (bytes: Uint8Array) => void;
  isWhole: () => boolean;
}

/** The file of a row. Scaled pictures are left out: they are made again when missing. */
export function fileOf(table: string, row: SnapshotRow): StoredFile | null {
  const key = String(row.key);
  if (table === 'pictures') {
    return {
      stored: originalName(key),
      name: `picture ${key}`,
      check: () => startCheck([''], (hash) => pictureKey(hash, isDrawing({ key })) === key),
    };
  }
  if (table !== 'files') return null;
  const name = String(row.name);
  // A file sent without an extension got one from its content after its hash was computed.
  const possibleNames = [name, name.replace(/\.[^.]+$/, '')];
  return {
    stored: storedName(key),
    name: `file ${name} (${key})`,
    check: () =>
      startCheck(
        possibleNames.map((each) => `${each}\0`),
        (hash) => hash.startsWith(key),
      ),
  };
}

function startCheck(beginnings: string[], isRight: (hash: string) => boolean): Check {
  const hashes = beginnings.map((beginning) => createHash('sha256').update(beginning));
  return {
    add: (bytes) => {
      for (const hash of hashes) hash.update(bytes);
    },
    isWhole: () => hashes.some((hash) => isRight(hash.digest('hex'))),
  };
}
