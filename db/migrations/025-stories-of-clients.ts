import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['district', 'kind', 'story'])
    await sql.raw(`alter table clients add column ${column} text not null default ''`).execute(db);
}
