import { createHash } from 'node:crypto';
import { isDrawing, type Picture, pictureKey, variantFormats, variantWidths } from '#wire/picture.ts';
import type { Database } from '../database/open.server.ts';
import { invalid } from '../errors.server.ts';
import type { FileStore } from '../files/file-store.server.ts';
import type { PictureLayer, PictureResult, VariantFormat } from './picture-jobs.ts';
import { PictureProcess } from './picture-process.server.ts';

const maxBytes = 8 * 2 ** 20;

const refusals = {
  type: 'The picture must be a PNG, JPEG, WebP, GIF or AVIF file.',
  pixels: 'The picture has more than 40 megapixels. Please choose a smaller one.',
  broken: 'The picture could not be read. Please choose another file.',
};

/** What the server draws itself: an SVG without texts (outlines only), and stored pictures by their keys. */
export interface Drawing {
  svg: string;
  layers: (Omit<PictureLayer, 'bytes'> & { key: string })[];
  format: 'jpeg' | 'png';
}

/** The one way in for every picture: decode, draw anew, keep under the hash of the result, offer in fixed widths. */
export class PictureStore {
  readonly #database: Database;
  readonly #files: FileStore;
  readonly #process = new PictureProcess();
  readonly #making = new Map<string, Promise<Buffer>>();

  constructor(parts: { database: Database; files: FileStore }) {
    this.#database = parts.database;
    this.#files = parts.files;
  }

  /** @throws {Refusal} 422 under `image` for what is no picture or too large */
  async add(bytes: Uint8Array): Promise<Picture> {
    if (bytes.length > maxBytes)
      throw invalid({ image: ['The picture is larger than 8 MB. Please choose a smaller one.'] });
    const drawn = whole(await this.#process.run({ task: 'prepare', bytes }));
    const key = pictureKey(createHash('sha256').update(drawn.bytes).digest('hex'), drawn.isDrawing === true);
    await this.#files.put(originalName(key), drawn.bytes);
    const picture = { key, width: drawn.width, height: drawn.height };
    await this.#database
      .insertInto('pictures')
      .values({ ...picture, size: drawn.bytes.length, created_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return picture;
  }

  /** A stored picture's bytes, or null where there is none. */
  async original(key: string): Promise<Buffer | null> {
    return (await this.#files.exists(originalName(key))) ? this.#files.bytes(originalName(key)) : null;
  }

  /** The picture in one of the offered widths: made at the first request, kept for the others. Null where there is none. */
  async variant(key: string, width: number, format: 'avif' | 'webp'): Promise<Buffer | null> {
    const name = `pictures/${key}-${width}.${format}`;
    if (await this.#files.exists(name)) return this.#files.bytes(name);
    const original = await this.original(key);
    if (!original) return null;
    const way = format === 'webp' && isDrawing({ key }) ? 'few-colours' : format;
    const making = this.#making.get(name) ?? this.#make(name, original, width, way);
    this.#making.set(name, making);
    return making.finally(() => this.#making.delete(name));
  }

  /** Makes all variants that are missing, one after the other, so that no visitor waits for them. */
  async prepareVariants(picture: Picture): Promise<void> {
    for (const width of variantWidths(picture.width)) {
      for (const format of variantFormats(picture)) await this.variant(picture.key, width, format);
    }
  }

  /** Draws an SVG of ours as a picture of its own size, with stored pictures on it; one that is lost is left out. */
  async draw({ svg, layers, format }: Drawing): Promise<Buffer> {
    const found = await Promise.all(
      layers.map(async ({ key, ...place }) => {
        const bytes = await this.original(key);
        return bytes ? [{ ...place, bytes }] : [];
      }),
    );
    const drawn = whole(await this.#process.run({ task: 'draw', svg, layers: found.flat(), format }));
    return Buffer.from(drawn.bytes);
  }

  close(): void {
    this.#process.close();
  }

  async #make(name: string, bytes: Buffer, width: number, format: VariantFormat): Promise<Buffer> {
    const made = whole(await this.#process.run({ task: 'variant', bytes, width, format }));
    await this.#files.put(name, made.bytes);
    return Buffer.from(made.bytes);
  }
}

function originalName(key: string): string {
  return `pictures/${key}.webp`;
}

function whole(result: PictureResult) {
  if ('refused' in result) throw invalid({ image: [refusals[result.refused]] });
  return result;
}
