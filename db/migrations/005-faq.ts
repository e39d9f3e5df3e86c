import { type Kysely, PostgresAdapter, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  await sql
    .raw(`create table faq (
      id ${number},
      question text not null,
      answer text not null,
      status integer not null default 1,
      sort_order integer not null default 0,
      created_at text not null,
      updated_at text not null,
      deleted_at text,
      search_text text not null default '')`)
    .execute(db);
}
