import { type SelectQueryBuilder, sql } from 'kysely';
import { yieldToEventLoop } from '../event-loop.server.ts';
import { isPostgres } from './is-postgres.server.ts';
import type { Database } from './open.server.ts';
import type { Tables } from './tables.server.ts';

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
  const place = sql.raw(isPostgres(database) ? 'ctid' : 'rowid');
  await inBatches(async (most) => {
    const found = rows.select(sql`${place}`.as('place')).limit(most);
    // PostgreSQL reads the rows of an array by their place, and would read the whole table for a subquery.
    const some = isPostgres(database) ? sql`any(array(${found}))` : sql`(${found})`;
    const operator = sql.raw(isPostgres(database) ? '=' : 'in');
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${place} ${operator} ${some}`.execute(
      database,
    );
    return Number(numAffectedRows);
  });
}
