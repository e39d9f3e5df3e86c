import { type Kysely, sql } from 'kysely';

/** The thumbnail of a video's current link; null until it is fetched. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw('alter table videos add column image_key text references pictures (key)').execute(db);
}
