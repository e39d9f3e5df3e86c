import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, statSync, unlinkSync } from 'node:fs';
import { open, statfs, unlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpError, storeFault } from './errors.server.ts';

/** Limits of free disk space, in bytes: make room soon; nothing can be saved. */
export const lowSpace = { soon: 2 ** 30, now: 64 * 2 ** 20 };

/** In bytes, for this user. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

type Report = (event: 'data_folder_lost' | 'disk_failed', reason: string) => void;

/**
 * Detects a removed, replaced or forbidden file or folder, as writes to the unlinked one would be lost, and remembers a
 * failed sync.
 */
export class DataDirectory {
  readonly #place: string;
  readonly #identity: string | null;
  readonly #report: Report;
  #isLost = false;
  /** Since a sync failed, nobody knows what the disk has of what the cache shows. */
  hasFailed = false;
  /** An unlinked file on the same disk, and its length. */
  #probe: number | null = null;
  #length = 0;

  constructor(place: string, report: Report) {
    this.#place = place;
    this.#identity = identityOf(place);
    this.#report = report;
  }

  isThere(): boolean {
    const wasLost = this.#isLost;
    this.#isLost = identityOf(this.#place) !== this.#identity;
    if (this.#isLost && !wasLost)
      this.#report(
        'data_folder_lost',
        `${this.#place} was removed, replaced or forbidden: put it back, or start again with what is there`,
      );
    return !this.#isLost;
  }

  /** @throws {HttpError} 503 if the place is missing, replaced or forbidden, or a sync failed */
  check(): void {
    if (this.isThere() && !this.hasFailed) return;
    throw new HttpError(503, 'এই মুহূর্তে কিছু রাখা যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।', {
      retryAfter: 5,
      english:
        'The data folder of the server is gone or forbidden, or its disk failed, so nothing can be saved right now.',
    });
  }

  /** Refuses all writes from now on. */
  fail({ message }: Error): void {
    this.hasFailed = true;
    this.#report('disk_failed', message);
  }

  /** Resolves after a failed sync, once the disk keeps what is written. Until then pages are served better than none. */
  async needsRestart(): Promise<void> {
    while (!this.hasFailed || (await this.writeFault()) !== null) await sleep(1_000);
  }

  /**
   * Call it after an fsync, before acknowledging the write. When ext4 aborts its journal, a concurrent `fsync` may
   * report success for lost data; from then on even ftruncate fails.
   * @throws {Error} EROFS or EIO if the file system has failed
   */
  confirm(): void {
    this.#probe ??= openUnlinked(this.#place);
    this.#length = 1 - this.#length;
    ftruncateSync(this.#probe, this.#length);
  }

  /** `folder` if it may not be written, `full` if there is no space, `disk` for any other error. */
  async writeFault(): Promise<'folder' | 'full' | 'disk' | null> {
    try {
      await testWrite(this.#place, this.hasFailed);
      return null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EACCES') return 'folder';
      return storeFault(error)?.status === 507 ? 'full' : 'disk';
    }
  }

  close(): void {
    if (this.#probe !== null) closeSync(this.#probe);
    this.#probe = null;
  }
}

const block = Buffer.alloc(4_096);

/** One block, in a file that has lost its name by then. */
export async function testWrite(place: string, isSynced = true): Promise<void> {
  const name = namelessIn(place);
  const file = await open(name, 'wx', 0o600);
  await unlink(name)
    .then(() => file.writeFile(block))
    .then(() => (isSynced ? file.sync() : undefined))
    .finally(() => file.close());
}

function namelessIn(place: string): string {
  const folder = statSync(place).isDirectory() ? place : path.dirname(place);
  return path.join(folder, `.${randomUUID()}`);
}

/** Unlinked at once, so that nothing remains even after a crash. */
function openUnlinked(place: string): number {
  const name = namelessIn(place);
  const file = openSync(name, 'wx', 0o600);
  unlinkSync(name);
  return file;
}

function identityOf(place: string): string | null {
  try {
    const { dev, ino } = statSync(place, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}
