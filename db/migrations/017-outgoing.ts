import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Webhooks and SMS: targets, deliveries, and one log of all calls to other systems, including the demo system. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  for (const statement of statements(number)) await sql.raw(statement).execute(db);
}

function statements(number: string): string[] {
  return [
    // Secrets are encrypted, and so is the gateway's address, which contains a key.
    `create table webhooks (
      id ${number}, url text not null, events text not null, status integer not null, secret_sealed text not null,
      old_secret_sealed text not null default '', old_secret_until text, created_at text not null,
      updated_at text not null)`,
    `create table sms_settings (
      id integer primary key check (id = 1), status integer not null default 0, url_sealed text not null default '',
      updated_at text)`,
    'insert into sms_settings (id) values (1)',
    // Without a webhook it is an SMS to the lead.
    `create table deliveries (
      id ${number}, webhook_id integer references webhooks (id) on delete cascade,
      request_id integer not null references demo_requests (id) on delete cascade, event text not null,
      message_id text not null unique, body text not null, state text not null, attempts integer not null default 0,
      next_attempt_at text not null, claimed_at text, claimed_by text, last_error text,
      created_at text not null, updated_at text not null)`,
    `create index deliveries_due on deliveries (next_attempt_at) where state = 'queued'`,
    'create index deliveries_by_webhook on deliveries (webhook_id)',
    'create index deliveries_by_request on deliveries (request_id)',
    'alter table personal_access_calls rename to outgoing_calls',
    'alter table outgoing_calls add column delivery_id integer references deliveries (id) on delete cascade',
    'drop index personal_access_calls_by_access',
    'create index outgoing_calls_by_access on outgoing_calls (access_id)',
    'create index outgoing_calls_by_delivery on outgoing_calls (delivery_id)',
  ];
}
