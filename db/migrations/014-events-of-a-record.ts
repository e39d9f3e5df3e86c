import { type Kysely, sql } from 'kysely';

/** Covers the order in which a record's events are listed. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index audit_events_of_record on audit_events (kind, record_id, at, id)`.execute(db);
  await sql`drop index audit_events_by_record`.execute(db);
}
