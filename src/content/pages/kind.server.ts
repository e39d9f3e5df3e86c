import { sql } from 'kysely';
import { z } from 'zod';
import { line, requiredRichText, type Shown, type TextsOf, textShapes } from '#api/shapes.ts';
import type { ListedColumns } from '#cms/collections/listed-table.server.ts';
import { textList } from '#cms/collections/plain-list.server.ts';
import { type KindOnServer, listApi, listMessages, plainKind } from '#cms/kind.server.ts';
import { searchableText } from '#cms/search/fold.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { adminCalls, pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { PageAddress } from './addresses.ts';
import { pagesKind } from './kind.ts';

const addressesOfPages = ['privacy', 'terms'] as const satisfies PageAddress[];

/** The content is sanitised HTML. */
export const pageShapes = textShapes(
  {
    address: z.enum(addressesOfPages, { error: 'Choose which page it is.' }),
    title: line('title'),
    content: requiredRichText('content'),
  },
  { rich: 'content' },
);

export type WrittenPage = Shown<typeof pageShapes>;

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    pages: TextsOf<typeof pageShapes> & ListedColumns;
  }
}

/** The newest active text of an address is published. */
export const writtenPages = textList('pages', pageShapes, sql`id desc`);

export async function pageAt(
  database: Database,
  address: PageAddress,
): Promise<(WrittenPage & { updated_at: string }) | null> {
  const row = await newestAt(database, address);
  const page = row && (await writtenPages.find(database, row.id));
  return page && { ...page, updated_at: row.updated_at };
}

/** Id and last change of the published privacy text. */
export async function privacyVersion(database: Database): Promise<string | null> {
  const row = await newestAt(database, 'privacy');
  return row ? `${row.id} ${row.updated_at}` : null;
}

async function newestAt(database: Database, address: PageAddress) {
  const row = await database
    .selectFrom('pages')
    .select(['id', 'updated_at'])
    .where('address', '=', address)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

const addresses: PageAddress[] = ['privacy', 'terms'];

const searchable: Searchable = {
  collection: 'pages',
  found: { written: { rank: 2.2, label: 'পাতা' } },
  entriesOf: async (database) => {
    const published = await writtenPages.all(database);
    return addresses.flatMap((address, place) => {
      const page = published.find((each) => each.address === address);
      if (!page) return [];
      const text = searchableText(page.content);
      return [{ kind: 'written', recordId: place, title: page.title, text, url: pages[address] }];
    });
  },
};

export const pagesOnServer = {
  ...plainKind(writtenPages, pagesKind),
  // No public API for these pages.
  publicCalls: () => undefined,
  staffCalls: (context, scope) =>
    listApi(context, scope, {
      ...writtenPages,
      path: adminCalls.pages,
      sorted: ['title'],
      messages: listMessages('Page'),
      onSite: ({ address, title }) => ({ title, path: pages[address as PageAddress] }),
    }),
  searchable,
} satisfies KindOnServer;
