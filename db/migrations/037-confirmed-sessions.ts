import { type Kysely, sql } from 'kysely';

/** Time of the session's last re-authentication; null for existing sessions. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table sessions add column confirmed_at text`.execute(db);
}
