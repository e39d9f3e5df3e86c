import { type Kysely, sql } from 'kysely';

/** Where a client is, what kind of institution it is, and the story of it that visitors may read. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['district', 'kind', 'story'])
    await sql.raw(`alter table clients add column ${column} text not null default ''`).execute(db);
}
