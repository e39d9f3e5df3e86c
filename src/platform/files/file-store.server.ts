import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DataDirectory } from '../data-directory.server.ts';
import type { FileBackend, OpenFile, Part } from './keeper.server.ts';

/** Milliseconds without a write after which a temporary file counts as abandoned. */
const abandonedAfter = 10 * 60_000;

/**
 * Stores pictures and downloads under content-based names. A name never changes its bytes, so writing it again is
 * harmless, and repairs a damaged file. Writes go to a temporary file first.
 */
export class FileStore {
  readonly #unfinished: string;
  readonly #backend: FileBackend;
  readonly #dataDirectory: DataDirectory | null;

  constructor(folder: string, backend: FileBackend, dataDirectory: DataDirectory | null) {
    this.#unfinished = path.join(folder, 'unfinished');
    this.#backend = backend;
    this.#dataDirectory = dataDirectory;
  }

  /** Resolves once the file is synced to the disk. */
  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#write(bytes, async () => name);
  }

  /** Stores a stream. `nameOf` gets the complete temporary file and returns its name, or throws to reject it. */
  putStream(contents: AsyncIterable<Uint8Array>, nameOf: (file: string) => Promise<string>): Promise<string> {
    return this.#write(contents, nameOf);
  }

  /** In bytes; null if there is no such file. */
  size(name: string): Promise<number | null> {
    return this.#backend.size(name);
  }

  /** Null also for an empty file, which a power cut may leave behind. */
  async bytes(name: string): Promise<Buffer | null> {
    const bytes = await this.#backend.bytes(name);
    return bytes?.length ? bytes : null;
  }

  async open(name: string, part?: Part): Promise<OpenFile | null> {
    const file = await this.#backend.open(name, part);
    if (!file || file.size > 0) return file;
    file.stream.destroy();
    return null;
  }

  /** The names of all files in a folder, with it in front. */
  list(folder: string): Promise<string[]> {
    return this.#backend.list(folder);
  }

  delete(name: string): Promise<void> {
    return this.#backend.delete(name);
  }

  /** Removes abandoned temporary files; with 0 also those still being written. */
  async sweepUnfinished(silent = abandonedAfter): Promise<void> {
    const names = (await orNull(readdir(this.#unfinished))) ?? [];
    for (const file of names.map((name) => path.join(this.#unfinished, name))) {
      const stats = await orNull(stat(file));
      // The clock of files is finer than ours: one written just now would be newer than now.
      if (stats && Math.floor(stats.mtimeMs) <= Date.now() - silent) await rm(file, { force: true });
    }
  }

  async #write(
    contents: Uint8Array | AsyncIterable<Uint8Array>,
    nameOf: (file: string) => Promise<string>,
  ): Promise<string> {
    this.#dataDirectory?.check();
    await makeFolder(path.dirname(this.#unfinished));
    await makeFolder(this.#unfinished);
    const file = path.join(this.#unfinished, randomUUID());
    try {
      await writeFile(file, contents, { flag: 'wx', flush: true });
      const name = await nameOf(file);
      await this.#backend.keep(file, name);
      this.#dataDirectory?.confirm();
      return name;
    } finally {
      await rm(file, { force: true });
    }
  }
}

/** A folder beside the database, or a bucket. Writes are rejected while the data directory is missing. */
export function openFileStore(
  settings: { dataDir: string; filesUrl: string | null },
  dataDirectory: DataDirectory | null = null,
): Promise<FileStore> {
  return openFilesIn(path.join(settings.dataDir, 'files'), settings.filesUrl, dataDirectory);
}

/** With a bucket, `folder` has only what is on its way there. */
export async function openFilesIn(
  folder: string,
  bucketUrl: string | null,
  dataDirectory: DataDirectory | null = null,
): Promise<FileStore> {
  if (!bucketUrl) return new FileStore(folder, folderBackend(folder), dataDirectory);
  // The AWS SDK is large: load it only if needed.
  const { bucketBackend } = await import('./bucket.server.ts');
  return new FileStore(folder, bucketBackend(bucketUrl), dataDirectory);
}

function folderBackend(folder: string): FileBackend {
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
    open: async (name, part) => {
      const file = await orNull(open(placeOf(name)));
      if (!file) return null;
      const size = part ? part.end - part.start + 1 : (await file.stat()).size;
      return { size, stream: file.createReadStream(part) };
    },
    list: async (name) => ((await orNull(readdir(placeOf(name)))) ?? []).map((file) => `${name}/${file}`),
    delete: (name) => rm(placeOf(name), { force: true }),
  };
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    throw error;
  }
  await sync(path.dirname(folder));
}

async function sync(folder: string): Promise<void> {
  const list = await open(folder, 'r');
  await list.sync().finally(() => list.close());
}

function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  return answer.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
