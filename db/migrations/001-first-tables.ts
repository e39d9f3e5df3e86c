import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, PostgresAdapter } from 'kysely';

/**
 * The first tables. Portable on purpose: text for days (YYYY-MM-DD) and moments (ISO 8601, UTC), integers 0 and 1 for
 * status. Booleans, enums and time types differ between the two databases.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const table = (name: string) => db.schema.createTable(name);
  const withId = (name: string) =>
    table(name).addColumn('id', isPostgres(db) ? 'serial' : 'integer', (column) =>
      isPostgres(db) ? column.primaryKey() : column.primaryKey().autoIncrement(),
    );

  await table('store_facts').addColumn('name', 'text', primary).addColumn('value', 'text', required).execute();
  await table('content_changes')
    .addColumn('seq', isPostgres(db) ? 'serial' : 'integer', (column) =>
      isPostgres(db) ? column.primaryKey() : column.primaryKey().autoIncrement(),
    )
    .addColumn('kind', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute();
  await table('rate_limits')
    .addColumn('key', 'text', required)
    .addColumn('window_start', 'integer', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('rate_limits_pk', ['key', 'window_start'])
    .execute();
  await table('pictures')
    .addColumn('key', 'text', primary)
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .addColumn('size', 'integer', required)
    .addColumn('created_at', 'text', required)
    .execute();
  await table('files')
    .addColumn('key', 'text', primary)
    .addColumn('name', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('type', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute();
  await withId('users')
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('image_key', 'text', (column) => column.references('pictures.key'))
    .$call(times)
    .execute();

  await withId('about')
    .addColumn('date', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('short_description', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('content', 'text', required)
    .$call(picture)
    .$call(status)
    .$call(times)
    .execute();
  await withId('news')
    .addColumn('date', 'text', required)
    .addColumn('short_title', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('content', 'text', required)
    .$call(picture)
    .$call(status)
    .$call(times)
    .execute();
  await db.schema
    .createIndex('news_by_date')
    .on('news')
    .columns(['status', 'date desc', 'id desc'] as never)
    .execute();
  await withId('testimonials')
    .addColumn('name', 'text', required)
    .addColumn('position', 'text', required)
    .addColumn('description', 'text', required)
    .$call(picture)
    .$call(ordered)
    .$call(times)
    .execute();
  await withId('videos')
    .addColumn('title', 'text', required)
    .addColumn('link', 'text', required)
    .$call(ordered)
    .$call(times)
    .execute();
  await withId('statistics')
    .addColumn('title', 'text', required)
    .addColumn('count', 'text', required)
    .$call(picture)
    .$call(ordered)
    .$call(times)
    .execute();
  await withId('clients').addColumn('title', 'text', required).$call(picture).$call(ordered).$call(times).execute();
  await withId('downloads')
    .addColumn('title', 'text', required)
    .addColumn('link', 'text')
    .addColumn('file_key', 'text', (column) => column.references('files.key'))
    .$call(ordered)
    .$call(times)
    .execute();

  await withId('package_categories').addColumn('name', 'text', required).$call(ordered).$call(times).execute();
  await withId('packages')
    .addColumn('category_id', 'integer', (column) => column.notNull().references('package_categories.id'))
    .addColumn('name', 'text', required)
    .addColumn('installation_cost', 'text', required)
    .addColumn('monthly_charge', 'text', required)
    .$call(ordered)
    .$call(times)
    .execute();
  await index('packages', 'category_id');

  await withId('features').addColumn('title', 'text', required).$call(picture).$call(ordered).$call(times).execute();
  await withId('feature_categories').addColumn('name', 'text', required).$call(ordered).$call(times).execute();
  await withId('feature_sub_categories')
    .addColumn('category_id', 'integer', (column) => column.notNull().references('feature_categories.id'))
    .addColumn('name', 'text', required)
    .$call(ordered)
    .$call(times)
    .execute();
  await index('feature_sub_categories', 'category_id');
  await table('categories_of_features')
    .addColumn('feature_id', 'integer', (column) => column.notNull().references('features.id').onDelete('cascade'))
    .addColumn('category_id', 'integer', (column) => column.notNull().references('feature_categories.id'))
    .addColumn('position', 'integer', required)
    .addPrimaryKeyConstraint('categories_of_features_pk', ['feature_id', 'category_id'])
    .execute();
  await withId('feature_details')
    .addColumn('feature_id', 'integer', (column) => column.notNull().references('features.id').onDelete('cascade'))
    .addColumn('sub_category_id', 'integer', (column) => column.notNull().references('feature_sub_categories.id'))
    .addColumn('content', 'text', required)
    .$call(times)
    .addUniqueConstraint('feature_details_once', ['feature_id', 'sub_category_id'])
    .execute();

  await withId('demo_requests')
    .addColumn('name', 'text', required)
    .addColumn('institute_name', 'text', required)
    .addColumn('number', 'text', required)
    .addColumn('email', 'text', required)
    .$call(times)
    .execute();
  await db.schema
    .createIndex('demo_requests_by_sender')
    .on('demo_requests')
    .columns(['email', 'number', 'created_at'])
    .execute();
  await withId('demo_request_events')
    .addColumn('request_id', 'integer', (column) => column.notNull().references('demo_requests.id').onDelete('cascade'))
    .addColumn('event', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute();
  await index('demo_request_events', 'request_id');

  async function index(on: string, column: string) {
    await db.schema.createIndex(`${on}_by_${column}`).on(on).column(column).execute();
  }
}

type Table = CreateTableBuilder<string, string>;

function primary(column: ColumnDefinitionBuilder) {
  return column.primaryKey();
}

function required(column: ColumnDefinitionBuilder) {
  return column.notNull();
}

function picture(table: Table) {
  return table.addColumn('image_key', 'text', (column) => column.references('pictures.key'));
}

function status(table: Table) {
  return table.addColumn('status', 'integer', (column) => column.notNull().defaultTo(1));
}

/** Kinds that visitors see in an order that staff choose: smallest first, then the newest. */
function ordered(table: Table) {
  return status(table).addColumn('sort_order', 'integer', (column) => column.notNull().defaultTo(0));
}

function times(table: Table) {
  return table.addColumn('created_at', 'text', required).addColumn('updated_at', 'text', required);
}

function isPostgres(db: Kysely<never>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
