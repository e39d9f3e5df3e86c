import { type Kysely, sql } from 'kysely';

/** Package audience, contents and recommendation; extra costs per category. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of [
    "packages add column audience text not null default ''",
    "packages add column includes text not null default ''",
    'packages add column students_from integer',
    'packages add column students_to integer',
    'packages add column recommended integer not null default 0',
    "package_categories add column note text not null default ''",
    "package_categories add column sms_price text not null default ''",
  ])
    await sql.raw(`alter table ${column}`).execute(db);
}
