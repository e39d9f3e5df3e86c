import { type Kysely, sql } from 'kysely';

/** What the sign-in page of the staff tells customers, who look for their own software there. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['customers_text', 'customers_link'])
    await sql.raw(`alter table site_settings add column ${column} text not null default ''`).execute(db);
}
