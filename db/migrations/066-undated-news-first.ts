import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Drafts without a date are the first of the list, which its index has to know. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index news_listed`.execute(db);
  await (db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`create index news_listed on news ((date = '') desc, date desc, id desc, status) include (search_text)
        where deleted_at is null`
    : sql`create index news_listed on news (deleted_at, (date = '') desc, date desc, id desc, status, search_text)`
  ).execute(db);
}
