import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Where a browser is reached by push, as long as its session lasts; and what is still to be sent there. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  for (const statement of [
    `create table push_subscriptions (
      session_id integer primary key references sessions (id) on delete cascade, subscription text not null,
      created_at text not null, succeeded_at text)`,
    `create table pushes (
      id ${number}, session_id integer not null references push_subscriptions (session_id) on delete cascade,
      request_id integer not null references demo_requests (id) on delete cascade, state text not null,
      attempts integer not null default 0, next_attempt_at text not null, claimed_at text, claimed_by text,
      last_error text, updated_at text not null, unique (session_id, request_id))`,
    // All queues name it alike now.
    `update inbound_leads set state = 'running' where state = 'fetching'`,
    `create index pushes_due on pushes (next_attempt_at) where state = 'queued'`,
    `create index pushes_request on pushes (request_id)`,
  ])
    await sql.raw(statement).execute(db);
}
