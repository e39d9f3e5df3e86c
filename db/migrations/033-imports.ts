import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Each import is a batch that can be undone. Earlier imported leads have no batch. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const id = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  for (const statement of [
    `create table lead_imports (id ${id}, created_at text not null)`,
    'alter table demo_requests add column import_id integer',
    'create index demo_requests_by_import on demo_requests (import_id) where import_id is not null',
  ])
    await sql.raw(statement).execute(db);
}
