import type { SelectQueryBuilder } from 'kysely';

/** How many rows a query finds, whatever it selects of them. */
export async function countRows<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether a query finds a row; a write needs `returning`. */
export async function hasRow(query: { executeTakeFirst: () => Promise<object | undefined> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}
