import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * The picture library: alternative text and focus per picture, shared by all records; name, uploader, and how long an
 * unused picture is kept.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  for (const statement of statements(number)) await sql.raw(statement).execute(db);
}

function statements(number: string): string[] {
  return [
    "alter table pictures add column alt text not null default ''",
    // Percent of width and height; null means the middle.
    'alter table pictures add column focus_x integer',
    'alter table pictures add column focus_y integer',
    // No foreign key to users: the uploader stays known when the account is gone.
    `create table library_pictures (
      id ${number}, picture_key text not null unique references pictures (key) on delete cascade,
      name text not null default '', uploaded_by integer, cropped_from integer, kept_until text not null default '',
      updated_at text not null, deleted_at text, search_text text not null default '')`,
    `insert into library_pictures (picture_key, updated_at)
     select key, created_at from pictures order by created_at, key`,
    // News is the only long list with pictures.
    'create index news_by_picture on news (image_key)',
  ];
}
