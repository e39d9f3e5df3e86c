import type { Database } from '../database/open.server.ts';

const fact = 'site_search';
/** To be raised when words are folded in another way, or other texts are found: the next start fills the search anew. */
const version = '1';

/** Whether the search was filled as this version of the program does it. */
export async function isFindable(database: Database): Promise<boolean> {
  const row = await database.selectFrom('store_facts').select('value').where('name', '=', fact).executeTakeFirst();
  return row?.value === version;
}

export async function rememberFindable(database: Database): Promise<void> {
  await database
    .insertInto('store_facts')
    .values({ name: fact, value: version })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: version }))
    .execute();
}

/** Empties the search; the next start fills it. */
export async function forgetEntries(transaction: Database): Promise<void> {
  await transaction.deleteFrom('site_search').execute();
  await transaction.deleteFrom('store_facts').where('name', '=', fact).execute();
}
