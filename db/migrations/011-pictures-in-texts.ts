import { type Kysely, sql } from 'kysely';

/** Which pictures stand in which rich texts, so that those that stand nowhere can be told and removed. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('pictures_in_texts')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('record_id', 'integer', (column) => column.notNull())
    .addColumn('picture_key', 'text', (column) => column.notNull().references('pictures.key'))
    .addPrimaryKeyConstraint('pictures_in_texts_pk', ['kind', 'record_id', 'picture_key'])
    .execute();
  await db.schema.createIndex('pictures_in_texts_by_picture').on('pictures_in_texts').column('picture_key').execute();
  for (const kind of ['about', 'news', 'feature_details']) {
    const texts = await sql<{ id: number; content: string }>`
      select id, content from ${sql.table(kind)} where content like '%/media/%'`.execute(db);
    for (const { id, content } of texts.rows) {
      for (const key of new Set(Array.from(content.matchAll(/\/media\/([0-9a-f]{40})/g), ([, found]) => found))) {
        await sql`insert into pictures_in_texts (kind, record_id, picture_key)
          select ${kind}, ${id}, key from pictures where key = ${key}`.execute(db);
      }
    }
  }
}
