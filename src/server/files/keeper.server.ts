import type { Readable } from 'node:stream';

/** Bytes of a file, from the first to the last of them. */
export interface Part {
  start: number;
  end: number;
}

/** A stored file, or a part of one, that is being read. Whoever opened it reads all of it, or destroys the stream. */
export interface OpenFile {
  /** Bytes that come. */
  size: number;
  stream: Readable;
}

/** Where whole files are kept by their names: a folder, or a bucket. */
export interface Keeper {
  /** Keeps a whole file under its name, instead of what may be there. It is safe when this ends. */
  keep: (file: string, name: string) => Promise<void>;
  /** In bytes; null where there is none. */
  size: (name: string) => Promise<number | null>;
  /** Null where there is none. */
  bytes: (name: string) => Promise<Buffer | null>;
  open: (name: string, part?: Part) => Promise<OpenFile | null>;
  delete: (name: string) => Promise<void>;
}
