import { type Kysely, sql } from 'kysely';

/** Adds roles, invitations by link, and audit indexes by user, record, action and day. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Until now there was one role with all permissions.
  `update users set role = 'owner'`,
  `alter table password_resets add column purpose text not null default 'reset'`,

  // Covering indexes with all filter columns, so that a page is found without reading the wide rows.
  'create index audit_events_newest on audit_events (at, id, user_id, kind, action, record_id)',
  'create index audit_events_by_user on audit_events (user_id, at, id, kind, action, record_id)',
  'create index audit_events_by_kind on audit_events (kind, at, id, user_id, action, record_id)',
  'create index audit_events_by_action on audit_events (action, at, id, user_id, kind, record_id)',
];
