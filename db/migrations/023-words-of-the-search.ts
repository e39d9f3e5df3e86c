import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * The different words of what visitors find, so that what they typed is compared with words, not with texts; the program
 * fills them with the search. And the words that staff say mean the same.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  await sql.raw(`create table findable_words (id ${number}, word text not null unique)`).execute(db);
  await sql.raw("alter table site_settings add column synonyms text not null default ''").execute(db);
}
