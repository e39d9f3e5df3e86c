import { sql } from 'kysely';
import type { Database } from '#platform/database/open.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';
import { HttpError } from '#platform/errors.server.ts';
import { type ListTable, selectListed } from './listed-table.server.ts';

export const nameTakenMessage = 'There is one of this name already. Choose another name.';

/** @throws {HttpError} 409 if a restored record would have the same name as another */
export async function assertUniqueName(
  transaction: Database,
  table: ListTable,
  id: number,
  among?: string,
): Promise<void> {
  const row = await selectListed(transaction, table).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const group = among ? { [among]: Number(Object.entries(row).find(([column]) => column === among)?.[1]) } : {};
  if (await isNamed(transaction, table, row.search_text, id, group))
    throw new HttpError(409, 'There is another one of this name by now. Rename that one first.');
}

/** Whether another record has this `search_text`, for tables where that is the name alone. */
export function isNamed(
  transaction: Database,
  table: ListTable,
  words: string,
  id: number | null,
  among: Record<string, number> = {},
): Promise<boolean> {
  let others = selectListed(transaction, table)
    .select('id')
    .where('search_text', '=', words)
    .where('deleted_at', 'is', null)
    .$if(id !== null, (rows) => rows.where('id', '<>', id));
  for (const [column, value] of Object.entries(among))
    others = others.where(sql<boolean>`${sql.ref(column)} = ${value}`);
  return hasRow(others.limit(1));
}
