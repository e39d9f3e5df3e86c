import { type Kysely, sql } from 'kysely';

/** What was done with one record is found in the order in which it is shown, among a million events too. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index audit_events_of_record on audit_events (kind, record_id, at, id)`.execute(db);
  await sql`drop index audit_events_by_record`.execute(db);
}
