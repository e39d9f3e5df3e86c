import { createHash } from 'node:crypto';
import { originalName } from '#cms/pictures/picture-store.server.ts';
import type { FileStore } from '#platform/files/file-store.server.ts';
import { storedName } from '#platform/files/stored-files.server.ts';
import { programVersion } from '#platform/settings/project-root.server.ts';
import { CommandError, type OpenStore, type Progress } from './command.server.ts';
import {
  differingTables,
  type Piece,
  rowsIn,
  type Snapshot,
  type Sums,
  sumsOf,
  type Table,
  withSnapshot,
} from './snapshot.server.ts';

/** Raise it when older versions can't read the format any more. */
export const format = 1;

export interface BackupInfo {
  format: number;
  version: string;
  made_at: string;
  database: 'sqlite' | 'postgres';
  migrations: string[];
  tables: Table[];
  files: number;
}

export interface Manifest {
  tables: Sums;
  /** Files that records refer to and that were missing or damaged when the backup was made. */
  missing: string[];
}

/** Where a backup goes: into an archive, or a repository. */
interface BackupWriter {
  begin?: (about: BackupInfo) => Promise<void>;
  putPiece: (piece: Piece) => Promise<void>;
  /** False if it is missing or damaged. */
  putFile: (file: StoredFile) => Promise<boolean>;
}

export async function packStore(
  { settings }: OpenStore,
  progress: Progress,
  { begin, putPiece, putFile }: BackupWriter,
) {
  const stored: StoredFile[] = [];
  const { about, tables } = await withSnapshot(settings, {}, async (snapshot) => {
    const about: BackupInfo = {
      format,
      version: programVersion(),
      made_at: new Date().toISOString(),
      database: settings.databaseUrl ? 'postgres' : 'sqlite',
      migrations: snapshot.migrations,
      files: rowsIn({ tables: fileTables(snapshot) }),
      tables: snapshot.tables,
    };
    await begin?.(about);
    progress.begin('Rows', rowsIn(snapshot));
    const tables = await sumsOf(snapshot, async (piece) => {
      await putPiece(piece);
      stored.push(...filesOf(piece));
      progress.add(piece.lines.length);
    });
    return { about, tables };
  });
  // After the rows: a file exists before the row that names it, and never changes.
  progress.begin('Files', stored.length);
  const missing: string[] = [];
  for (const file of stored) {
    if (!(await putFile(file))) missing.push(file.label);
    progress.add();
  }
  return { about, manifest: { tables, missing } };
}

/** @throws {CommandError} naming the tables whose rows are not those of the backup */
export function assertPacked(sums: Sums, { tables }: Manifest): void {
  const wrong = differingTables(sums, tables);
  if (wrong.length > 0) throw new CommandError(`These tables are not as they were packed: ${wrong.join(', ')}`);
}

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
