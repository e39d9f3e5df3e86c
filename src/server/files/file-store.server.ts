import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/**
 * Where pictures and downloads are kept, by names that come from their content. A name never changes its bytes, so
 * writing it twice is harmless, and a half-written file never carries a name.
 */
export class FileStore {
  readonly #disk: Disk;
  readonly #folder: string;

  constructor(settings: { dataDir: string }) {
    this.#folder = path.join(settings.dataDir, 'files');
    this.#disk = new Disk(new FSDriver({ location: this.#folder, visibility: 'public' }));
  }

  /** Whole and on the disk when it answers. */
  async put(name: string, bytes: Uint8Array): Promise<void> {
    if (await this.#disk.exists(name)) return;
    const temporary = `unfinished/${randomUUID()}`;
    await this.#disk.put(temporary, bytes);
    await this.#sync(temporary);
    await this.#disk.move(temporary, name);
  }

  exists(name: string): Promise<boolean> {
    return this.#disk.exists(name);
  }

  async bytes(name: string): Promise<Buffer> {
    return Buffer.from(await this.#disk.getBytes(name));
  }

  stream(name: string): Promise<Readable> {
    return this.#disk.getStream(name);
  }

  async #sync(name: string): Promise<void> {
    const file = await open(path.join(this.#folder, name), 'r+');
    await file.sync().finally(() => file.close());
  }
}
