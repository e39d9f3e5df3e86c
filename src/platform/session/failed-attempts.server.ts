import { sql } from 'kysely';
import { secondsNow } from '../database/dialect.server.ts';
import type { Database } from '../database/open.server.ts';
import { deleteInBatches } from '../database/rows.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    failed_attempts: FailedAttemptsTable;
  }
}

/** `last_at` is in seconds since 1970. */
interface FailedAttemptsTable {
  key: string;
  count: number;
  last_at: number;
}

/** Seconds to wait after the n-th failure in a row. */
const delay = sql<number>`case
  when failed_attempts.count < 5 then 0
  when failed_attempts.count = 5 then 60
  when failed_attempts.count = 6 then 120
  when failed_attempts.count = 7 then 240
  when failed_attempts.count = 8 then 480
  else 900 end`;

/** Seconds without an allowed attempt after which the count restarts. */
const forgetAfter = 900;

/**
 * Counts an attempt as failed until a success clears it, so that concurrent ones can't exceed the limit. Returns 0, or
 * the seconds to wait; then nothing is counted.
 */
export async function beginAttempt(database: Database, key: string): Promise<number> {
  const now = secondsNow(database);
  const row = await database
    .insertInto('failed_attempts')
    .values({ key, count: 1, last_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql`case when failed_attempts.last_at + ${delay} + ${sql.lit(forgetAfter)} <= ${now} then 1 else failed_attempts.count + 1 end`,
          last_at: now,
        })
        .where(sql<boolean>`failed_attempts.last_at + ${delay} <= ${now}`),
    )
    .returning('count')
    .executeTakeFirst();
  return row ? 0 : Math.max(1, await secondsToWait(database, key));
}

/** Returns 0 if an attempt is allowed now. Counts nothing. */
export async function secondsToWait(database: Database, key: string): Promise<number> {
  const row = await database
    .selectFrom('failed_attempts')
    .select(sql<number>`failed_attempts.last_at + ${delay} - ${secondsNow(database)}`.as('wait'))
    .where('key', '=', key)
    .executeTakeFirst();
  return Math.max(0, row?.wait ?? 0);
}

export async function clearFailures(database: Database, key: string): Promise<void> {
  await database.deleteFrom('failed_attempts').where('key', '=', key).execute();
}

export async function sweepFailures(database: Database): Promise<void> {
  const old = database
    .selectFrom('failed_attempts')
    .where(sql<boolean>`last_at + ${delay} + ${sql.lit(forgetAfter)} <= ${secondsNow(database)}`);
  await deleteInBatches(database, 'failed_attempts', old);
}
