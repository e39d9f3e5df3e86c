import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Links a failed mail to the one that replaced it, notifies of it, and stores user names in histories. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of [...columns, ...(postgres ? bellOnPostgres : bellOnSqlite), ...indexes]) {
    await sql.raw(statement).execute(db);
  }
}

const columns = [
  'alter table mails add column replaced_by integer references mails (id) on delete set null',
  // Earlier rows stay empty: the names of that time are unknown.
  'alter table demo_request_events add column user_name text',
  'alter table audit_events add column user_name text',
];

const ofMail = 'mail_id integer references mails (id) on delete cascade';

const bellOnPostgres = [
  'alter table notifications drop constraint notifications_request_id_key',
  `alter table notifications add column ${ofMail}`,
];

const reads = `create table notification_reads (
  user_id integer not null references users (id) on delete cascade,
  notification_id integer not null references notifications (id) on delete cascade,
  constraint notification_reads_key primary key (user_id, notification_id))`;

/** SQLite can't drop a constraint, and dropping a table cascades to its references: both tables are rebuilt. */
const bellOnSqlite = [
  'create table reads_kept as select user_id, notification_id from notification_reads',
  'drop table notification_reads',
  `create table notifications_anew (
    id integer primary key autoincrement,
    request_id integer not null references demo_requests (id) on delete cascade, created_at text not null, ${ofMail})`,
  'insert into notifications_anew (id, request_id, created_at) select id, request_id, created_at from notifications',
  'drop table notifications',
  'alter table notifications_anew rename to notifications',
  reads,
  'insert into notification_reads (user_id, notification_id) select user_id, notification_id from reads_kept',
  'drop table reads_kept',
  'create index notification_reads_by_notification on notification_reads (notification_id)',
];

const indexes = [
  'create unique index notifications_of_requests on notifications (request_id) where mail_id is null',
  'create unique index notifications_of_mails on notifications (mail_id) where mail_id is not null',
  'create index notifications_by_request on notifications (request_id)',
  'create index mails_by_replacement on mails (replaced_by) where replaced_by is not null',
];
