import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Lists are searched without an index of their own; on SQLite the list's index has the searched text. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const table of ['news', 'demo_requests']) {
    for (const event of postgres ? ['insert', 'update'] : ['insert', 'delete', 'update']) {
      const trigger = `drop trigger ${table}_search_${event}`;
      await sql.raw(postgres ? `${trigger} on ${table}` : trigger).execute(db);
    }
    await sql.raw(`drop table ${table}_search`).execute(db);
  }
  const others = postgres
    ? ['drop function keep_search_text()', 'drop function word_pieces(text)']
    : [
        'drop index news_listed',
        'create index news_listed on news (deleted_at, date desc, id desc, status, search_text)',
      ];
  for (const statement of others) await sql.raw(statement).execute(db);
}
