import type { Generated } from 'kysely';

/**
 * Every table of the database. Each kind declares its own table beside its SQL, by adding to this interface:
 * `declare module '#server/database/tables.server.ts' { interface Tables { news: NewsTable } }`.
 */
export interface Tables {
  content_changes: ContentChangesTable;
  files: FilesTable;
  pictures: PicturesTable;
  rate_limits: RateLimitsTable;
  store_facts: StoreFactsTable;
}

/** What changed, in the order of the commits; instances read it to catch up. */
interface ContentChangesTable {
  seq: Generated<number>;
  kind: string;
  created_at: string;
}

/** Every stored file for visitors, by the hash of its bytes; size in bytes, `type` a media type. */
interface FilesTable {
  key: string;
  name: string;
  size: number;
  type: string;
  created_at: string;
}

/** Every stored picture by the hash of its bytes; sizes in pixels and bytes. */
interface PicturesTable {
  key: string;
  width: number;
  height: number;
  size: number;
  created_at: string;
  /** What it shows; empty where nobody said so. */
  alt: Generated<string>;
  /** What must be seen of it where it is cropped, in percent of its width and height; null is its middle. */
  focus_x: Generated<number | null>;
  focus_y: Generated<number | null>;
}

/** How often something happened in a window; `window_start` is in seconds since 1970. */
interface RateLimitsTable {
  key: string;
  window_start: number;
  count: number;
}

/** Facts about the store itself, such as that the sample content was loaded. */
interface StoreFactsTable {
  name: string;
  value: string;
}
