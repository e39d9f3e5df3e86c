import type { Database } from '../database/open.server.ts';
import { anyList, type ListTable, listed } from './listed-table.server.ts';

/** What visitors may see of a kind, without the records themselves. */
export interface Published {
  count: number;
  /** When one of them was last changed, ISO 8601 in UTC; null where there is none. */
  changedAt: string | null;
}

export async function publishedOf(database: Database, table: ListTable): Promise<Published> {
  const row = await visible(database, table)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('updated_at').as('changedAt')])
    .executeTakeFirstOrThrow();
  return { count: row.count, changedAt: row.changedAt };
}

/** The records that visitors may see, the oldest first, each with the moment of its last change. */
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
  return anyList(database).selectFrom(listed(table)).where('status', '=', 1).where('deleted_at', 'is', null);
}
