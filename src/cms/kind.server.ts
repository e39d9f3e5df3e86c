import type { Database } from '#platform/database/open.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import type { ListTable } from './collections/listed-table.server.ts';
import { emptyTrash } from './collections/trash.server.ts';
import type { AppContext } from './context.server.ts';
import { type PicturePlace, picturePlace } from './pictures/picture-place.server.ts';
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
