import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Tokens for programs; and deliveries that are about content, which have no lead. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  for (const statement of [
    `create table program_tokens (
      id ${number}, name text not null, role text not null, token_hash text not null unique, start text not null,
      made_by integer not null references users (id) on delete cascade, created_at text not null,
      expires_at text, last_used_at text not null default '')`,
    'create index program_tokens_by_made_by on program_tokens (made_by)',
    ...(postgres ? ['alter table deliveries alter column request_id drop not null'] : nullableOnSqlite),
  ])
    await sql.raw(statement).execute(db);
}

/** SQLite can't change a column, so another one takes its name. */
const nullableOnSqlite = [
  'alter table deliveries add column lead_id integer references demo_requests (id) on delete cascade',
  'update deliveries set lead_id = request_id',
  'drop index deliveries_by_request',
  'alter table deliveries drop column request_id',
  'alter table deliveries rename column lead_id to request_id',
  'create index deliveries_by_request on deliveries (request_id)',
];
