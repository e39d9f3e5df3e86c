import { type Kysely, sql } from 'kysely';

/** The site's search is kept in memory. */
export async function up(db: Kysely<{ store_facts: { name: string } }>): Promise<void> {
  for (const table of ['site_search_index', 'site_search', 'findable_words'])
    await sql`drop table if exists ${sql.table(table)}`.execute(db);
  await db.deleteFrom('store_facts').where('name', '=', 'site_search').execute();
}
