import type { Database } from '#platform/database/open.server.ts';
import { type ListTable, selectListed } from './listed-table.server.ts';

export async function countByStatus<Table extends ListTable>(
  database: Database,
  tables: readonly Table[],
): Promise<{ table: Table; active: number; inactive: number }[]> {
  return Promise.all(
    tables.map(async (table) => {
      const counts = await selectListed(database, table)
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
