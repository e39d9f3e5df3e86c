import type { Database } from './database/open.server.ts';
import type { Tables } from './database/tables.server.ts';
import type { Foundations } from './foundations.server.ts';
import type { Http } from './http/create.server.ts';
import type { ListTable } from './lists/listed-table.server.ts';
import { emptyTrash } from './lists/trash.server.ts';
import type { Findable } from './site-search/entries.server.ts';
import type { Publishing } from './versions/versioned-writes.server.ts';

/** A kind of content, with all that the rest of the server has to know of it. What is left out does not compile. */
export interface KindOnServer {
  /** The tables of its records: a store where one of them has a row is not empty. */
  tables: readonly ListTable[];
  /** Those of its tables with a picture. */
  pictured: readonly ListTable[];
  /** Those of its tables with rich text, which may show pictures too. */
  rich: readonly (keyof Tables)[];
  publicCalls: (foundations: Foundations) => void;
  /** In a guarded scope. */
  staffCalls: (foundations: Foundations, scope: Http) => void | Promise<void>;
  /** How its records go on the site and off it at a time, where they have drafts. */
  versioned?: (foundations: Foundations) => Publishing[];
  /** Removes for good what was deleted too long ago. */
  emptyTrash: (database: Database) => Promise<void>;
  /** Those of these stored files that its records name, also one in the trash. */
  filesInUse: ((database: Database, keys: string[]) => Promise<string[]>) | null;
  /** The table whose records the dashboard counts. */
  counted: ListTable | null;
  /** What the site's search finds of it. */
  findable: Findable | null;
  addSample: (transaction: Database, records: never, stored: StoredSamples) => Promise<void>;
}

/** Under which keys the pictures and files of the sample content are stored, by their names. */
export interface StoredSamples {
  pictureKey: (name: string | null) => string | null;
  fileKey: (name: string) => string;
}

interface PlainList<R> {
  table: ListTable;
  pictured: boolean;
  rich: string | null;
  order?: unknown;
  add: (transaction: Database, record: R) => Promise<number>;
}

/** What a kind says of itself whose records are those of one plain list; its calls and what is found of it are its own. */
export function plainKind<R extends object>(list: PlainList<R>) {
  const { table, pictured, rich } = list;
  return {
    tables: [table],
    pictured: pictured ? [table] : [],
    rich: rich ? [table] : [],
    counted: table,
    filesInUse: null,
    emptyTrash: (database: Database) => emptyTrash(database, table),

    /** The sample's records in the order in which visitors see them. */
    async addSample(
      transaction: Database,
      records: readonly (Omit<R, 'sort_order' | 'image_key'> & { picture?: string | null })[],
      { pictureKey }: StoredSamples,
    ): Promise<void> {
      // Where staff arrange nothing, the first one is the newest: it comes last, and so has the highest number.
      const inTurn = list.order ? records.toReversed() : records;
      for (const [place, { picture = null, ...record }] of inTurn.entries()) {
        const where = list.order ? {} : { sort_order: place };
        const shown = pictured ? { image_key: pictureKey(picture) } : {};
        await list.add(transaction, { ...record, ...where, ...shown } as unknown as R);
      }
    },
  };
}
