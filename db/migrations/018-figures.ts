import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Columns for reports: origin of a lead, minutes until the first call, and value in taka. Backfills them from the
 * history; leads without one came from the site.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of statements(postgres)) await sql.raw(statement).execute(db);
}

function statements(postgres: boolean): string[] {
  const minutes = postgres
    ? `floor(extract(epoch from min(event.created_at)::timestamptz - demo_requests.created_at::timestamptz) / 60)`
    : `cast((julianday(min(event.created_at)) - julianday(demo_requests.created_at)) * 1440 as integer)`;
  return [
    "alter table demo_requests add column origin text not null default 'requested'",
    'alter table demo_requests add column called_after integer',
    'alter table demo_requests add column value integer',
    ...['added', 'imported'].map(
      (origin) => `update demo_requests set origin = '${origin}'
        where id in (select request_id from demo_request_events where event = '${origin}')`,
    ),
    // A lead lost before any other stage may never have been reached.
    `update demo_requests set called_after = (
       select case when ${minutes} < 0 then 0 else ${minutes} end from demo_request_events as event
       where event.request_id = demo_requests.id and event.event = 'stage_changed'
         and event.details not like '%"to":"lost"%')
     where stage <> 'new' and origin <> 'imported'`,
    `create index demo_requests_figures on demo_requests
     (spam, deleted_at, merged_into_id, origin, created_at, owner_id, stage, stage_since, next_step_on, called_after, value, utm_source, referrer)`,
  ];
}
