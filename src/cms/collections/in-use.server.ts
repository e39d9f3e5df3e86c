import { type RawBuilder, sql } from 'kysely';
import { t } from '#i18n/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import { type ListTable, lockList, selectListed } from './listed-table.server.ts';

/**
 * Prevents deleting records that others refer to. `users` are the names of up to four of them.
 * @throws {HttpError} 409 if there are any
 */
export function assertUnused(what: string, kind: string, users: string[]): void {
  if (users.length === 0) return;
  const named = users.slice(0, 3).map((name) => `“${name}”`);
  const more = users.length > 3 ? t(' and others') : '';
  throw new HttpError(
    409,
    t`This ${t(what)} is in use by the ${t(kind)} ${named.join(', ')}${more}. Change those first.`,
  );
}

/** The names of up to four records that meet the condition, for `assertUnused`. */
export async function namesWhere(
  database: Database,
  table: ListTable,
  name: string,
  condition: RawBuilder<unknown>,
): Promise<string[]> {
  const rows = await live(database, table)
    .select(sql.ref<string>(name).as('name'))
    .where(sql<boolean>`${condition}`)
    .orderBy('id')
    .limit(4)
    .execute();
  return rows.map((row) => row.name);
}

/** The existing ones of these ids; a transaction locks their list until it ends. */
export async function lockExisting(database: Database, table: ListTable, ids: number[]): Promise<number[]> {
  if (database.isTransaction) await lockList(database, table);
  const rows = await live(database, table).select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** @throws {HttpError} 422 under `field` where the record that the form refers to does not exist */
export async function assertExists(database: Database, table: ListTable, id: number, what: string, field: string) {
  if ((await lockExisting(database, table, [id])).length === 0)
    throw invalid({ [field]: [t`This ${t(what)} is not there any more. Choose another one.`] });
}

/** @throws {HttpError} 409 where the record that a restored one would refer to is deleted */
export async function assertParentExists(
  transaction: Database,
  table: ListTable,
  id: number | undefined,
  [parent, child]: [string, string],
): Promise<void> {
  if (id === undefined || (await lockExisting(transaction, table, [id])).length === 0)
    throw new HttpError(409, t`The ${t(parent)} of this ${t(child)} is deleted. Restore the ${t(parent)} first.`);
}

function live(database: Database, table: ListTable) {
  return selectListed(database, table).where('deleted_at', 'is', null);
}

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
