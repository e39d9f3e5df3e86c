import { type Kysely, sql } from 'kysely';

/** The district of the institution of a lead; null where nobody said it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw('alter table demo_requests add column district text').execute(db);
}
