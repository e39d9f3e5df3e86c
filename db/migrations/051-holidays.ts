import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw("alter table site_settings add column holidays text not null default ''").execute(db);
}
