import { createHash } from 'node:crypto';
import os from 'node:os';
import { type Picture, type VariantFormat, variantFormats, variantWidths } from '#api/picture.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import type { FileStore } from '#platform/files/file-store.server.ts';
import { ProcessPool, programBeside } from '#platform/jobs/process-pool.server.ts';
import { maxBytes, pictureTooLarge, readImageField } from './data-url.server.ts';
import { addToLibrary, type PictureOrigin, reserveInLibrary } from './library.server.ts';
import type { PictureJob, PictureLayer, PictureResult, PictureText } from './picture-jobs.ts';

const refusals = {
  type: 'The picture must be a PNG, JPEG, WebP, GIF or AVIF file. Save a logo in SVG as PNG. For HEIC photos choose Settings, Camera, Formats, Most Compatible on the iPhone.',
  pixels: 'The picture has more than 40 megapixels. Of an animation all frames count. Please choose a smaller one.',
  broken: 'The picture could not be read. Please choose another file.',
  slow: 'The picture took too long to work on. Please choose a smaller one, or try again later.',
};

/** An SVG, with stored pictures by their keys, and texts. */
export interface Drawing {
  svg: string;
  texts: PictureText[];
  layers: (Omit<PictureLayer, 'bytes'> & { key: string })[];
  format: 'jpeg' | 'png';
}

/** Re-encodes uploads, names them by the hash of the result, and makes scaled variants. */
export class PictureStore {
  readonly #database: Database;
  readonly #files: FileStore;
  readonly #making = new Map<string, Promise<Buffer>>();

  constructor(parts: { database: Database; files: FileStore }) {
    this.#database = parts.database;
    this.#files = parts.files;
  }

  /**
   * Stores or finds the picture of an `image` field and returns its key; undefined keeps the record's picture.
   * @throws {HttpError} 422 under `image`
   */
  async resolveImage(value: unknown, from: PictureOrigin): Promise<string | undefined> {
    const choice = readImageField(value);
    if (choice === 'keep') return undefined;
    if ('bytes' in choice) return (await this.add(choice.bytes, from)).key;
    if (await reserveInLibrary(this.#database, choice.key)) return choice.key;
    throw invalid({ image: ['This picture is not in the library any more. Choose another one.'] });
  }

  /** @throws {HttpError} 422 under `image` if it is no picture, or too large */
  async add(bytes: Uint8Array, from: PictureOrigin = {}): Promise<Picture> {
    if (bytes.length > maxBytes) throw pictureTooLarge();
    return this.#store(await decoders.run({ task: 'prepare', bytes }), from);
  }

  async addOurs(bytes: Uint8Array, from: PictureOrigin): Promise<Picture> {
    return this.#store(await decoders.run({ task: 'prepare', bytes, isOurs: true }), from);
  }

  async #store(drawn: PictureResult, from: PictureOrigin): Promise<Picture> {
    if ('refused' in drawn) throw invalid({ image: [refusals[drawn.refused]] });
    const key = createHash('sha256').update(drawn.bytes).digest('hex').slice(0, 40);
    const picture = { key, width: drawn.width, height: drawn.height };
    const facts = { size: drawn.bytes.length, created_at: new Date().toISOString(), alt: from.alt ?? '' };
    // The file first, so that every row has one.
    await this.#files.put(originalName(key), drawn.bytes);
    await this.#database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('pictures')
        .values({ ...picture, ...facts })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await addToLibrary(transaction, key, from);
    });
    return picture;
  }

  async original(key: string): Promise<Buffer | null> {
    return this.#readComplete(originalName(key));
  }

  /** A scaled variant, made at the first request and then stored. Null if there is no such picture. */
  async variant(key: string, width: number, format: VariantFormat): Promise<Buffer | null> {
    const name = `pictures/${key}-${width}.${format}`;
    const existing = await this.#readComplete(name);
    if (existing) return existing;
    const original = await this.original(key);
    if (!original) return null;
    const making = this.#making.get(name) ?? this.#make(name, original, width, format);
    this.#making.set(name, making);
    return making.finally(() => this.#making.delete(name));
  }

  /** One after the other, before visitors ask for them. Failed pictures are retried once. */
  async prepareVariants(pictures: Picture[], onFailed: (picture: Picture, error: Error) => void): Promise<void> {
    const failed: Picture[] = [];
    for (const picture of pictures) await this.#prepare(picture).catch(() => failed.push(picture));
    for (const picture of failed) await this.#prepare(picture).catch((error: Error) => onFailed(picture, error));
  }

  async draw({ layers, ...drawing }: Drawing): Promise<Buffer> {
    const loadedLayers = await Promise.all(
      layers.map(async ({ key, ...place }) => {
        const bytes = await this.original(key);
        return bytes ? [{ ...place, bytes }] : [];
      }),
    );
    return this.#ours({ task: 'draw', ...drawing, layers: loadedLayers.flat() });
  }

  async #prepare(picture: Picture): Promise<void> {
    for (const width of variantWidths(picture.width)) {
      for (const format of variantFormats) await this.variant(picture.key, width, format);
    }
  }

  /** Null also for a file that a power cut truncated: WebP has its length in the header. */
  async #readComplete(name: string): Promise<Buffer | null> {
    const bytes = await this.#files.bytes(name);
    if (!bytes || !name.endsWith('.webp')) return bytes;
    return bytes.length > 8 && bytes.readUInt32LE(4) === bytes.length - 8 ? bytes : null;
  }

  async #make(name: string, bytes: Buffer, width: number, format: VariantFormat): Promise<Buffer> {
    const variant = await this.#ours({ task: 'variant', bytes, width, format });
    await this.#files.put(name, variant);
    return variant;
  }

  /** Failures of server-side jobs are 503, not the client's mistake. */
  async #ours(job: PictureJob): Promise<Buffer> {
    const result = await decoders.run(job);
    if ('refused' in result) throw picturesBusy();
    return Buffer.from(result.bytes);
  }
}

export function originalName(key: string): string {
  return `pictures/${key}.webp`;
}

/** A decoder takes up to 200 MB; below this memory limit (bytes) only one runs. */
const roomForTwo = 2 ** 30;

/** They end with this process. */
const decoders = new ProcessPool<PictureJob, PictureResult>({
  program: programBeside(import.meta.url, 'picture-worker'),
  atOnce: memoryLimit() < roomForTwo ? 1 : 2,
  waiting: 32,
  jobTime: 30_000,
  idleTime: 60_000,
  busy: picturesBusy,
  slow: { refused: 'slow' },
});

function memoryLimit(): number {
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, os.totalmem());
}

function picturesBusy(): HttpError {
  return new HttpError(503, 'Pictures can not be worked on right now. Please try again.', { retryAfter: 5 });
}
