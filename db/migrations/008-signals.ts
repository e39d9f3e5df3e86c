import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * What tells staff that something happened, and the vendor what his site brings: notifications with who has read them,
 * the settings of their mails, the mornings that had their digest; counts of the funnel, and where a request came from.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const table = (name: string) => db.schema.createTable(name);

  await table('notifications')
    .addColumn('id', postgres ? 'serial' : 'integer', (column) =>
      postgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
    )
    .addColumn('request_id', 'integer', (column) => ofRequest(column).unique())
    .addColumn('created_at', 'text', required)
    .execute();
  await table('notification_reads')
    .addColumn('user_id', 'integer', (column) => required(column).references('users.id').onDelete('cascade'))
    .addColumn('notification_id', 'integer', (column) =>
      required(column).references('notifications.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('notification_reads_key', ['user_id', 'notification_id'])
    .execute();
  await db.schema
    .createIndex('notification_reads_by_notification')
    .on('notification_reads')
    .column('notification_id')
    .execute();
  await table('notification_settings')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('sales_addresses', 'text', required)
    .addColumn('mail_requests', 'integer', required)
    .addColumn('mail_digest', 'integer', required)
    .addColumn('digest_hour', 'integer', required)
    .addColumn('quiet_from', 'integer', required)
    .addColumn('quiet_until', 'integer', required)
    .addColumn('updated_at', 'text', required)
    .execute();
  await table('digests')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('mails', 'integer', required)
    .addColumn('created_at', 'text', required)
    .execute();

  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`create table funnel_counts (
    day text not null, event text not null, ${visit}, count integer not null,
    primary key (day, event, route, source, medium, campaign, referrer))`);
  await run(`create table funnel_requests (
    request_id integer primary key references demo_requests (id) on delete cascade, ${visit},
    sent_on text, contacted_on text, won_on text)`);
}

/** Where something happened, and where the visitor came from. */
const visit = ['route', 'source', 'medium', 'campaign', 'referrer'].map((name) => `${name} text not null`).join(', ');

function required(column: ColumnDefinitionBuilder) {
  return column.notNull();
}

function ofRequest(column: ColumnDefinitionBuilder) {
  return column.notNull().references('demo_requests.id').onDelete('cascade');
}
