import { type Kysely, sql } from 'kysely';

/** Pages at addresses of the staff's choice: what they say to search engines, and the blocks below their text. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['description', 'blocks'])
    await sql.raw(`alter table pages add column ${column} text not null default ''`).execute(db);
}
