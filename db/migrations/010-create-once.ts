import type { Kysely } from 'kysely';

/** Which record a request to create made, so that the same request again makes no second one. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('creations')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('record_id', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('creations_pk', ['user_id', 'key'])
    .execute();
  await db.schema.createIndex('creations_by_created_at').on('creations').column('created_at').execute();
}
