import { type Kysely, sql } from 'kysely';

/** Expiry of a generated password; empty once its owner has chosen another one. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column made_password_ends_at text`.execute(db);
}
