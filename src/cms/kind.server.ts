import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { idSchema, pageSchema } from '#api/records.ts';
import { oneOf, someChosen, versionField } from '#api/shapes.ts';
import { t } from '#i18n/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { actorOf } from './audit/audit.server.ts';
import {
  bodyLimits,
  dataSchema,
  flagSchema,
  listQuery,
  messageSchema,
  queryParameter,
} from './collections/answers.server.ts';
import type { FormInput, ListKind, ListMessages, ListRecord } from './collections/list-kind.server.ts';
import type { ListTable } from './collections/listed-table.server.ts';
import { orderRoute } from './collections/order.server.ts';
import { readPage } from './collections/read-page.server.ts';
import { recordRoutes } from './collections/record-routes.server.ts';
import { emptyTrash } from './collections/trash.server.ts';
import { type BulkAction, bulkActions, ListWrites } from './collections/writes.server.ts';
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
  /** Empty: its place on the site shows nothing. */
  counted: ListTable;
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
    picture,
    text,
    title: sql.ref(screen.titleField ?? 'title'),
    deleted: sql.ref('deleted_at'),
    link: (id) => `${screen.path}?edit=${id}`,
  };
}

const maxBulk = 100;

const bulkBody = z.object({
  ids: someChosen('record', maxBulk),
  action: oneOf(bulkActions),
  updated_at: versionField,
});

const bulkResult = mini.object({
  id: idSchema,
  ok: mini.boolean(),
  changed: mini.boolean(),
  message: mini.string(),
});
mini.globalRegistry.add(bulkResult, { id: 'BulkResult' });

const bulkAnswer = mini.object({ data: mini.object({ results: mini.array(bulkResult) }), ...messageSchema.shape });

const pastOf: Record<BulkAction, string> = t({
  activate: 'activated',
  deactivate: 'deactivated',
  delete: 'deleted',
  restore: 'restored',
});

/** The list with pages, search, status, trash and order; bulk actions, single records. */
export function listApi<Input extends FormInput, Wire extends ListRecord>(
  context: AppContext,
  scope: StaffScope,
  kind: ListKind<Input, Wire, ListTable>,
): void {
  const { path, onWire, sorted } = kind;
  const schema = { summary: 'List {many}', querystring: listQuery(sorted), response: { 200: pageSchema(onWire) } };

  scope.get(path, { schema }, async ({ query }) => readPage(context.database, kind, query));
  if (!kind.order) orderRoute(context, scope, kind);
  bulkRoute(context, scope, kind);
  recordRoutes(context, scope, kind);
}

/** Each record has its own result; 409 if all failed. `updated_at` is for a single record. */
function bulkRoute<Input extends FormInput, Wire extends ListRecord>(
  context: AppContext,
  scope: StaffScope,
  kind: ListKind<Input, Wire>,
): void {
  const writes = new ListWrites<Input, Wire>(context, kind);
  scope.post(
    `${kind.path}/bulk`,
    {
      bodyLimit: bodyLimits.text,
      schema: {
        summary: 'Change several {many}',
        body: bulkBody,
        response: { 200: bulkAnswer, 409: bulkAnswer },
      },
    },
    async (request, reply) => {
      const { ids, action, updated_at } = request.body;
      const results = await writes.bulkUpdate(actorOf(request), action, ids, updated_at);
      const failed = results.filter(({ ok }) => !ok);
      const summary = `${countInWords(results.length - failed.length)} ${t(pastOf[action])}`;
      const first = failed[0]?.message;
      if (!first) return { data: { results }, message: summary };
      const isNone = failed.length === results.length;
      const message = isNone ? first : t`${summary}, ${failed.length} not: ${first}`;
      return reply.code(isNone ? 409 : 200).send({ data: { results }, message });
    },
  );
}

function countInWords(number: number): string {
  return number === 1 ? t('1 record') : t`${number} records`;
}

/** The path returns the newest record or null; `?all=1` a page of all, `?trash=1` one of the deleted. */
export function singleApi<Input extends FormInput, Wire extends ListRecord>(
  context: AppContext,
  scope: StaffScope,
  kind: ListKind<Input, Wire, ListTable>,
): void {
  const { path, onWire, sorted } = kind;
  const all = queryParameter('1: a page of all of them; else the newest alone', flagSchema);
  const answer = mini.union([dataSchema(mini.nullable(onWire)), pageSchema(onWire)]);

  scope.get(
    path,
    {
      schema: {
        summary: 'List {many}',
        querystring: mini.extend(listQuery(sorted), { all }),
        response: { 200: answer },
      },
    },
    async ({ query }) => {
      if (query.trash === '1' || query.all === '1' || query.state) return readPage(context.database, kind, query);
      const { data } = await readPage(context.database, kind, { per_page: '1' });
      return { data: data[0] ?? null };
    },
  );
  recordRoutes(context, scope, kind);
}

/** In the language of each reader. `deleted` is capitalised where the screen has it so. */
export function listMessages(
  name: string,
  deleted: 'deleted' | 'Deleted' = 'deleted',
  created = t('Created successfully'),
): ListMessages {
  return {
    created,
    get updated() {
      return t`${t(name)} updated successfully`;
    },
    get deleted() {
      return t`${t(name)} ${t(deleted)} successfully`;
    },
    get restored() {
      return t`${t(name)} restored successfully`;
    },
  };
}
