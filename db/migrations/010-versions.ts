import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Versions, drafts, scheduled publishing and preview links. `fields` is JSON: the form of the record as in the API. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  for (const statement of statements(number)) await sql.raw(statement).execute(db);
}

function statements(number: string): string[] {
  return [
    `create table versions (
      kind text not null, record_id integer not null, number integer not null, at text not null,
      user_id integer, user_name text not null, what text not null, scheduled integer not null default 0,
      fields text not null,
      constraint versions_pk primary key (kind, record_id, number))`,

    `create table drafts (
      kind text not null, record_id integer not null, fields text not null, user_id integer not null,
      user_name text not null, record_updated_at text not null, updated_at text not null,
      constraint drafts_pk primary key (kind, record_id))`,

    // Number 0 is the draft.
    `create table pictures_in_versions (
      kind text not null, record_id integer not null, number integer not null,
      picture_key text not null references pictures (key),
      constraint pictures_in_versions_pk primary key (kind, record_id, number, picture_key))`,
    'create index pictures_in_versions_by_picture on pictures_in_versions (picture_key)',

    // A job queue: rows are deleted when done.
    `create table schedules (
      id ${number}, kind text not null, record_id integer not null, action text not null,
      user_id integer not null, user_email text not null, user_name text not null, reason text,
      state text not null default 'queued', attempts integer not null default 0, next_attempt_at text not null,
      claimed_at text, claimed_by text, updated_at text not null,
      constraint schedules_once unique (kind, record_id, action))`,
    'create index schedules_due on schedules (state, next_attempt_at)',

    // Without `fields`: the record's draft at the time the link is opened.
    `create table previews (
      id ${number}, token_hash text not null unique, kind text not null, record_id integer, fields text,
      user_id integer not null, created_at text not null, expires_at text not null)`,
    'create index previews_by_end on previews (expires_at)',
  ];
}
