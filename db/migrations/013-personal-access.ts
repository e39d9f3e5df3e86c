import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Access for one requester alone, made by the vendor's demo system when our webhook asks for it: the settings, one row;
 * what was asked for and what came of it; and every call, tests too.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const run = (statement: string) => sql.raw(statement).execute(db);
  const withId = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', postgres ? 'serial' : 'integer', (column) =>
        postgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
      );

  await db.schema
    .createTable('personal_access_settings')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('status', 'integer', (column) => required(column).defaultTo(0))
    .addColumn('url', 'text', empty)
    .addColumn('secret_sealed', 'text', empty)
    .addColumn('old_secret_sealed', 'text', empty)
    .addColumn('old_secret_until', 'text')
    .addColumn('expires_days', 'integer', (column) => required(column).defaultTo(14))
    .addColumn('fallback_minutes', 'integer', (column) => required(column).defaultTo(10))
    .addColumn('updated_at', 'text')
    .execute();
  await run('insert into personal_access_settings (id) values (1)');

  await withId('personal_accesses')
    .addColumn('request_id', 'integer', (column) => required(column).references('demo_requests.id').onDelete('cascade'))
    .addColumn('webhook_id', 'text', (column) => required(column).unique())
    .addColumn('state', 'text', required)
    .addColumn('attempts', 'integer', (column) => required(column).defaultTo(0))
    .addColumn('next_attempt_at', 'text', required)
    .addColumn('fallback_at', 'text', required)
    .addColumn('claimed_at', 'text')
    .addColumn('claimed_by', 'text')
    .addColumn('access_sealed', 'text', empty)
    .addColumn('expires_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute();
  await run('create index personal_accesses_by_request on personal_accesses (request_id)');
  await run(`create index personal_accesses_due on personal_accesses (next_attempt_at) where state = 'queued'`);
  // A request has one question at a time.
  await run(
    `create unique index personal_accesses_open on personal_accesses (request_id) where state in ('queued', 'asking')`,
  );

  await withId('personal_access_calls')
    .addColumn('access_id', 'integer', (column) => column.references('personal_accesses.id').onDelete('cascade'))
    .addColumn('event', 'text', required)
    .addColumn('started_at', 'text', required)
    .addColumn('ended_at', 'text')
    .addColumn('outcome', 'text')
    .addColumn('http_status', 'integer')
    .addColumn('ms', 'integer')
    .addColumn('error', 'text')
    .execute();
  await run('create index personal_access_calls_by_access on personal_access_calls (access_id)');
}

function required(column: ColumnDefinitionBuilder) {
  return column.notNull();
}

function empty(column: ColumnDefinitionBuilder) {
  return column.notNull().defaultTo('');
}
