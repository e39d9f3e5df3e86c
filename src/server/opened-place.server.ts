import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, statSync, unlinkSync } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { Refusal, storeFault } from './errors.server.ts';

/**
 * A file or folder that the running program stands on. Who removes it, or puts another in its place (a backup, a
 * volume), leaves the program with one that has no name any more: whatever it wrote there would be lost.
 */
export class OpenedPlace {
  readonly #place: string;
  readonly #identity: string | null;
  readonly #onLost: (reason: string) => void;
  #isLost = false;
  /** A file without a name on the same disk, and its length. */
  #probe: number | null = null;
  #length = 0;

  /** `onLost` is told each time that it goes. */
  constructor(place: string, onLost: (reason: string) => void) {
    this.#place = place;
    this.#identity = identityOf(place);
    this.#onLost = onLost;
  }

  /** Whether what stands there now is what was opened. */
  isThere(): boolean {
    const wasLost = this.#isLost;
    this.#isLost = identityOf(this.#place) !== this.#identity;
    if (this.#isLost && !wasLost)
      this.#onLost(`${this.#place} was removed or replaced: put it back, or start again with what is there`);
    return !this.#isLost;
  }

  /** @throws {Refusal} 503 where it is not */
  check(): void {
    if (this.isThere()) return;
    throw new Refusal(503, 'এই মুহূর্তে কিছু রাখা যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।', {
      retryAfter: 5,
      english: 'The data folder of the server was removed or replaced, so nothing can be saved right now.',
    });
  }

  /**
   * To be asked after a write that is said to be on the disk, before anybody is told so. A file system that fails in that
   * very moment may say so without having kept it: the journal of ext4 ends, and `fsync` finds nothing left to wait for.
   * From then on it takes no change of any file, not even of an empty one's length.
   * @throws {Error} EROFS or EIO where it has failed
   */
  confirm(): void {
    this.#probe ??= openNameless(this.#place);
    this.#length = 1 - this.#length;
    ftruncateSync(this.#probe, this.#length);
  }

  /** Tries a write of one block: `full` where there is no room, `disk` where the disk takes none. */
  async writeFault(): Promise<'full' | 'disk' | null> {
    try {
      const name = namelessIn(this.#place);
      const file = await open(name, 'wx', 0o600);
      await unlink(name)
        .then(() => file.writeFile(block))
        .finally(() => file.close());
      return null;
    } catch (error) {
      return storeFault(error)?.status === 507 ? 'full' : 'disk';
    }
  }

  close(): void {
    if (this.#probe !== null) closeSync(this.#probe);
    this.#probe = null;
  }
}

const block = Buffer.alloc(4_096);

function namelessIn(place: string): string {
  const folder = statSync(place).isDirectory() ? place : path.dirname(place);
  return path.join(folder, `.${randomUUID()}`);
}

/** Nothing is left of it when the program ends, however that is. */
function openNameless(place: string): number {
  const name = namelessIn(place);
  const file = openSync(name, 'wx', 0o600);
  unlinkSync(name);
  return file;
}

function identityOf(place: string): string | null {
  const found = statSync(place, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : null;
}
