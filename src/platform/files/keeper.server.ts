import type { Readable } from 'node:stream';

/** An inclusive byte range. */
export interface Part {
  start: number;
  end: number;
}

/** The opener reads the whole stream or destroys it. */
export interface OpenFile {
  /** Bytes in the stream, which may be a range of the file. */
  size: number;
  stream: Readable;
}

export interface FileBackend {
  /** Stores a complete file, replacing an existing one. It is durable when this resolves. */
  keep: (file: string, name: string) => Promise<void>;
  size: (name: string) => Promise<number | null>;
  bytes: (name: string) => Promise<Buffer | null>;
  open: (name: string, part?: Part) => Promise<OpenFile | null>;
  /** All names in a folder, with it in front. */
  list: (folder: string) => Promise<string[]>;
  delete: (name: string) => Promise<void>;
}
