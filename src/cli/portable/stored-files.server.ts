import { createHash } from 'node:crypto';
import { originalName } from '#cms/pictures/picture-store.server.ts';
import type { FileStore } from '#platform/files/file-store.server.ts';
import { storedName } from '#platform/files/stored-files.server.ts';
import type { Piece, Snapshot, Table } from './snapshot.server.ts';

export interface StoredFile {
  key: string;
  stored: string;
  /** In words. */
  label: string;
  /** Its own; null for pictures, which have none. */
  name: string | null;
}

/** Whether each row of the table has a file. Scaled pictures are left out: they are made again when missing. */
export function hasFiles(table: string): boolean {
  return table === 'pictures' || table === 'files';
}

export function fileTables({ tables }: Pick<Snapshot, 'tables'>): Table[] {
  return tables.filter(({ name }) => hasFiles(name));
}

export function filesOf({ table, lines }: Piece): StoredFile[] {
  const rows = () => lines.map((line) => JSON.parse(line) as { key: string; name: string });
  if (table === 'pictures')
    return rows().map(({ key }) => ({ key, stored: originalName(key), label: `picture ${key}`, name: null }));
  if (table !== 'files') return [];
  return rows().map(({ key, name }) => ({ key, stored: storedName(key), label: `file ${name} (${key})`, name }));
}

/** `isWhole` once `body` was read; null if the file is missing. */
export async function openStored(files: Pick<FileStore, 'open'>, { key, stored, name }: StoredFile) {
  const file = await files.open(stored);
  // A file sent without an extension got one from its content after its hash was computed.
  const beginnings = name === null ? [''] : [`${name}\0`, `${name.replace(/\.[^.]+$/, '')}\0`];
  const hashes = beginnings.map((beginning) => createHash('sha256').update(beginning));
  return (
    file && {
      size: file.size,
      body: (async function* () {
        for await (const bytes of file.stream) {
          for (const hash of hashes) hash.update(bytes);
          yield bytes as Uint8Array;
        }
      })(),
      // Earlier versions marked drawings by the last digit of a picture's key.
      isWhole: () => hashes.some((hash) => hash.digest('hex').startsWith(key.slice(0, -1))),
    }
  );
}
