import { type Kysely, sql } from 'kysely';

/** Who gets a new lead: nobody, or each salesperson in turn; and who got the last one. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ["assign text not null default 'none'", 'last_owner_id integer not null default 0'])
    await sql.raw(`alter table notification_settings add column ${column}`).execute(db);
}
