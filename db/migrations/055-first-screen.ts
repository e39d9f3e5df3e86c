import { type Kysely, sql } from 'kysely';

/** Empty: the built-in line, and the one composed of the records. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table site_settings add column hero_audience text not null default ''`.execute(db);
  await sql`alter table site_settings add column hero_statistics text not null default ''`.execute(db);
}
