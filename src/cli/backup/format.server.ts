import type { Sums, Table } from '../portable/snapshot.server.ts';

/**
 * A backup has, in this order: `about.json`, `secret`, each table's rows as `database/TABLE/NUMBER.jsonl.gz`, the
 * stored files as `files/…`, `manifest.json`, and the SHA-256 of all that.
 */
export const names = { about: 'about.json', secret: 'secret', manifest: 'manifest.json' } as const;

/** Raise it when older versions can't read the format any more. */
export const format = 1;

export interface BackupInfo {
  format: number;
  version: string;
  made_at: string;
  database: 'sqlite' | 'postgres';
  migrations: string[];
  tables: Table[];
  files: number;
}

export interface Manifest {
  tables: Sums;
  entries: Record<string, string>;
  /** Files that records refer to and that were missing or damaged when the backup was made. */
  missing: string[];
}

export function rowsName(table: string, number: number): string {
  return `database/${table}/${String(number).padStart(5, '0')}.jsonl.gz`;
}

export function tableOf(name: string): string | null {
  return /^database\/([a-z_]+)\/\d{5,}\.jsonl\.gz$/.exec(name)?.[1] ?? null;
}

export function fileName(stored: string): string {
  return `files/${stored}`;
}

/** The name under which a file is stored; null for any other entry, also for one with a path outside of `files/`. */
export function storedNameOf(name: string): string | null {
  return /^files\/((?:pictures|downloads)\/[A-Za-z0-9][A-Za-z0-9._-]*)$/.exec(name)?.[1] ?? null;
}
