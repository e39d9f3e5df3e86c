import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { OpenedPlace } from '../opened-place.server.ts';

/** Bytes of a file, from the first to the last of them. */
export interface Part {
  start: number;
  end: number;
}

/** Where whole files are kept by their names: a folder, or a bucket. */
interface Keeper {
  /** Keeps a whole file under its name, instead of what may be there. It is safe when this ends. */
  keep: (file: string, name: string) => Promise<void>;
  /** In bytes; null where there is none. */
  size: (name: string) => Promise<number | null>;
  bytes: (name: string) => Promise<Uint8Array | null>;
  stream: (name: string, part?: Part) => Promise<Readable>;
  delete: (name: string) => Promise<void>;
}

/** Nothing that is still being written was silent for so long, in milliseconds. */
const silentFor = 10 * 60_000;

/**
 * Where pictures and downloads are kept, by names that come from their content. A name never changes its bytes, so
 * writing it again is harmless, and mends a file that is not what it should be. A half-written one never has a name.
 */
export class FileStore {
  readonly #unfinished: string;
  readonly #keeper: Keeper;
  readonly #ground: OpenedPlace | null;

  constructor(folder: string, keeper: Keeper, ground: OpenedPlace | null) {
    this.#unfinished = path.join(folder, 'unfinished');
    this.#keeper = keeper;
    this.#ground = ground;
  }

  /** Whole and on the disk when it answers. */
  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#write(bytes, async () => name);
  }

  /** Keeps what comes in a stream; `nameOf` tells its name once all of it is in this file, or throws to refuse it. */
  putStream(contents: AsyncIterable<Uint8Array>, nameOf: (file: string) => Promise<string>): Promise<string> {
    return this.#write(contents, nameOf);
  }

  /** In bytes; null where there is none. */
  size(name: string): Promise<number | null> {
    return this.#keeper.size(name);
  }

  /** Null where there is none, or an empty one, which is what a power cut may have left of it. */
  async bytes(name: string): Promise<Buffer | null> {
    const bytes = await this.#keeper.bytes(name);
    return bytes?.length ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : null;
  }

  /** All of it, or the part that is asked for. */
  stream(name: string, part?: Part): Promise<Readable> {
    return this.#keeper.stream(name, part);
  }

  delete(name: string): Promise<void> {
    return this.#keeper.delete(name);
  }

  /** Removes what killed processes left half-written. */
  async sweepUnfinished(): Promise<void> {
    const names = (await orNull(readdir(this.#unfinished))) ?? [];
    for (const file of names.map((name) => path.join(this.#unfinished, name))) {
      const found = await orNull(stat(file));
      if (found && found.mtimeMs < Date.now() - silentFor) await rm(file, { force: true });
    }
  }

  async #write(
    contents: Uint8Array | AsyncIterable<Uint8Array>,
    nameOf: (file: string) => Promise<string>,
  ): Promise<string> {
    this.#ground?.check();
    await makeFolder(path.dirname(this.#unfinished));
    await makeFolder(this.#unfinished);
    const file = path.join(this.#unfinished, randomUUID());
    try {
      await writeFile(file, contents, { flag: 'wx', flush: true });
      const name = await nameOf(file);
      await this.#keeper.keep(file, name);
      return name;
    } finally {
      await rm(file, { force: true });
    }
  }
}

/** Opens the store that the settings name: a folder beside the database, or a bucket. Written only while the `ground` is there. */
export async function openFileStore(
  settings: { dataDir: string; filesUrl: string | null },
  ground: OpenedPlace | null = null,
): Promise<FileStore> {
  const folder = path.join(settings.dataDir, 'files');
  const keeper = settings.filesUrl ? await bucketKeeper(settings.filesUrl) : folderKeeper(folder);
  return new FileStore(folder, keeper, ground);
}

function folderKeeper(folder: string): Keeper {
  const placeOf = (name: string) => path.join(folder, name);
  return {
    keep: async (file, name) => {
      const parent = path.dirname(placeOf(name));
      await makeFolder(parent);
      await rename(file, placeOf(name));
      await sync(parent);
    },
    size: async (name) => (await orNull(stat(placeOf(name))))?.size ?? null,
    bytes: (name) => orNull(readFile(placeOf(name))),
    stream: async (name, part) => createReadStream(placeOf(name), part),
    delete: (name) => rm(placeOf(name), { force: true }),
  };
}

async function bucketKeeper(filesUrl: string): Promise<Keeper> {
  const { disk, readPart } = await openBucket(filesUrl);
  /** Asked only after a failure: what is there takes one question. */
  const unlessMissing = async <Answer>(name: string, answer: Promise<Answer>): Promise<Answer | null> => {
    try {
      return await answer;
    } catch (error) {
      if (await disk.exists(name)) throw error;
      return null;
    }
  };
  return {
    // Of a file the length is known, without which buckets take no stream.
    keep: (file, name) => disk.putStream(name, createReadStream(file)),
    size: async (name) => (await unlessMissing(name, disk.getMetaData(name)))?.contentLength ?? null,
    bytes: (name) => unlessMissing(name, disk.getBytes(name)),
    stream: (name, part) => (part ? readPart(name, part) : disk.getStream(name)),
    delete: (name) => disk.delete(name),
  };
}

/** `s3://bucket?region=…&endpoint=…`; the keys come from where the AWS library looks for them (AWS_ACCESS_KEY_ID …). */
async function openBucket(filesUrl: string) {
  // The libraries are large, and only needed here.
  const [{ Disk }, { S3Driver }, { GetObjectCommand, S3Client }] = await Promise.all([
    import('flydrive'),
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ]);
  const { hostname: bucket, searchParams } = new URL(filesUrl);
  const endpoint = searchParams.get('endpoint');
  const client = new S3Client({
    region: searchParams.get('region') ?? 'us-east-1',
    // Else a stream is sent in pieces with a sum at the end, which few stores but Amazon's understand.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    // Stores other than Amazon's are mostly reached without the bucket in the host name.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  });
  /** The driver reads whole files only. */
  const readPart = async (name: string, { start, end }: Part): Promise<Readable> => {
    const command = new GetObjectCommand({ Bucket: bucket, Key: name, Range: `bytes=${start}-${end}` });
    return (await client.send(command)).Body as Readable;
  };
  return { disk: new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })), readPart };
}

/** Makes a folder where it is missing; its name is then on the disk. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    throw error;
  }
  await sync(path.dirname(folder));
}

/** Waits until the list of a folder's files is on the disk. */
async function sync(folder: string): Promise<void> {
  const list = await open(folder, 'r');
  await list.sync().finally(() => list.close());
}

/** Null where there is no such file. */
function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  return answer.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
