import { sql } from 'kysely';
import * as mini from 'zod/mini';
import { pendingShape } from '#api/records.ts';
import {
  draftOf,
  line,
  optionalLine,
  optionalParagraph,
  requiredRichText,
  type Shown,
  type TextsOf,
  textShapes,
} from '#api/shapes.ts';
import type { ListRecord } from '#cms/collections/list-kind.server.ts';
import type { ListedColumns } from '#cms/collections/listed-table.server.ts';
import { textList } from '#cms/collections/plain-list.server.ts';
import { VersionedWrites } from '#cms/collections/versioned-writes.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { type KindOnServer, listApi, listMessages, plainKind } from '#cms/kind.server.ts';
import { searchableText } from '#cms/search/fold.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { withPending } from '#cms/versions/drafts.server.ts';
import { redirects, redirectsKind } from '#content/redirects/data.server.ts';
import { t } from '#i18n/text.ts';
import { adminCalls, pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import { blocksIn, isLegal, pathOfPage } from './addresses.ts';
import { pagesKind } from './kind.ts';

const address = line('address', 80)
  .transform((text) =>
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/^\/+|\/+$/g, '')
      .replace(/[\s_-]+/g, '-'),
  )
  .refine(
    (text) =>
      /^(?:for\/)?[a-z0-9\u0980-\u09FE](?:[a-z0-9\u0980-\u09FE\u200c\u200d-]*[a-z0-9\u0980-\u09FE])?$/.test(text),
    {
      error: 'Write Latin or Bengali letters, digits and hyphens, such as for/madrasa.',
    },
  );

const blocks = optionalLine('blocks').refine((text = '') => blocksIn(text).join(' ') === text, {
  error: 'One of these blocks is not known.',
});

/** The content is sanitised HTML; the blocks are names with a blank between, in their order on the page. */
export const pageShapes = textShapes(
  {
    address,
    title: line('title'),
    description: optionalParagraph('description', 300),
    content: requiredRichText('content'),
    blocks,
  },
  { rich: 'content', unsearched: ['blocks'] },
);

export const pageRecordSchema = mini.extend(pageShapes.recordSchema, pendingShape);

export type WrittenPage = Shown<typeof pageShapes>;

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    pages: TextsOf<typeof pageShapes> & ListedColumns;
  }
}

/** The newest active text of an address is published. */
export const writtenPages = textList('pages', pageShapes, sql`id desc`);

/** Address, title, id and last change of every published page. */
export async function publishedPages(database: Database) {
  const rows = await published(database).select(['address', 'title', 'id', 'updated_at']).orderBy('id').execute();
  return newestOfEach(rows);
}

/** Of pages in the order in which they were made, the last of each address. */
function newestOfEach<P extends { address: string }>(all: P[]): P[] {
  return [...new Map(all.map((page) => [page.address, page])).values()];
}

/** Those for one kind of institution each, newest first: the home page leads to them. */
export async function pagesForKinds(database: Database) {
  return (await publishedPages(database)).toReversed().filter(({ address: path }) => path.startsWith('for/'));
}

export async function pageAt(database: Database, path: string) {
  const row = await newestAt(database, path);
  const page = row && (await writtenPages.find(database, row.id));
  return page && { ...page, updated_at: row.updated_at };
}

/** Id and last change of the published privacy text. */
export async function privacyVersion(database: Database): Promise<string | null> {
  const row = await newestAt(database, 'privacy');
  return row ? `${row.id} ${row.updated_at}` : null;
}

async function newestAt(database: Database, path: string) {
  const newest = published(database).select(['id', 'updated_at']).where('address', '=', path).orderBy('id', 'desc');
  return (await newest.limit(1).executeTakeFirst()) ?? null;
}

function published(database: Database) {
  return database.selectFrom('pages').where('status', '=', 1).where('deleted_at', 'is', null);
}

const searchable: Searchable = {
  collection: 'pages',
  found: { written: { rank: 2.2, label: 'পাতা' } },
  entriesOf: async (database) => {
    return newestOfEach((await writtenPages.all(database)).toReversed()).map((page) => ({
      kind: 'written',
      recordId: page.id,
      title: page.title,
      text: `${page.description} ${searchableText(page.content)}`.trim(),
      url: pathOfPage(page.address),
    }));
  },
};

/** Of a page that is there already, or that the product has itself. Legal pages may have several texts. */
async function addressFault(database: Database, path: string, id: number | null): Promise<string | null> {
  if (isLegal(path)) return null;
  const [first] = path.split('/');
  if (reserved.has(String(first))) return t('This address belongs to the product itself.');
  const others = database.selectFrom('pages').select('id').where('address', '=', path).where('deleted_at', 'is', null);
  const other = await others.where('id', '<>', id ?? 0).executeTakeFirst();
  return other ? t('There is a page at this address already.') : null;
}

/** Whoever chose another one of the product's would see that in vain: its own routes go first. */
const reserved = new Set([
  ...Object.values<unknown>(pages).map((path) => String(path).split(/[/?#]/)[1]),
  'api',
  'assets',
  'media',
  'files',
  'preview',
  'feed',
  'card',
  'icon',
]);

/** Who has the old address still arrives. */
async function redirectOldAddress(transaction: Database, id: number, path: string): Promise<void> {
  const before = await published(transaction).select('address').where('id', '=', id).executeTakeFirst();
  if (!before || before.address === path || isLegal(before.address)) return;
  const [from, to] = [`/${before.address}`, pathOfPage(path)];
  await transaction
    .deleteFrom('redirects')
    .where('from_path', 'in', [from, `/${path}`])
    .execute();
  await transaction
    .updateTable('redirects')
    .set({ to_address: to })
    .where('to_address', '=', pathOfPage(before.address))
    .execute();
  await redirects.add(transaction, { from_path: from, to_address: to });
}

const records = {
  ...writtenPages,
  path: adminCalls.pages,
  shows: ['pages', redirectsKind],
  sorted: ['title', 'address'],
  onWire: pageRecordSchema,
  read: withPending('pages', writtenPages.read),
  messages: listMessages('Page'),
  onSite: ({ address: path, title }: ListRecord & { address: string; title: string }) => ({
    title,
    path: pathOfPage(path),
  }),
  check: async (transaction: Database, { address: path = '' }: { address?: string | undefined }, id: number | null) => {
    const fault = await addressFault(transaction, path, id);
    if (fault) throw invalid({ address: [fault] });
    if (id) await redirectOldAddress(transaction, id, path);
  },
  checkRestorable: async (transaction: Database, id: number) => {
    const [record] = await writtenPages.read(transaction, [id]);
    const fault = record && (await addressFault(transaction, record.address, id));
    if (fault) throw new HttpError(409, fault);
  },
  versioned: {
    ...writtenPages.asForm,
    draftForm: draftOf(pageShapes.form.update),
    storedForm: pageShapes.form.update.partial(),
  },
};

export const pagesOnServer = {
  ...plainKind(writtenPages, pagesKind),
  // No public API for these pages.
  publicCalls: () => undefined,
  staffCalls: (context, scope) => listApi(context, scope, records),
  versioned: (context: AppContext) => [new VersionedWrites(context, records).publishing],
  searchable,
} satisfies KindOnServer;
