import type { Database } from '../database/open.server.ts';

const fact = 'site_search';
/** To be raised when words are folded in another way, or other things are found: the next start fills the search anew. */
const version = '5';

/** How far the search is filled: which kinds are done, and up to which record the next one is. */
export interface Filling {
  step: number;
  after: number;
}

/** Null: the search was filled whole, as this version of the program does it. */
export async function readFilling(database: Database): Promise<Filling | null> {
  const row = await database.selectFrom('store_facts').select('value').where('name', '=', fact).executeTakeFirst();
  const [of, step, after] = row?.value.split(' ') ?? [];
  if (of !== version) return { step: 0, after: 0 };
  return step === undefined ? null : { step: Number(step), after: Number(after) };
}

export async function rememberFilling(transaction: Database, filling: Filling | null): Promise<void> {
  const value = filling ? `${version} ${filling.step} ${filling.after}` : version;
  await transaction
    .insertInto('store_facts')
    .values({ name: fact, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Empties the search; the next start fills it. */
export async function forgetEntries(transaction: Database): Promise<void> {
  await transaction.deleteFrom('site_search').execute();
  await transaction.deleteFrom('findable_words').execute();
  await transaction.deleteFrom('store_facts').where('name', '=', fact).execute();
}
