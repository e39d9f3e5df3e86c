import { type Kysely, sql } from 'kysely';

/** Next steps are no longer offered to calendar programs. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop table calendar_feeds`.execute(db);
}
