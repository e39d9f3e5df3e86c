import { sql } from 'kysely';
import type { TextsOf } from '#api/shapes.ts';
import type { ListedColumns } from '#cms/collections/listed-table.server.ts';
import { textList } from '#cms/collections/plain-list.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { PageAddress } from './addresses.ts';
import { pageShapes, type WrittenPage } from './schema.ts';

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
