import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/open.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import type { ListTable } from './collections/listed-table.server.ts';
import { emptyTrash } from './collections/trash.server.ts';
import type { AppContext } from './context.server.ts';
import type { Searchable } from './search/search-index.server.ts';
import type { Publishing } from './versions/publisher.server.ts';

export interface KindOnServer {
  /** A store with a row in one of these tables is not empty. */
  tables: readonly ListTable[];
  /** Where the picture library finds the pictures of its records and texts. */
  pictures: readonly PicturePlace[];
  publicCalls: (context: AppContext) => void;
  staffCalls: (context: AppContext, scope: StaffScope) => void | Promise<void>;
  versioned?: (context: AppContext) => Publishing[];
  emptyTrash: (database: Database) => Promise<void>;
  /** Which of these stored files its records refer to, those in the trash included. */
  filesInUse: ((database: Database, keys: string[]) => Promise<string[]>) | null;
  counted: ListTable | null;
  searchable: Searchable | null;
  addSample: (transaction: Database, records: never, stored: StoredSamples) => Promise<void>;
}

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

/** The defaults of a collection with one plain list; it adds its endpoints and search entries itself. */
export function plainKind<R extends object>(list: PlainList<R>, screen: Parameters<typeof picturePlace>[1]) {
  const { table, pictured, rich } = list;
  return {
    tables: [table],
    pictures:
      pictured || rich ? [picturePlace(table, screen, { picture: pictured ? 'image_key' : null, text: rich })] : [],
    counted: table,
    filesInUse: null,
    emptyTrash: (database: Database) => emptyTrash(database, table),

    async addSample(
      transaction: Database,
      records: readonly (Omit<R, 'sort_order' | 'image_key'> & { picture?: string | null })[],
      { pictureKey }: StoredSamples,
    ): Promise<void> {
      // Without a manual order the newest is shown first, so insert in reverse.
      const inTurn = list.order ? records.toReversed() : records;
      for (const [place, { picture = null, ...record }] of inTurn.entries()) {
        const where = list.order ? {} : { sort_order: place };
        const shown = pictured ? { image_key: pictureKey(picture) } : {};
        await list.add(transaction, { ...record, ...where, ...shown } as unknown as R);
      }
    },
  };
}

/** A table whose records show pictures. */
export interface PicturePlace {
  table: keyof Tables;
  /** The name of its records on screen. */
  what: string;
  /** The name of its records in the audit. */
  kind: string;
  /** The column or SQL expression of a record's title. */
  title: RawBuilder<unknown>;
  /** The deletion time, if the table has a trash. */
  deleted: RawBuilder<unknown>;
  /** The column of the picture's key. */
  picture: string | null;
  /** The column of its rich text. */
  text: string | null;
  link: (id: number) => string;
}

/** The place of a list with a trash, whose screen opens a record by `edit`. */
export function picturePlace(
  table: keyof Tables,
  screen: { name: string; path: string; titleField?: string },
  { picture = 'image_key', text = null }: { picture?: string | null; text?: string | null } = {},
): PicturePlace {
  return {
    table,
    what: screen.name,
    kind: table,
    picture,
    text,
    title: sql.ref(screen.titleField ?? 'title'),
    deleted: sql.ref('deleted_at'),
    link: (id) => `${screen.path}?edit=${id}`,
  };
}
