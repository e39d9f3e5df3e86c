import { type Kysely, sql } from 'kysely';

/** The hour of a next step, as 15:30; who made an import, null for earlier ones. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of [
    'alter table demo_requests add column next_step_time text',
    'alter table lead_imports add column user_id integer references users (id) on delete set null',
  ])
    await sql.raw(statement).execute(db);
}
