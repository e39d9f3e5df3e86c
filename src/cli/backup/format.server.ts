import type { Sums, Table } from '../portable/snapshot.server.ts';

/**
 * What a backup has, in this order: `about.json`, `secret`, the rows of each table as `database/TABLE/NUMBER.jsonl.gz`, the
 * stored files as `files/…`, `manifest.json`; and behind it the hash of all that.
 */
export const names = { about: 'about.json', secret: 'secret', manifest: 'manifest.json' } as const;

/** To be raised when an older program could not read it any more. */
export const format = 1;

/** What must be known before anything can be put anywhere. */
export interface About {
  format: number;
  version: string;
  made_at: string;
  database: 'sqlite' | 'postgres';
  migrations: string[];
  tables: Table[];
  files: number;
}

/** What must have come when all has come. */
export interface Manifest {
  tables: Sums;
  /** By their names in the archive. */
  entries: Record<string, string>;
  /** Files that records name and that were not there, or not as they were stored, when the backup was made. */
  missing: string[];
}

export function rowsName(table: string, number: number): string {
  return `database/${table}/${String(number).padStart(5, '0')}.jsonl.gz`;
}

/** The table of an entry with rows; null for another entry. */
export function tableOf(name: string): string | null {
  return /^database\/([a-z_]+)\/\d{5,}\.jsonl\.gz$/.exec(name)?.[1] ?? null;
}

export function fileName(stored: string): string {
  return `files/${stored}`;
}

/** The name under which a file is stored; null for another entry, or one that would lie elsewhere. */
export function storedNameOf(name: string): string | null {
  return /^files\/((?:pictures|downloads)\/[A-Za-z0-9][A-Za-z0-9._-]*)$/.exec(name)?.[1] ?? null;
}
