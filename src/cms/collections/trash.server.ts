import type { Database } from '#platform/database/open.server.ts';
import { deleteVersions } from '../versions/history.server.ts';
import { anyList, type ListTable, listed } from './listed-table.server.ts';

export const daysInTrash = 30;

/** Records deleted before this time can't be restored. */
export function oldestInTrash(): string {
  return new Date(Date.now() - daysInTrash * 86_400_000).toISOString();
}

export async function emptyTrash(database: Database, table: ListTable, referredTo: number[] = []): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const gone = await anyList(transaction)
      .deleteFrom(listed(table))
      .where('deleted_at', '<=', oldestInTrash())
      .$if(referredTo.length > 0, (rows) => rows.where('id', 'not in', referredTo))
      .returning('id')
      .execute();
    const ids = gone.map(({ id }) => id);
    await deleteVersions(transaction, table, ids);
  });
}
