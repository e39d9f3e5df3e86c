import { type Kysely, sql } from 'kysely';

/** Whether an owner or viewer is mailed the week each Thursday. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column weekly_mail integer not null default 1`.execute(db);
}
