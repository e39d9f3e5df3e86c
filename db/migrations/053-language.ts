import { type Kysely, sql } from 'kysely';

/** Null for somebody who has not chosen: English. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column language text`.execute(db);
}
