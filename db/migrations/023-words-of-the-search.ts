import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Distinct words of the site search for spelling correction, filled by the application; and synonyms maintained by
 * staff.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  await sql.raw(`create table findable_words (id ${number}, word text not null unique)`).execute(db);
  await sql.raw("alter table site_settings add column synonyms text not null default ''").execute(db);
}
