import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Second factors (TOTP, passkeys, recovery codes) and the tickets of sign-ins that wait for one. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  for (const statement of statements(number)) await sql.raw(statement).execute(db);
}

const ofUser = 'user_id integer not null references users (id) on delete cascade';

function statements(number: string): string[] {
  return [
    'alter table users add column second_factor_since text',
    `create table code_apps (
      user_id integer primary key references users (id) on delete cascade, secret_sealed text not null,
      last_step integer not null, created_at text not null)`,
    `create table recovery_codes (
      id ${number}, ${ofUser}, code_hash text not null, used_at text, constraint recovery_codes_uk unique (user_id, code_hash))`,
    `create table passkeys (
      id ${number}, ${ofUser}, credential_id text not null unique, public_key text not null, counter bigint not null,
      transports text not null, name text not null, created_at text not null, last_used_at text)`,
    'create index passkeys_by_user_id on passkeys (user_id)',

    // `user_id` is null during a passkey-only sign-in.
    `create table tickets (
      id ${number}, token_hash text not null unique, purpose text not null,
      user_id integer references users (id) on delete cascade, password_mark text, challenge_hash text,
      remember integer not null, attempts integer not null default 0, expires_at text not null)`,
    'create index tickets_by_user_id on tickets (user_id)',
    'create index tickets_by_expires_at on tickets (expires_at)',
  ];
}
