import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, globSync, statSync } from 'node:fs';
import { access, open, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { ReadableStream as WebStream } from 'node:stream/web';
import { gzipSync } from 'node:zlib';
import { createTarDecoder, createTarPacker, packTar } from 'modern-tar';
import { syncFolder } from '#platform/data-directory.server.ts';
import { type CommandCall, CommandError, type ExitOutcome, type Progress, withStore } from './command.server.ts';
import { acquireLock } from './fill.server.ts';
import { openStored, packStore } from './pack.server.ts';
import { rowsIn } from './snapshot.server.ts';

/**
 * A backup is a tar. It has, in this order: `about.json`, `secret`, each table's rows as
 * `database/TABLE/NUMBER.jsonl.gz`, the stored files as `files/…`, `manifest.json`, and the SHA-256 of all that.
 */
export interface ArchiveEntry {
  name: string;
  size: number;
  body: AsyncIterable<Uint8Array> | Uint8Array[];
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

/** As of one snapshot, while the server runs. A missing file exits with 1: nobody reads the output of nightly jobs. */
export async function backup({ env, words: [file = ''], progress }: CommandCall): Promise<ExitOutcome> {
  const place = path.resolve(file);
  const { about, missing } = await withStore(env, (store) =>
    writeArchive(place, async (add) => {
      let count = 0;
      const { about, manifest } = await packStore(store, progress, {
        begin: async (about) => {
          await add(entryOf('about.json', asJson(about)));
          await add(entryOf('secret', store.settings.secret));
        },
        putPiece: async ({ table, lines }) => {
          const name = `database/${table}/${String(++count).padStart(5, '0')}.jsonl.gz`;
          await add(entryOf(name, gzipSync(`${lines.join('\n')}\n`)));
        },
        putFile: async (stored) => {
          const opened = await openStored(store.files, stored);
          if (opened) await add({ name: `files/${stored.stored}`, ...opened });
          return opened?.isWhole() ?? false;
        },
      });
      await add(entryOf('manifest.json', asJson(manifest)));
      return { about, missing: manifest.missing };
    }),
  );
  progress.begin('Reading it once more');
  for await (const _ of entriesOf(place));
  const { size: bytes } = statSync(place);
  const rows = rowsIn(about);
  const { files } = about;
  const lines = [
    `${place}: ${rows} rows and ${files} files in ${sizeInWords(bytes)}. It has the secret too: keep it where nobody else reads it.`,
    ...missing.map((name) => `Missing or not as it was stored: ${name}. \`prangon verify\` says more.`),
  ];
  return { facts: { file: place, rows, files, bytes, missing }, text: lines.join('\n'), failed: missing.length > 0 };
}

function entryOf(name: string, text: string | Uint8Array): ArchiveEntry {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, body: [bytes] };
}

function asJson(value: object): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}

function sizeInWords(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 2 ** 10)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
