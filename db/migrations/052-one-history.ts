import { type Kysely, sql } from 'kysely';

/** The audit has held the same changes of the demo access since it was there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table demo_access_changes`.execute(db);
}
