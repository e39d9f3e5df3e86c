import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter } from 'kysely';

/** What those who ask for a demo are mailed, with its history; and what a request brings beside its four fields. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;

  await db.schema
    .createTable('demo_access')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('demo_link', 'text', required)
    // Encrypted; empty where there is none yet.
    .addColumn('password_sealed', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('status', 'integer', required)
    .addColumn('created_at', 'text')
    .addColumn('updated_at', 'text')
    .execute();
  // The row is there from the beginning: requests and edits meet at its lock. Empty texts stand for the built-in ones.
  const empty = { id: 1, demo_link: '', password_sealed: '', subject: '', message: '', status: 0 };
  await db
    .insertInto('demo_access' as never)
    .values(empty as never)
    .execute();

  await db.schema
    .createTable('demo_access_changes')
    .addColumn('id', postgres ? 'serial' : 'integer', (column) =>
      postgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
    )
    .addColumn('at', 'text', required)
    // Without a reference: who changed it stays known when the account is gone.
    .addColumn('user_email', 'text', required)
    .addColumn('fields', 'text', required)
    .addColumn('demo_link', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('status', 'integer', required)
    .execute();

  const requests = db.schema.alterTable('demo_requests');
  await requests.addColumn('request_key', 'text').execute();
  await requests.addColumn('access_mail', 'text', (column) => column.notNull().defaultTo('none')).execute();
  await requests.addColumn('spam_score', 'integer', (column) => column.notNull().defaultTo(0)).execute();
  await requests.addColumn('spam_reasons', 'text', (column) => column.notNull().defaultTo('')).execute();
  await db.schema
    .createIndex('demo_requests_by_key')
    .unique()
    .on('demo_requests')
    .column('request_key')
    .where('request_key' as never, 'is not', null as never)
    .execute();
  await db.schema
    .createIndex('demo_requests_waiting')
    .on('demo_requests')
    .column('id')
    .where('access_mail' as never, '=', 'waiting' as never)
    .execute();
}

function required(column: ColumnDefinitionBuilder) {
  return column.notNull();
}
