import { type Kysely, sql } from 'kysely';

/** A search, counts and pages of mails read these indexes alone: the rows are wide. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of [
    'drop index mails_by_state',
    'create index mails_by_state on mails (state, replaced_by, id)',
    'create index mails_searched on mails (id, state, replaced_by, search_text)',
    'create index mails_by_recipient on mails (lower(recipient))',
  ]) {
    await sql.raw(statement).execute(db);
  }
}
