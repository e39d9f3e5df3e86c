import { type Kysely, sql } from 'kysely';

/** What advertisers call the click that led to a request (JSON), the kind of institution, and which fields the form has beside the four. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of [
    'alter table demo_requests add column click_id text',
    'alter table demo_requests add column institute_kind text',
    `alter table site_settings add column form_fields text not null default ''`,
  ])
    await sql.raw(statement).execute(db);
}
