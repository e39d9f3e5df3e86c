import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Pictures as a library: what each shows and which part of it matters, for all records that show it; and beside, what
 * staff call it, who brought it, and until when it stays where nothing shows it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  for (const statement of statements(number)) await sql.raw(statement).execute(db);
}

function statements(number: string): string[] {
  return [
    "alter table pictures add column alt text not null default ''",
    // In percent of its width and height; null is its middle.
    'alter table pictures add column focus_x integer',
    'alter table pictures add column focus_y integer',
    // Without a reference to users: who brought it stays known when the account is gone.
    `create table library_pictures (
      id ${number}, picture_key text not null unique references pictures (key) on delete cascade,
      name text not null default '', uploaded_by integer, cropped_from integer, kept_until text not null default '',
      updated_at text not null, deleted_at text, search_text text not null default '')`,
    `insert into library_pictures (picture_key, updated_at)
     select key, created_at from pictures order by created_at, key`,
    // The one long list whose records show a picture.
    'create index news_by_picture on news (image_key)',
  ];
}
