import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ReadableStream as WebStream } from 'node:stream/web';
import { createTarDecoder, createTarPacker, packTar } from 'modern-tar';
import { syncFolder } from '#platform/data-folder.server.ts';
import { CommandError } from '../command.server.ts';

export interface ArchiveEntry {
  name: string;
  size: number;
  body: AsyncIterable<Uint8Array>;
}

/** A tar ends with two empty 512-byte blocks. */
const endOfTar = 1_024;

/** Writes to a temporary file, renamed once synced. The last entry is the SHA-256 of all bytes before it. */
export class ArchiveWriter {
  readonly #place: string;
  readonly #unfinished: string;
  readonly #handle: FileHandle;
  readonly #hash = createHash('sha256');
  bytes = 0;

  private constructor(place: string, unfinished: string, handle: FileHandle) {
    this.#place = place;
    this.#unfinished = unfinished;
    this.#handle = handle;
  }

  /** @throws {CommandError} if the file exists or its folder can't be written */
  static async begin(place: string): Promise<ArchiveWriter> {
    if (await stat(place).catch(() => null)) throw new CommandError(`${place} is there already. Choose another name.`);
    const unfinished = `${place}.unfinished-${randomUUID().slice(0, 8)}`;
    const handle = await open(unfinished, 'wx', 0o600).catch((error: Error) => {
      throw new CommandError(`${place} can't be written: ${error.message}`);
    });
    return new ArchiveWriter(place, unfinished, handle);
  }

  async add({ name, size, body }: ArchiveEntry): Promise<void> {
    const { readable, controller } = createTarPacker();
    const pack = async () => {
      const entry = controller.add({ name, size, mode: 0o600 }).getWriter();
      for await (const piece of body) await entry.write(piece);
      await entry.close();
      controller.finalize();
    };
    const packing = pack().catch((error: Error) => controller.error(error));
    for await (const bytes of withoutEndMarker(readable)) await this.#write(bytes);
    await packing;
  }

  /** The archive is synced and has its final name when this resolves. */
  async finish(): Promise<void> {
    await this.#write(await checksumEntry(this.#hash.copy().digest('hex')));
    await this.#handle.sync();
    await this.#handle.close();
    await rename(this.#unfinished, this.#place);
    syncFolder(path.dirname(this.#place));
  }

  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.#unfinished, { force: true });
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    this.bytes += bytes.length;
    for (let from = 0; from < bytes.length; )
      from += (await this.#handle.write(bytes, from, bytes.length - from)).bytesWritten;
  }
}

/** A tar stream without its end-of-archive marker. */
async function* withoutEndMarker(tar: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array = Buffer.alloc(0);
  for await (const bytes of tar) {
    const buffered = Buffer.concat([pending, bytes]);
    const sure = Math.max(0, buffered.length - endOfTar);
    yield buffered.subarray(0, sure);
    pending = buffered.subarray(sure);
  }
}

/** @throws {CommandError} if the archive is truncated or was changed */
export async function checkArchive(file: string, onBytes: (count: number) => void): Promise<void> {
  const length = (await checksumEntry('0'.repeat(64))).length;
  const stats = await stat(file).catch(() => null);
  if (!stats?.isFile()) throw new CommandError(`There is no backup ${file}.`);
  const end = stats.size - length;
  if (end <= 0) throw damagedArchive(file);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: end - 1 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    onBytes(chunk.length);
  }
  const tail: Buffer[] = [];
  for await (const chunk of createReadStream(file, { start: end }) as AsyncIterable<Buffer>) tail.push(chunk);
  if (!Buffer.concat(tail).equals(await checksumEntry(hash.digest('hex')))) throw damagedArchive(file);
}

function damagedArchive(file: string): CommandError {
  return new CommandError(
    `${file} is not whole: it is no backup, was cut short, or was changed afterwards. Nothing was done.`,
  );
}

/** Deterministic (`mtime` 0), so that the check can compare bytes. */
async function checksumEntry(hash: string): Promise<Buffer> {
  const header = { name: 'sha256', size: hash.length, mode: 0o600, mtime: new Date(0) };
  return Buffer.from(await packTar([{ header, body: hash }]));
}

/** Yields the entries in order; each body has to be read before the next entry. Call `checkArchive` first. */
export async function* entriesOf(file: string): AsyncGenerator<ArchiveEntry> {
  // `Readable.toWeb` would throw an uncatchable error when the reader stops early.
  const bytes = WebStream.from(createReadStream(file)) as ReadableStream<Uint8Array>;
  for await (const { header, body } of bytes.pipeThrough(createTarDecoder({ strict: true }))) {
    yield { name: header.name, size: header.size, body };
    // Drain the entry, or the parser never emits the next one; `cancel` hangs on longer entries.
    for await (const _ of body);
  }
}

export async function* tapBytes(
  body: ArchiveEntry['body'],
  onPiece: (piece: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    onPiece(piece);
    yield piece;
  }
}
