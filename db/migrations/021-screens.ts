import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Screenshots, each of a feature, and the room of the home scene that links to a feature. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  await sql
    .raw(`create table feature_screens (
      id ${number},
      feature_id integer not null references features (id) on delete cascade,
      caption text not null,
      device text not null,
      image_key text references pictures (key),
      status integer not null default 1,
      sort_order integer not null default 0,
      created_at text not null,
      updated_at text not null,
      deleted_at text,
      search_text text not null default '')`)
    .execute(db);
  await sql.raw("alter table features add column room text not null default ''").execute(db);
}
