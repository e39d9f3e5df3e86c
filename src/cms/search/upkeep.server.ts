import type { Database } from '#platform/database/open.server.ts';

const fact = 'site_search';
/** Raise it when folding or the entries change: the next start reindexes. */
const version = '5';

/** Progress of indexing: number of finished kinds, and the last record of the next one. */
export interface Filling {
  step: number;
  after: number;
}

/** Null if the index is complete and of this version. */
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

export async function clearIndex(transaction: Database): Promise<void> {
  await transaction.deleteFrom('site_search').execute();
  await transaction.deleteFrom('findable_words').execute();
  await transaction.deleteFrom('store_facts').where('name', '=', fact).execute();
}
