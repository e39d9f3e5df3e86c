import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ReadableStream as WebStream } from 'node:stream/web';
import { createTarDecoder, createTarPacker, packTar } from 'modern-tar';
import { syncFolder } from '#server/data-folder.server.ts';
import { Refused } from '../command.server.ts';

/** One thing in an archive. */
export interface Entry {
  name: string;
  /** In bytes. */
  size: number;
  body: AsyncIterable<Uint8Array>;
}

/** What ends every tar: two empty blocks. */
const endOfTar = 1_024;

/**
 * Writes a tar beside its place, and puts it there once all of it is on the disk. The last entry is the hash of everything
 * before it: whatever is cut off or changed later is noticed.
 */
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

  /** @throws {Refused} where there is a file of that name, or no folder for it */
  static async begin(place: string): Promise<ArchiveWriter> {
    if (await stat(place).catch(() => null)) throw new Refused(`${place} is there already. Choose another name.`);
    const unfinished = `${place}.unfinished-${randomUUID().slice(0, 8)}`;
    const handle = await open(unfinished, 'wx', 0o600).catch((error: Error) => {
      throw new Refused(`${place} can't be written: ${error.message}`);
    });
    return new ArchiveWriter(place, unfinished, handle);
  }

  async add({ name, size, body }: Entry): Promise<void> {
    const { readable, controller } = createTarPacker();
    const pack = async () => {
      const entry = controller.add({ name, size, mode: 0o600 }).getWriter();
      for await (const piece of body) await entry.write(piece);
      await entry.close();
      controller.finalize();
    };
    const packing = pack().catch((error: Error) => controller.error(error));
    for await (const bytes of withoutEnd(readable)) await this.#write(bytes);
    await packing;
  }

  /** Whole and under its name when it answers. */
  async finish(): Promise<void> {
    await this.#write(await sealOf(this.#hash.copy().digest('hex')));
    await this.#handle.sync();
    await this.#handle.close();
    await rename(this.#unfinished, this.#place);
    syncFolder(path.dirname(this.#place));
  }

  /** Nothing of it stays. */
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

/** A tar but for what ends it. */
async function* withoutEnd(tar: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array = Buffer.alloc(0);
  for await (const bytes of tar) {
    const known = Buffer.concat([held, bytes]);
    const sure = Math.max(0, known.length - endOfTar);
    yield known.subarray(0, sure);
    held = known.subarray(sure);
  }
}

/** @throws {Refused} where an archive is not as it was made */
export async function checkArchive(file: string, onBytes: (count: number) => void): Promise<void> {
  const length = (await sealOf('0'.repeat(64))).length;
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new Refused(`There is no backup ${file}.`);
  const end = found.size - length;
  if (end <= 0) throw notWhole(file);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: end - 1 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    onBytes(chunk.length);
  }
  const tail: Buffer[] = [];
  for await (const chunk of createReadStream(file, { start: end }) as AsyncIterable<Buffer>) tail.push(chunk);
  if (!Buffer.concat(tail).equals(await sealOf(hash.digest('hex')))) throw notWhole(file);
}

function notWhole(file: string): Refused {
  return new Refused(
    `${file} is not whole: it is no backup, was cut short, or was changed afterwards. Nothing was done.`,
  );
}

/** The same bytes for the same hash, whenever it is made. */
async function sealOf(hash: string): Promise<Buffer> {
  const header = { name: 'sha256', size: hash.length, mode: 0o600, mtime: new Date(0) };
  return Buffer.from(await packTar([{ header, body: hash }]));
}

/** What an archive has, in its order. Check it first. The body of each is read before the next one comes. */
export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  // Not by `Readable.toWeb`: whoever stops reading early would have it fail, where nobody can catch that.
  const bytes = WebStream.from(createReadStream(file)) as ReadableStream<Uint8Array>;
  for await (const { header, body } of bytes.pipeThrough(createTarDecoder({ strict: true }))) {
    yield { name: header.name, size: header.size, body };
    // Unread it would stand in the way of the next one. Not by `cancel`, after which a longer one is waited for in vain.
    for await (const _ of body);
  }
}

/** The same bytes, each piece shown to somebody as it goes by. */
export async function* passing(body: Entry['body'], look: (piece: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    look(piece);
    yield piece;
  }
}
