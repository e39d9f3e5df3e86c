import { type Kysely, sql } from 'kysely';

/** With the action, so that no query about the events of one record reads another index, or the wide rows. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index audit_events_of_record`.execute(db);
  await sql`create index audit_events_of_record on audit_events (kind, record_id, at, id, action)`.execute(db);
}
