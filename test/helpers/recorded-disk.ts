import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A change of a folder, or a note of the test; `offset` is a length of what is truncated, and the number of a sync. */
export interface DiskRecord {
  kind: 'create' | 'write' | 'truncate' | 'rename' | 'unlink' | 'mkdir' | 'sync' | 'synced' | 'failed' | 'note';
  inode: number;
  offset: number;
  path: string;
  data: Buffer;
}

const page = 4_096;
const sector = 512;

/** What a power cut does to what was not synced. */
export const powerCuts = ['dropped', 'half', 'last one torn', 'kept'] as const;
export type PowerCut = (typeof powerCuts)[number];

/** A change of a name in a folder, which lasts once the folder is synced. */
interface NameChange {
  folder: string;
  apply: (names: Map<string, RecordedFile>) => void;
}

/**
 * A folder as programs see it, and as the disk has it: of a file what was synced, page by page, and of its name what was
 * synced with its folder. As in Linux, a failed sync leaves pages that no later sync writes, until they are written anew.
 */
export class RecordedDisk {
  readonly #files = new Map<number, RecordedFile>();
  readonly #folders = new Map<number, string>();
  readonly #seen = new Map<string, RecordedFile>();
  readonly #kept = new Map<string, RecordedFile>();
  #changes: NameChange[] = [];
  readonly #syncs = new Map<number, NameChange[]>();
  #last: { file: RecordedFile; offset: number; length: number } | null = null;

  /** All of it is synced. */
  static of(folder: string): RecordedDisk {
    const disk = new RecordedDisk();
    disk.#folders.set(statSync(folder).ino, folder);
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const name = path.join(entry.parentPath, entry.name);
      const { ino } = statSync(name);
      if (entry.isDirectory()) disk.#folders.set(ino, name);
      if (!entry.isFile() || name.endsWith('-shm')) continue;
      const file = new RecordedFile(readFileSync(name));
      disk.#files.set(ino, file);
      disk.#seen.set(name, file);
      disk.#kept.set(name, file);
    }
    return disk;
  }

  apply({ kind, inode, offset, path: name, data }: DiskRecord): void {
    const file = this.#files.get(inode);
    if (kind === 'mkdir') this.#folders.set(inode, name);
    if (kind === 'create') {
      const created = new RecordedFile(Buffer.alloc(0));
      this.#files.set(inode, created);
      this.#change(name, (names) => names.set(name, created));
    }
    if (kind === 'unlink') this.#change(name, (names) => names.delete(name));
    if (kind === 'rename') this.#rename(name, data.toString());
    if (kind === 'write' && file) {
      file.write(offset, data);
      this.#last = { file, offset, length: data.length };
    }
    if (kind === 'truncate') file?.truncate(offset);
    if (kind === 'sync') this.#begin(inode, offset);
    if (kind === 'synced' || kind === 'failed') this.#end(inode, offset, kind === 'synced');
  }

  /** Makes a folder with what a power cut at this moment leaves of `from`. */
  write(from: string, to: string, cut: PowerCut, random: () => number): void {
    const names = new Map(this.#kept);
    const changes = { dropped: 0, half: Math.floor(random() * (this.#changes.length + 1)) };
    const lasting = cut === 'dropped' || cut === 'half' ? changes[cut] : this.#changes.length;
    for (const { apply } of this.#changes.slice(0, lasting)) apply(names);
    for (const [name, file] of names) {
      const place = path.join(to, path.relative(from, name));
      mkdirSync(path.dirname(place), { recursive: true });
      const torn = cut === 'last one torn' && this.#last?.file === file ? this.#last : null;
      writeFileSync(place, file.afterCut(cut, random, torn));
    }
  }

  #rename(from: string, to: string): void {
    const file = this.#seen.get(from);
    if (!file) return;
    this.#change(to, (names) => {
      names.delete(from);
      names.set(to, file);
    });
  }

  #change(name: string, apply: NameChange['apply']): void {
    apply(this.#seen);
    this.#changes.push({ folder: path.dirname(name), apply });
  }

  #begin(inode: number, number: number): void {
    this.#files.get(inode)?.beginSync(number);
    const folder = this.#folders.get(inode);
    if (folder)
      this.#syncs.set(
        number,
        this.#changes.filter((change) => change.folder === folder),
      );
  }

  #end(inode: number, number: number, isDone: boolean): void {
    this.#files.get(inode)?.endSync(number, isDone);
    const synced = this.#syncs.get(number);
    if (!synced || !isDone) return;
    for (const { apply } of synced) apply(this.#kept);
    this.#changes = this.#changes.filter((change) => !synced.includes(change));
  }
}

