import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, globSync } from 'node:fs';
import { access, open, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { ReadableStream as WebStream } from 'node:stream/web';
import { createTarDecoder, createTarPacker, packTar } from 'modern-tar';
import { syncFolder } from '#platform/data-folder.server.ts';
import { programVersion } from '#platform/settings/project-root.server.ts';
import { CommandError } from '../command.server.ts';
import type { Progress } from '../progress.server.ts';
import { acquireLock } from './fill.server.ts';
import { rowsIn, type Snapshot, type Sums, type Table } from './snapshot.server.ts';
import { fileTables } from './stored-files.server.ts';

/**
 * A backup is a tar. It has, in this order: `about.json`, `secret`, each table's rows as
 * `database/TABLE/NUMBER.jsonl.gz`, the stored files as `files/…`, `manifest.json`, and the SHA-256 of all that.
 */
export interface ArchiveEntry {
  name: string;
  size: number;
  body: AsyncIterable<Uint8Array> | Uint8Array[];
}

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

export function backupInfo(databaseUrl: string | null, snapshot: Snapshot): BackupInfo {
  return {
    format,
    version: programVersion(),
    made_at: new Date().toISOString(),
    database: databaseUrl ? 'postgres' : 'sqlite',
    migrations: snapshot.migrations,
    files: rowsIn({ tables: fileTables(snapshot) }),
    tables: snapshot.tables,
  };
}

export interface Manifest {
  tables: Sums;
  /** Files that records refer to and that were missing or damaged when the backup was made. */
  missing: string[];
}

/** A tar ends with two empty 512-byte blocks. */
const endOfTar = 1_024;

/**
 * Writes what `pack` adds to a temporary file, which gets its name once it is synced.
 * @throws {CommandError} if the file exists or its folder can't be written
 */
export async function writeArchive<Answer>(
  file: string,
  pack: (add: (entry: ArchiveEntry) => Promise<void>) => Promise<Answer>,
): Promise<Answer> {
  if (await stat(file).catch(() => null)) throw new CommandError(`${file} is there already. Choose another name.`);
  sweepUnfinished(path.dirname(file));
  const unfinished = `${file}.unfinished-${randomUUID().slice(0, 8)}`;
  await access(path.dirname(file), constants.W_OK).catch(({ message }) => {
    throw new CommandError(`${file} can't be written: ${message}`);
  });
  // Makes it too: between making and locking it, another backup would sweep it.
  const unlock = acquireLock(unfinished, `Another backup cleans up where ${file} is to be written. Try again.`);
  const output = await open(unfinished, 'r+');
  await output.chmod(0o600);
  const { readable, controller } = createTarPacker();
  const packing = pack(async ({ name, size, body }) => {
    const entry = controller.add({ name, size, mode: 0o600 }).getWriter();
    for await (const bytes of body) await entry.write(bytes);
    await entry.close();
  });
  packing.then(controller.finalize, controller.error);
  try {
    await output.writeFile(hashed(readable, endOfTar, checksumEntry));
    await output.sync();
    await rename(unfinished, file);
  } catch (error) {
    controller.error(error);
    await packing.catch(() => undefined);
    throw error;
  } finally {
    // Closing it ends the lock.
    await output.close();
    unlock();
  }
  syncFolder(path.dirname(file));
  return packing;
}

/** Removes what killed backups left in a folder. Who still writes has the lock. */
function sweepUnfinished(folder: string): void {
  const pattern = `*.unfinished-${'[0-9a-f]'.repeat(8)}`;
  for (const entry of globSync(pattern, { cwd: folder, withFileTypes: true })) {
    try {
      if (entry.isFile()) acquireLock(path.join(folder, entry.name), '')();
    } catch {
      // It is in use, or another user's.
    }
  }
}

/**
 * Yields the entries in order; the end is reached only by an archive that is whole.
 * @throws {CommandError} if it is not
 */
export async function* entriesOf(
  file: string,
  progress?: Progress,
): AsyncGenerator<{ name: string; body: AsyncIterable<Uint8Array> }> {
  if (!(await stat(file).catch(() => null))?.isFile()) throw new CommandError(`There is no backup ${file}.`);
  const checksumSize = (await checksumEntry('0'.repeat(64))).length;
  const verifyChecksum = async (hash: string, end: Buffer) => {
    if (end.equals(await checksumEntry(hash))) return end;
    throw new Error('These are not the bytes that were written');
  };
  const readError = (error: unknown) =>
    (error as NodeJS.ErrnoException).syscall
      ? error
      : new CommandError(
          `${file} is not whole: it is no backup, was cut short, or was changed afterwards. Nothing was done.`,
        );
  /** Whoever reads the entry gets the same error as whoever asks for the next one. */
  const read = async function* (body: ReadableStream<Uint8Array>) {
    try {
      yield* body;
    } catch (error) {
      throw readError(error);
    }
  };
  try {
    const whole = hashed(createReadStream(file), checksumSize, verifyChecksum, progress);
    // `Readable.toWeb` would throw an uncatchable error when the reader stops early.
    const bytes = WebStream.from(whole) as ReadableStream<Uint8Array>;
    for await (const { header, body } of bytes.pipeThrough(createTarDecoder({ strict: true }))) {
      yield { name: header.name, body: read(body) };
      // Drain the entry, or the parser never emits the next one; `cancel` hangs on longer entries.
      for await (const _ of body);
    }
  } catch (error) {
    throw readError(error);
  }
}

/** Passes on all bytes but the last `endSize`, in whose place comes what `end` makes of the hash of those before. */
async function* hashed(
  bytes: AsyncIterable<Uint8Array>,
  endSize: number,
  end: (hash: string, last: Buffer) => Promise<Buffer>,
  progress?: Progress,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let last = Buffer.alloc(0);
  for await (const chunk of bytes) {
    progress?.add(chunk.length);
    const read = Buffer.concat([last, chunk]);
    const sure = read.subarray(0, Math.max(0, read.length - endSize));
    hash.update(sure);
    yield sure;
    last = read.subarray(sure.length);
  }
  yield await end(hash.digest('hex'), last);
}

/** Deterministic (`mtime` 0), so that the check can compare bytes. */
async function checksumEntry(hash: string): Promise<Buffer> {
  const header = { name: 'sha256', size: hash.length, mode: 0o600, mtime: new Date(0) };
  return Buffer.from(await packTar([{ header, body: hash }]));
}
