import { type Kysely, PostgresAdapter, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  const appendOnly = postgres ? appendOnlyOnPostgres : appendOnlyOnSqlite;
  for (const statement of [...tables(number), ...indexes, ...appendOnly]) await sql.raw(statement).execute(db);
}

const ofUser = 'user_id integer not null references users (id) on delete cascade';

function tables(number: string): string[] {
  return [
    `create table users (
      id ${number}, name text not null, email text not null unique, password_hash text not null, role text not null,
      image_key text references pictures (key), created_at text not null, updated_at text not null,
      status integer not null default 1, signed_in_at text)`,
    `create table sessions (
      id ${number}, ${ofUser}, token_hash text not null unique, remember integer not null, user_agent text not null,
      network text not null, created_at text not null, last_used_at text not null, expires_at text not null)`,
    `create table password_resets (
      id ${number}, ${ofUser}, token_hash text not null unique, created_at text not null, expires_at text not null,
      ended_at text)`,
    'create table failed_attempts (key text primary key, count integer not null, last_at integer not null)',

    // No foreign key to users: events outlive deleted accounts.
    `create table audit_events (
      id ${number}, at text not null, user_id integer, user_email text, action text not null, kind text not null,
      record_id integer, before text, after text, network text not null, request_id text not null)`,

    // Idempotency keys: repeating a create request returns the record of the first.
    `create table creations (
      ${ofUser}, key text not null, body_hash text not null, record_id integer not null, created_at text not null,
      constraint creations_pk primary key (user_id, key))`,

    `create table mails (
      id ${number}, recipient text not null, subject text not null, text text not null, html text not null,
      state text not null, created_at text not null, message_id text not null default '',
      kind text not null default '', reference_kind text, reference_id integer, reply_to text,
      is_secret integer not null default 0, attempts integer not null default 0,
      next_attempt_at text not null default '', expires_at text, copy_of integer, claimed_at text, claimed_by text,
      sent_at text, last_error text, search_text text not null default '', updated_at text not null default '')`,
    `create table mail_attempts (
      id ${number}, mail_id integer not null references mails (id) on delete cascade, recipient text not null,
      sender text not null, started_at text not null, ended_at text, outcome text, answer text)`,
  ];
}

const indexes = [
  'create index sessions_by_user_id on sessions (user_id)',
  'create index password_resets_by_user_id on password_resets (user_id)',
  'create index audit_events_by_record on audit_events (kind, record_id, id)',
  'create index creations_by_created_at on creations (created_at)',
  'create index mails_by_state on mails (state, id)',
  'create unique index mails_by_message_id on mails (message_id)',
  'create index mails_by_reference on mails (reference_kind, reference_id)',
  `create index mails_due on mails (next_attempt_at) where state = 'queued'`,
  'create index mail_attempts_by_mail on mail_attempts (mail_id, id)',
];

/** The audit log is append-only. */
const appendOnlyOnSqlite = ['update', 'delete'].map(
  (change) =>
    `create trigger audit_events_no_${change} before ${change} on audit_events
     begin select raise(abort, 'audit_events is append-only'); end`,
);
const appendOnlyOnPostgres = [
  `create function audit_events_refuse() returns trigger language plpgsql as
   $$ begin raise exception 'audit_events is append-only'; end $$`,
  `create trigger audit_events_append_only before update or delete on audit_events
   for each row execute function audit_events_refuse()`,
];
