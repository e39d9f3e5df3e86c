import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Saved views for every list instead of the inbox alone, redirects, unknown addresses, and indexes for the sort orders
 * of news.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  const newsBy = postgres ? newsOnPostgres : newsOnSqlite;
  for (const statement of [...statements(number), newsBy('title'), newsBy('short_title')])
    await sql.raw(statement).execute(db);
}

function statements(number: string): string[] {
  return [
    `create table list_views (
      id ${number}, user_id integer not null references users (id) on delete cascade,
      list text not null, name text not null, query text not null, created_at text not null,
      unique (user_id, list, name))`,
    `insert into list_views (user_id, list, name, query, created_at)
     select user_id, '/admin/contact-requests', name, query, created_at from lead_views order by id`,
    'drop table lead_views',

    // Paths are decoded, without query and trailing slash.
    `create table redirects (
      id ${number}, from_path text not null, to_address text not null, code text not null,
      hits integer not null default 0, last_hit_at text, status integer not null default 1,
      created_at text not null, updated_at text not null, deleted_at text, search_text text not null default '')`,
    'create unique index redirects_by_path on redirects (from_path) where deleted_at is null',
    `create table missed_paths (
      path text primary key, count integer not null, last_at text not null, referrer text not null)`,
  ];
}

/** Same prefix as the index of the default order, see 001-content. */
function newsOnSqlite(column: string): string {
  return `create index news_by_${column} on news (deleted_at, ${column}, id, status)`;
}

function newsOnPostgres(column: string): string {
  return `create index news_by_${column} on news (${column}, id, status) where deleted_at is null`;
}
