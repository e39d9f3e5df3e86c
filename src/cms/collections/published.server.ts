import type { Database } from '#platform/database/open.server.ts';
import { type ListTable, selectListed } from './listed-table.server.ts';

export interface Published {
  count: number;
  /** ISO 8601 in UTC; null if there is none. */
  changedAt: string | null;
}

export async function publishedOf(database: Database, table: ListTable): Promise<Published> {
  return visible(database, table)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('updated_at').as('changedAt')])
    .executeTakeFirstOrThrow();
}

export async function publishedIds(
  database: Database,
  table: ListTable,
  { from, count }: { from: number; count: number },
): Promise<{ id: number; changedAt: string }[]> {
  return visible(database, table)
    .select(['id', 'updated_at as changedAt'])
    .orderBy('id')
    .limit(count)
    .offset(from)
    .execute();
}

function visible(database: Database, table: ListTable) {
  return selectListed(database, table).where('status', '=', 1).where('deleted_at', 'is', null);
}
