import type { Database } from '../database/open.server.ts';
import { anyList, type ListTable, listed } from './listed-table.server.ts';

/** How many records of each table visitors see, and how many are kept back; deleted ones count for neither. */
export async function countByStatus<Table extends ListTable>(
  database: Database,
  tables: readonly Table[],
): Promise<{ table: Table; active: number; inactive: number }[]> {
  return Promise.all(
    tables.map(async (table) => {
      const counts = await anyList(database)
        .selectFrom(listed(table))
        .select(({ fn }) => [
          fn.countAll<number>().filterWhere('status', '=', 1).as('active'),
          fn.countAll<number>().filterWhere('status', '<>', 1).as('inactive'),
        ])
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      return { table, ...counts };
    }),
  );
}
