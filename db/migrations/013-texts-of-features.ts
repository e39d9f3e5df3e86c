import { type Kysely, sql } from 'kysely';

/** What is told of a feature may wait until visitors see it, as a record does; until now they saw all of it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table feature_details add column status integer not null default 1`.execute(db);
}
