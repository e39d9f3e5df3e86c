import { type Kysely, sql } from 'kysely';

/** Feature details get a status; until now all of them were published. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table feature_details add column status integer not null default 1`.execute(db);
}
