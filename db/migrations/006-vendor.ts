import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

/** The facts about the vendor that the whole site shows: one row. An empty text stands for the one that is built in. */
export async function up(db: Kysely<never>): Promise<void> {
  const texts = [
    ...['tagline', 'phone', 'whatsapp', 'email', 'address'],
    ...['facebook', 'youtube', 'linkedin', 'x', 'instagram'],
    ...['hero_title', 'hero_emphasis', 'hero_lead', 'hero_hint'],
  ];
  let table = db.schema
    .createTable('site_settings')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('name', 'text', required)
    .addColumn('image_key', 'text', (column) => column.references('pictures.key'))
    .addColumn('logo_status', 'integer', (column) => column.notNull().defaultTo(1));
  for (const name of texts) table = table.addColumn(name, 'text', empty);
  await table
    // JSON: the texts of each page that differ from the built-in ones.
    .addColumn('pages', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('updated_at', 'text', required)
    .execute();
}

function required(column: ColumnDefinitionBuilder) {
  return column.notNull();
}

function empty(column: ColumnDefinitionBuilder) {
  return column.notNull().defaultTo('');
}
