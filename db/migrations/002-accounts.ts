import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';

/** Accounts: sessions, links to reset a password, failed attempts; and two that others use too: mails and the audit. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const table = (name: string) => db.schema.createTable(name);
  const withId = (name: string) =>
    table(name).addColumn('id', postgres ? 'serial' : 'integer', (column) =>
      postgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
    );

  await db.schema
    .alterTable('users')
    .addColumn('status', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('users').addColumn('signed_in_at', 'text').execute();

  await withId('sessions')
    .addColumn('user_id', 'integer', ofUser)
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('remember', 'integer', required)
    .addColumn('user_agent', 'text', required)
    .addColumn('network', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('last_used_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute();
  await index('sessions', 'user_id');
  await withId('password_resets')
    .addColumn('user_id', 'integer', ofUser)
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .addColumn('ended_at', 'text')
    .execute();
  await index('password_resets', 'user_id');
  await table('failed_attempts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', required)
    .addColumn('last_at', 'integer', required)
    .execute();

  await withId('mails')
    .addColumn('recipient', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('html', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute();
  await db.schema.createIndex('mails_by_state').on('mails').columns(['state', 'id']).execute();

  // Without a reference to users: what somebody did stays known when the account is gone.
  await withId('audit_events')
    .addColumn('at', 'text', required)
    .addColumn('user_id', 'integer')
    .addColumn('user_email', 'text')
    .addColumn('action', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('record_id', 'integer')
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('network', 'text', required)
    .addColumn('request_id', 'text', required)
    .execute();
  await db.schema
    .createIndex('audit_events_by_record')
    .on('audit_events')
    .columns(['kind', 'record_id', 'id'])
    .execute();
  for (const statement of postgres ? appendOnlyOnPostgres : appendOnlyOnSqlite) await sql.raw(statement).execute(db);

  async function index(on: string, column: string) {
    await db.schema.createIndex(`${on}_by_${column}`).on(on).column(column).execute();
  }
}

function required(column: ColumnDefinitionBuilder) {
  return column.notNull();
}

function ofUser(column: ColumnDefinitionBuilder) {
  return column.notNull().references('users.id').onDelete('cascade');
}

/** An audit that could be changed would prove nothing. */
const appendOnlyOnSqlite = ['update', 'delete'].map(
  (change) =>
    `create trigger audit_events_no_${change} before ${change} on audit_events
     begin select raise(abort, 'audit_events is append-only'); end`,
);
const appendOnlyOnPostgres = [
  `create function audit_events_refuse() returns trigger language plpgsql as
   $$ begin raise exception 'audit_events is append-only'; end $$`,
  `create trigger audit_events_append_only before update or delete on audit_events
   for each row execute function audit_events_refuse()`,
];
