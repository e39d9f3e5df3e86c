import { type Kysely, sql } from 'kysely';

/** Redirects are permanent. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table redirects drop column code`.execute(db);
}
