import { type Kysely, sql } from 'kysely';

/** The lines of the packages that a feature is linked to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table features add column package_lines text not null default ''`.execute(db);
}
