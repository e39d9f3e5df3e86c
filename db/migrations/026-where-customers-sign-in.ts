import { type Kysely, sql } from 'kysely';

/** Hint on the staff sign-in page for customers who look for their own software. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['customers_text', 'customers_link'])
    await sql.raw(`alter table site_settings add column ${column} text not null default ''`).execute(db);
}
