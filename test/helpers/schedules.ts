import { sql } from 'kysely';
import type { Database } from '#platform/database/open.server.ts';

/** Moves all times that are set into the past, in their order: what is scheduled is due. */
export async function letTimesPass(database: Database): Promise<void> {
  await database
    .updateTable('schedules')
    .set({ next_attempt_at: sql<string>`'2020' || substr(next_attempt_at, 5)` })
    .execute();
}
