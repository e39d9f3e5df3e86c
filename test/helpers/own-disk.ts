import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'vitest';
import type { Store } from './store.ts';

export type FileSystem = keyof typeof fileSystems;

/** `noauto_da_alloc`: ext4 then forgives nothing, a file that is renamed before it is synced may be empty after a power cut. */
const fileSystems = {
  ext4: { make: ['mkfs.ext4', '-q', '-m', '0'], options: 'noauto_da_alloc,errors=remount-ro', megabytes: 4 },
  // A copy has the same id as what it was copied from; smaller ones are not made.
  xfs: { make: ['mkfs.xfs', '-q'], options: 'nouuid', megabytes: 300 },
};

/** A small disk for one test. Only root may have one. */
export class OwnDisk {
  readonly folder: string;
  readonly #image: string;
  readonly #fileSystem: FileSystem;

  static readonly #all = new Set<OwnDisk>();

  /** Mounts an image, which is then this disk's own. */
  private constructor(image: string, fileSystem: FileSystem) {
    this.#image = image;
    this.#fileSystem = fileSystem;
    this.folder = path.join(path.dirname(image), 'disk');
    mkdirSync(this.folder);
    OwnDisk.#all.add(this);
    this.#mount();
  }

  /** Of so many megabytes, or the fewest that the file system allows. */
  static make(megabytes: number, fileSystem: FileSystem = 'ext4'): OwnDisk {
    const image = OwnDisk.#newImage();
    writeFileSync(image, '');
    const { make, megabytes: fewest } = fileSystems[fileSystem];
    truncateSync(image, Math.max(megabytes, fewest) * 2 ** 20);
    const [command = '', ...args] = make;
    execFileSync(command, [...args, image]);
    return new OwnDisk(image, fileSystem);
  }

  /** With space for its own tables and its journal; what else is written takes space that may run out. */
  static makeThin(): OwnDisk {
    const image = OwnDisk.#newImage();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'prangon-thin', path.dirname(image)]);
    writeFileSync(image, Buffer.alloc(96 * 2 ** 20));
    const [command = '', ...args] = fileSystems.ext4.make;
    execFileSync(command, [...args, '-E', 'nodiscard,lazy_itable_init=0,lazy_journal_init=0', image]);
    // Zeros take space only when they are written.
    writeFileSync(image, readFileSync(image));
    const disk = new OwnDisk(image, 'ext4');
    execFileSync('fstrim', [disk.folder]);
    // Linux 6.18 takes a request of which a loop device wrote only a part for written: one page each.
    writeFileSync(`/sys/block/${path.basename(disk.#device())}/queue/max_sectors_kb`, '4');
    return disk;
  }

  /** The space below a thin disk is used up; answers how to give it back. */
  runOut(): () => void {
    const ballast = path.join(path.dirname(this.#image), 'ballast');
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']);
    return () => rmSync(ballast);
  }

  /** The same store with its folder on this disk. */
  holding(store: Store): Store {
    cpSync(store.dataDir, this.folder, { recursive: true });
    execFileSync('sync', ['-f', this.folder]);
    return { ...store, dataDir: this.folder };
  }

  /** The same disk as a power cut at this moment would leave it: with what was written to it, and nothing of what waits. */
  cut(): OwnDisk {
    const image = OwnDisk.#newImage();
    cpSync(this.#image, image);
    // A write that came to the disk meanwhile may be in the copy without the one before it.
    while (!readFileSync(this.#image).equals(readFileSync(image))) cpSync(this.#image, image);
    return new OwnDisk(image, this.#fileSystem);
  }

  /** From now on it can only be read, as after an error of its own. */
  fail(): void {
    writeFileSync(`/sys/fs/ext4/${path.basename(this.#device())}/trigger_fs_error`, '1');
  }

  /** As whoever cares for the machine does after an error. */
  repair(): void {
    // Helpers of a server that was just killed may still hold a file for a moment.
    for (let tries = 0; spawnSync('umount', [this.folder]).status !== 0; tries++) {
      if (tries === 50) throw new Error(`${this.folder} is still in use`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
    // It ends with 1 where it repaired something.
    spawnSync('e2fsck', ['-p', '-f', this.#image]);
    this.#mount();
  }

  remove(): void {
    OwnDisk.#all.delete(this);
    spawnSync('umount', ['--lazy', this.folder]);
    // The memory below a thin one.
    spawnSync('umount', ['--lazy', path.dirname(this.#image)], { stdio: 'ignore' });
    rmSync(path.dirname(this.#image), { recursive: true, force: true });
  }

  static removeAll(): void {
    for (const disk of OwnDisk.#all) disk.remove();
  }

  static #newImage(): string {
    return path.join(mkdtempSync(path.join(os.tmpdir(), 'prangon-disk-')), 'image');
  }

  #device(): string {
    return execFileSync('findmnt', ['-no', 'SOURCE', this.folder], { encoding: 'utf8' }).trim();
  }

  #mount(): void {
    const options = `loop,${fileSystems[this.#fileSystem].options}`;
    execFileSync('mount', ['-o', options, this.#image, this.folder], { stdio: 'pipe' });
  }
}

/** Skips the test where there can't be one, and says why. */
export function needOwnDisk(context: TestContext, fileSystem: FileSystem = 'ext4'): void {
  context.skip(process.getuid?.() !== 0, 'a disk of its own needs root');
  try {
    OwnDisk.make(0, fileSystem).remove();
  } catch (error) {
    // Below what was run stands what it said.
    const [run, said = run] = (error as Error).message.split('\n');
    context.skip(`no disk of its own here: ${said}`);
  }
}
