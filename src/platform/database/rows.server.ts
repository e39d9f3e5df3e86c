import { type SelectQueryBuilder, sql } from 'kysely';
import { yieldToEventLoop } from '../event-loop.server.ts';
import { isPostgres } from './is-postgres.server.ts';
import type { Database } from './open.server.ts';
import type { Tables } from './tables.server.ts';

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

const batchSize = 500;

/**
 * Repeats `write` until it writes less than it may, and lets others read and write in between. Returns how many rows it
 * wrote.
 */
export async function inBatches(write: (most: number) => Promise<number>, most = batchSize): Promise<number> {
  for (let all = 0; ; ) {
    const written = await write(most);
    all += written;
    if (written < most) return all;
    await yieldToEventLoop();
  }
}

/** Deletes the rows that the query finds. */
export async function deleteInBatches<Table extends keyof Tables>(
  database: Database,
  table: Table,
  rows: SelectQueryBuilder<Tables, Table, object>,
): Promise<void> {
  // PostgreSQL reads the rows of an array by their place, and would read the whole table for a subquery.
  const [place, open, close] = isPostgres(database)
    ? ['ctid', 'ctid = any(array(', '))']
    : ['rowid', 'rowid in (', ')'];
  await inBatches(async (most) => {
    const found = rows.select(sql.raw(place).as('place')).limit(most);
    const some = sql`delete from ${sql.table(table)} where ${sql.raw(open)}${found}${sql.raw(close)}`;
    return Number((await some.execute(database)).numAffectedRows);
  });
}
