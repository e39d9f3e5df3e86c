import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/open.server.ts';
import type { PageOf } from '../paging.server.ts';
import { keptCount } from './kept-counts.server.ts';
import type { ListQuery } from './list-query.server.ts';
import { anyList, type ListTable, listed } from './listed-table.server.ts';
import { hasWords } from './search.server.ts';
import { oldestInTrash } from './trash.server.ts';

/** Rows from which on a search counts as common. */
const commonFrom = 2_000;

/**
 * One page of a list, as ids only: the index in the list's order has all that is needed to find them, and the wide rows
 * are then read for this page alone.
 */
export async function pageOfIds(
  database: Database,
  table: ListTable,
  query: ListQuery,
  order: RawBuilder<unknown>,
): Promise<PageOf<number>> {
  const { page, perPage } = query;
  const count = async () => {
    const row = await matching(database, table, query, false)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return row.total;
  };
  // What is in the trash grows old by itself, without any write.
  const total = query.trash
    ? await count()
    : await keptCount(database, JSON.stringify([table, query.search, query.status]), count);
  if ((page - 1) * perPage >= total) return { items: [], page, perPage, total };
  const rows = await matching(database, table, query, total > commonFrom)
    .select('id')
    .orderBy(query.trash ? sql`deleted_at desc, id desc` : order)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { items: rows.map((row) => row.id), page, perPage, total };
}

function matching(database: Database, table: ListTable, { search, status, trash }: ListQuery, isCommon: boolean) {
  const found = hasWords(database, table, search, isCommon);
  return anyList(database)
    .selectFrom(listed(table))
    .where('deleted_at', trash ? '>' : 'is', trash ? oldestInTrash() : null)
    .$if(status !== null, (rows) => rows.where('status', '=', status))
    .$if(found !== null, (rows) => rows.where(found ?? sql<boolean>`true`));
}
