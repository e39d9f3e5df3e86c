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
  /** Null where the files lie in a bucket, which shows whole objects only. */
  readonly #folder: string | null;

  constructor(disk: Disk, folder: string | null) {
    this.#disk = disk;
    this.#folder = folder;
  }

  /** Whole and on the disk when it answers. */
  async put(name: string, bytes: Uint8Array): Promise<void> {
    if (await this.#disk.exists(name)) return;
    if (this.#folder === null) return this.#disk.put(name, bytes);
    const temporary = `unfinished/${randomUUID()}`;
    await this.#disk.put(temporary, bytes);
    await this.#nameForGood(temporary, name);
  }

  /** Keeps what comes in a stream; `nameOf` tells its name once all of it has come, or throws to refuse it. */
  async putStream(contents: Readable, nameOf: () => string): Promise<string> {
    const temporary = `unfinished/${randomUUID()}`;
    try {
      await this.#disk.putStream(temporary, contents);
      const name = nameOf();
      if (await this.#disk.exists(name)) await this.#disk.delete(temporary);
      else await this.#nameForGood(temporary, name);
      return name;
    } catch (error) {
      await this.#disk.delete(temporary).catch(() => undefined);
      throw error;
    }
  }

  delete(name: string): Promise<void> {
    return this.#disk.delete(name);
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

  async #nameForGood(temporary: string, name: string): Promise<void> {
    if (this.#folder !== null) await sync(path.join(this.#folder, temporary));
    await this.#disk.move(temporary, name);
    if (this.#folder !== null) await sync(path.dirname(path.join(this.#folder, name)));
  }
}

/** Opens the store that the settings name: a folder beside the database, or a bucket. */
export async function openFileStore(settings: { dataDir: string; filesUrl: string | null }): Promise<FileStore> {
  if (settings.filesUrl) return new FileStore(await bucket(settings.filesUrl), null);
  const folder = path.join(settings.dataDir, 'files');
  return new FileStore(new Disk(new FSDriver({ location: folder, visibility: 'public' })), folder);
}

/** `s3://bucket?region=…&endpoint=…`; the keys come from where the AWS library looks for them (AWS_ACCESS_KEY_ID …). */
async function bucket(filesUrl: string): Promise<Disk> {
  // The library is large, and only needed here.
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { hostname, searchParams } = new URL(filesUrl);
  const endpoint = searchParams.get('endpoint');
  const driver = new S3Driver({
    bucket: hostname,
    visibility: 'private',
    supportsACL: false,
    region: searchParams.get('region') ?? 'us-east-1',
    // Stores other than Amazon's are mostly reached without the bucket in the host name.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  });
  return new Disk(driver);
}

/** Waits until a file, or the list of a folder's files, is on the disk. */
async function sync(place: string): Promise<void> {
  const file = await open(place, 'r');
  await file.sync().finally(() => file.close());
}
