import { type Kysely, sql } from 'kysely';

/** When somebody last proved in a session to be who they are. Sessions from before have to prove it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table sessions add column confirmed_at text`.execute(db);
}
