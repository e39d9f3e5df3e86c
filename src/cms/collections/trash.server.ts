import type { Database } from '#platform/database/open.server.ts';
import { inBatches } from '#platform/database/rows.server.ts';
import { deleteVersions } from '../versions/history.server.ts';
import { anyList, type ListTable, listed, selectListed } from './listed-table.server.ts';

export const daysInTrash = 30;

/** Records deleted before this time can't be restored. */
export function oldestInTrash(hoursBefore = 0): string {
  return new Date(Date.now() - daysInTrash * 86_400_000 - hoursBefore * 3_600_000).toISOString();
}

export async function emptyTrash(database: Database, table: ListTable, referredTo: number[] = []): Promise<void> {
  const empty = (max: number) =>
    database.transaction().execute(async (transaction) => {
      const old = selectListed(transaction, table)
        .select('id')
        .where('deleted_at', '<=', oldestInTrash())
        .$if(referredTo.length > 0, (rows) => rows.where('id', 'not in', referredTo))
        .limit(max);
      const gone = await anyList(transaction)
        .deleteFrom(listed(table))
        .where('id', 'in', old)
        .returning('id')
        .execute();
      const ids = gone.map(({ id }) => id);
      await deleteVersions(transaction, table, ids);
      return ids.length;
    });
  // Each may have dozens of versions.
  await inBatches(empty, 10);
}
