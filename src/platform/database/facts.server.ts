import type { Database } from './open.server.ts';
import { hasRow } from './rows.server.ts';

/** State that all instances share, stored as JSON in `store_facts`; each part adds its own by module augmentation. */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface StoreFacts {}

export async function readFact<Name extends keyof StoreFacts>(
  database: Database,
  name: Name,
): Promise<StoreFacts[Name] | null> {
  const row = await database.selectFrom('store_facts').select('value').where('name', '=', name).executeTakeFirst();
  return row ? JSON.parse(row.value) : null;
}

export async function setFact<Name extends keyof StoreFacts>(
  database: Database,
  name: Name,
  fact: StoreFacts[Name],
): Promise<void> {
  const value = JSON.stringify(fact);
  await database
    .insertInto('store_facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Returns whether there was one. */
export function deleteFact(database: Database, name: keyof StoreFacts): Promise<boolean> {
  return hasRow(database.deleteFrom('store_facts').where('name', '=', name).returning('name'));
}
