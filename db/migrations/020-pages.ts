import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Pages for privacy and terms, and the privacy version that the sender of a demo request agreed to. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  await sql
    .raw(`create table pages (
      id ${number},
      address text not null,
      title text not null,
      content text not null,
      status integer not null default 1,
      created_at text not null,
      updated_at text not null,
      deleted_at text,
      search_text text not null default '')`)
    .execute(db);
  await sql.raw('alter table demo_requests add column consent text').execute(db);
}
