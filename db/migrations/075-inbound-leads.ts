import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Leads that Meta tells of, each once, until they are fetched. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  for (const statement of [
    `create table inbound_leads (
      id ${number}, leadgen_id text not null unique, state text not null, attempts integer not null default 0,
      next_attempt_at text not null, claimed_at text, claimed_by text, last_error text,
      created_at text not null, updated_at text not null)`,
    `create index inbound_leads_due on inbound_leads (next_attempt_at) where state = 'queued'`,
  ])
    await sql.raw(statement).execute(db);
}
