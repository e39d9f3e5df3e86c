import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Demo requests become leads with a history, demo access mails, notifications and funnel counts. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  for (const statement of [...tables(number), ...indexes, ...firstRows]) await sql.raw(statement).execute(db);
}

const ofRequest = 'references demo_requests (id) on delete cascade';
const byUser = 'references users (id) on delete set null';

const visit = ['route', 'source', 'medium', 'campaign', 'referrer'].map((name) => `${name} text not null`).join(', ');

function tables(number: string): string[] {
  return [
    // Merged requests cascade with the request that they were merged into.
    `create table demo_requests (
      id ${number}, name text not null, institute_name text not null, number text not null, email text not null,
      created_at text not null, updated_at text not null,
      stage text not null default 'new', stage_since text not null default '', lost_reason text,
      owner_id integer ${byUser}, next_step text, next_step_on text, spam integer not null default 0,
      search_text text not null default '', institute_folded text not null default '',
      merged_into_id integer ${ofRequest}, deleted_at text,
      page text, referrer text, utm_source text, utm_medium text, utm_campaign text, students text, package_note text,
      request_key text, access_mail text not null default 'none',
      spam_score integer not null default 0, spam_reasons text not null default '')`,
    `create table demo_request_events (
      id ${number}, request_id integer not null ${ofRequest}, event text not null, created_at text not null,
      user_id integer ${byUser}, details text)`,
    `create table lead_views (
      id ${number}, user_id integer not null references users (id) on delete cascade,
      name text not null, query text not null, created_at text not null, unique (user_id, name))`,
    `create table lead_erasures (
      month text not null, stage text not null, reason text not null, count integer not null,
      primary key (month, stage, reason))`,

    // Passwords, secrets and responses of the demo system are encrypted; empty means none yet.
    `create table demo_access (
      id integer primary key, demo_link text not null, password_sealed text not null, subject text not null,
      message text not null, status integer not null, created_at text, updated_at text)`,
    // No foreign key to users: changes outlive deleted accounts.
    `create table demo_access_changes (
      id ${number}, at text not null, user_email text not null, fields text not null, demo_link text not null,
      subject text not null, message text not null, status integer not null)`,
    `create table personal_access_settings (
      id integer primary key check (id = 1), status integer not null default 0, url text not null default '',
      secret_sealed text not null default '', old_secret_sealed text not null default '', old_secret_until text,
      expires_days integer not null default 14, fallback_minutes integer not null default 10, updated_at text)`,
    `create table personal_accesses (
      id ${number}, request_id integer not null ${ofRequest}, webhook_id text not null unique, state text not null,
      attempts integer not null default 0, next_attempt_at text not null, fallback_at text not null,
      claimed_at text, claimed_by text, access_sealed text not null default '', expires_at text,
      created_at text not null, updated_at text not null)`,
    `create table personal_access_calls (
      id ${number}, access_id integer references personal_accesses (id) on delete cascade, event text not null,
      started_at text not null, ended_at text, outcome text, http_status integer, ms integer, error text)`,

    `create table notifications (
      id ${number}, request_id integer not null unique ${ofRequest}, created_at text not null)`,
    `create table notification_reads (
      user_id integer not null references users (id) on delete cascade,
      notification_id integer not null references notifications (id) on delete cascade,
      constraint notification_reads_key primary key (user_id, notification_id))`,
    `create table notification_settings (
      id integer primary key, sales_addresses text not null, mail_requests integer not null,
      mail_digest integer not null, digest_hour integer not null, quiet_from integer not null,
      quiet_until integer not null, updated_at text not null)`,
    // Days whose digest was sent.
    'create table digests (day text primary key, mails integer not null, created_at text not null)',

    `create table funnel_counts (
      day text not null, event text not null, ${visit}, count integer not null,
      primary key (day, event, route, source, medium, campaign, referrer))`,
    `create table funnel_requests (
      request_id integer primary key ${ofRequest}, ${visit}, sent_on text, contacted_on text, won_on text)`,
  ];
}

const indexes = [
  'create index demo_requests_by_sender on demo_requests (email, number, created_at)',
  // Covering indexes with all filter and sort columns: lists are counted and paged without reading the wide rows.
  `create index demo_requests_worked on demo_requests
   (spam, stage, next_step_on, stage_since, owner_id, created_at, deleted_at, merged_into_id, id)`,
  `create index demo_requests_newest on demo_requests
   (id desc, spam, stage, next_step_on, owner_id, created_at, deleted_at, merged_into_id)`,
  'create index demo_requests_by_number on demo_requests (number)',
  'create index demo_requests_by_email on demo_requests (lower(email))',
  'create index demo_requests_by_institute on demo_requests (institute_folded)',
  'create index demo_requests_by_merger on demo_requests (merged_into_id) where merged_into_id is not null',
  'create index demo_requests_deleted on demo_requests (deleted_at) where deleted_at is not null',
  'create unique index demo_requests_by_key on demo_requests (request_key) where request_key is not null',
  `create index demo_requests_waiting on demo_requests (id) where access_mail = 'waiting'`,
  'create index demo_request_events_by_request_id on demo_request_events (request_id)',
  'create index personal_accesses_by_request on personal_accesses (request_id)',
  `create index personal_accesses_due on personal_accesses (next_attempt_at) where state = 'queued'`,
  // At most one open access per request.
  `create unique index personal_accesses_open on personal_accesses (request_id) where state in ('queued', 'asking')`,
  'create index personal_access_calls_by_access on personal_access_calls (access_id)',
  'create index notification_reads_by_notification on notification_reads (notification_id)',
];

/** Singleton rows, which requests and edits lock. Empty texts mean the built-in defaults. */
const firstRows = [
  `insert into demo_access (id, demo_link, password_sealed, subject, message, status) values (1, '', '', '', '', 0)`,
  'insert into personal_access_settings (id) values (1)',
];
