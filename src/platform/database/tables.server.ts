import type { Generated } from 'kysely';

/**
 * Each collection declares its own table by module augmentation: `declare module '#platform/database/tables.server.ts' {
 * interface Tables { news: NewsTable } }`.
 */
export interface Tables {
  content_changes: ContentChangesTable;
  files: FilesTable;
  pictures: PicturesTable;
  rate_limits: RateLimitsTable;
  store_facts: StoreFactsTable;
}

interface ContentChangesTable {
  seq: Generated<number>;
  kind: string;
  created_at: string;
}

/** `key` is the hash of the bytes, `size` is in bytes, `type` is a media type. */
interface FilesTable {
  key: string;
  name: string;
  size: number;
  type: string;
  created_at: string;
}

/** `key` is the hash of the bytes; width and height are in pixels, `size` is in bytes. */
interface PicturesTable {
  key: string;
  width: number;
  height: number;
  size: number;
  created_at: string;
  alt: Generated<string>;
  /** Focal point for cropping, in percent of width and height; null is the middle. */
  focus_x: Generated<number | null>;
  focus_y: Generated<number | null>;
}

/** `window_start` is in seconds since 1970. */
interface RateLimitsTable {
  key: string;
  window_start: number;
  count: number;
}

interface StoreFactsTable {
  name: string;
  value: string;
}
