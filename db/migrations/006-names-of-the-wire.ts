import type { Kysely } from 'kysely';

/** Renames columns to their API field names, so that a field has one name from form to table. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [table, columns] of Object.entries(renamed)) {
    for (const [from, to] of Object.entries(columns))
      await db.schema.alterTable(table).renameColumn(from, to).execute();
  }
}

const renamed: Record<string, Record<string, string>> = {
  statistics: { title: 'statistics_title', count: 'statistics_count' },
  videos: { title: 'gallery_title', link: 'gallery_link' },
  packages: { name: 'package_name' },
  feature_categories: { name: 'category_name' },
  feature_sub_categories: { name: 'sub_category_name' },
};
