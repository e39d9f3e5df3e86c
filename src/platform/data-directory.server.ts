import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  unlinkSync,
} from 'node:fs';
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

const database = 'prangon.sqlite';
export const unfinishedStore = 'unfinished-store';
/** Files with secrets, or that could be forged. */
const privateFiles = [database, `${database}-wal`, `${database}-shm`, 'secret', 'mail-mark'];

/** Creates the data folder and restricts it and its private files to the owner. */
export function makeDataFolder(folder: string): void {
  makeFolders(folder);
  restrictAccess(folder, 0o700);
  for (const name of privateFiles) restrictAccess(path.join(folder, name), 0o600);
}

/** One level at a time: `mkdir` with `recursive` never returns where the system says ENOENT, as below /proc. */
function makeFolders(folder: string): void {
  if (isFolder(folder)) return;
  makeFolders(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
  syncFolder(path.dirname(folder));
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function makeDatabaseFile(folder: string): string {
  const file = path.join(folder, database);
  closeSync(openSync(file, 'a', 0o600));
  return file;
}

export function hasDatabase(folder: string): boolean {
  return existsSync(path.join(folder, database));
}

function restrictAccess(place: string, mode: number): void {
  try {
    chmodSync(place, mode);
  } catch {
    // Missing, read-only or owned by another user, who decides then.
  }
}

/** Why a start would create another store in the place of one that is missing, and back that up; else null. */
export function missingDatabase(folder: string): string | null {
  const has = (name: string) => existsSync(path.join(folder, name));
  if (has(database) && statSync(path.join(folder, database)).size > 0) return null;
  if (has(unfinishedStore))
    return `has \`${unfinishedStore}\`: a restore or move was broken off, or still runs. Run it again, or remove that folder to begin anew.`;
  const left = ['files/pictures', 'files/downloads', 'backups/moments'].filter(has);
  if (left.every((name) => readdirSync(path.join(folder, name)).length === 0)) return null;
  return 'has files or backups of a site, but its database prangon.sqlite is gone. Put it back, or restore a backup: docs/backup.md. With PostgreSQL set DATABASE_URL. To begin anew, choose an empty DATA_DIR.';
}

export function syncFolder(folder: string): void {
  const list = openSync(folder, 'r');
  try {
    fsyncSync(list);
  } finally {
    closeSync(list);
  }
}
