import { type Kysely, sql } from 'kysely';

/** What an editor's day begins with: the own drafts, and pictures that nobody described. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index drafts_of_user on drafts (user_id, updated_at, kind, record_id)`.execute(db);
  await sql`create index pictures_undescribed on pictures (key) where alt = ''`.execute(db);
}