/** Pages to be written, and the length of the file; `cut` is the shortest one that it had since the last sync. */
interface Unsynced {
  pages: Map<number, Buffer>;
  length: number;
  cut: number;
}

class RecordedFile {
  #seen: Bytes;
  #disk: Bytes;
  #dirty = new Set<number>();
  #cut = Number.POSITIVE_INFINITY;
  readonly #syncs = new Map<number, Unsynced>();

  constructor(bytes: Buffer) {
    this.#seen = new Bytes(bytes);
    this.#disk = new Bytes(bytes);
  }

  write(offset: number, data: Buffer): void {
    this.#seen.write(offset, data);
    for (let at = Math.floor(offset / page); at * page < offset + data.length; at++) this.#dirty.add(at);
  }

  truncate(length: number): void {
    this.#seen.resize(length);
    this.#cut = Math.min(this.#cut, length);
    for (const at of this.#dirty) if (at * page >= length) this.#dirty.delete(at);
  }

  beginSync(number: number): void {
    const pages = new Map([...this.#dirty].map((at) => [at, this.#seen.copy(at * page, page)]));
    this.#syncs.set(number, { pages, length: this.#seen.length, cut: this.#cut });
    this.#dirty = new Set();
    this.#cut = Number.POSITIVE_INFINITY;
  }

  endSync(number: number, isDone: boolean): void {
    const unsynced = this.#syncs.get(number);
    this.#syncs.delete(number);
    if (unsynced && isDone) keep(this.#disk, unsynced, unsynced.pages);
  }

  afterCut(cut: PowerCut, random: () => number, torn: { offset: number; length: number } | null): Buffer {
    const disk = new Bytes(this.#disk.all());
    const dirty = new Map([...this.#dirty].map((at) => [at, this.#seen.copy(at * page, page)]));
    const unsynced = [...this.#syncs.values(), { pages: dirty, length: this.#seen.length, cut: this.#cut }];
    if (cut === 'dropped') return disk.all();
    for (const each of unsynced) {
      const half = new Map([...each.pages].filter(() => random() < 0.5).map(([at, bytes]) => [at, tear(at, bytes)]));
      if (cut !== 'half') keep(disk, each, each.pages);
      else keep(disk, random() < 0.5 ? each : { ...each, length: disk.length, cut: Number.POSITIVE_INFINITY }, half);
    }
    if (torn && dirty.size > 0) {
      const middle = torn.offset + Math.floor(torn.length / 2);
      const length = torn.offset + torn.length - middle;
      disk.write(middle, this.#disk.copy(middle, length));
    }
    return disk.all();

    function tear(at: number, bytes: Buffer): Buffer {
      if (random() < 0.5) return bytes;
      const mixed = disk.copy(at * page, page);
      for (let place = 0; place < page; place += sector)
        if (random() < 0.5) bytes.copy(mixed, place, place, place + sector);
      return mixed;
    }
  }
}

function keep(disk: Bytes, { length, cut }: Unsynced, pages: Map<number, Buffer>): void {
  if (cut < disk.length) disk.resize(cut);
  disk.resize(length);
  for (const [at, bytes] of pages) disk.write(at * page, bytes.subarray(0, Math.max(0, length - at * page)));
}

/** Bytes that grow, with zeros between what was written. */
class Bytes {
  #room: Buffer;
  length: number;

  constructor(bytes: Buffer) {
    this.#room = Buffer.from(bytes);
    this.length = bytes.length;
  }

  write(offset: number, data: Buffer): void {
    if (data.length === 0) return;
    this.resize(Math.max(this.length, offset + data.length));
    data.copy(this.#room, offset);
  }

  resize(length: number): void {
    if (length > this.#room.length) this.#room = Buffer.concat([this.#room], Math.max(length, 2 * this.#room.length));
    if (length < this.length) this.#room.fill(0, length, this.length);
    this.length = length;
  }

  /** Zeros beyond the end. */
  copy(offset: number, length: number): Buffer {
    return Buffer.concat([this.#room.subarray(offset, Math.min(offset + length, this.length))], length);
  }

  all(): Buffer {
    return this.#room.subarray(0, this.length);
  }
}
