import type { Generated } from 'kysely';
import type { Database } from '#server/database/open.server.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    feature_categories: FeatureCategoriesTable;
    feature_sub_categories: FeatureSubCategoriesTable;
    categories_of_features: CategoriesOfFeaturesTable;
  }
}

interface FeatureCategoriesTable {
  id: Generated<number>;
  name: string;
  status: number;
  sort_order: number;
  created_at: string;
  updated_at: string;
}

interface FeatureSubCategoriesTable extends FeatureCategoriesTable {
  category_id: number;
}

interface CategoriesOfFeaturesTable {
  feature_id: number;
  category_id: number;
  position: number;
}

/** The active categories of a feature, in the order in which staff gave them to it. */
export function categoriesOfFeature(database: Database, featureId: number): Promise<{ id: number; name: string }[]> {
  return database
    .selectFrom('categories_of_features as link')
    .innerJoin('feature_categories as category', 'category.id', 'link.category_id')
    .select(['category.id', 'category.name'])
    .where('link.feature_id', '=', featureId)
    .where('category.status', '=', 1)
    .orderBy('link.position')
    .execute();
}

/** Adds a category with its sub-categories; answers their ids in the same order. */
export async function addFeatureCategory(
  database: Database,
  category: { name: string; subCategories: string[] },
  sortOrder: number,
): Promise<{ id: number; subCategoryIds: number[] }> {
  const now = new Date().toISOString();
  const common = { status: 1, created_at: now, updated_at: now };
  const { id } = await database
    .insertInto('feature_categories')
    .values({ name: category.name, sort_order: sortOrder, ...common })
    .returning('id')
    .executeTakeFirstOrThrow();
  const subCategoryIds: number[] = [];
  for (const [index, name] of category.subCategories.entries()) {
    const added = await database
      .insertInto('feature_sub_categories')
      .values({ name, category_id: id, sort_order: index, ...common })
      .returning('id')
      .executeTakeFirstOrThrow();
    subCategoryIds.push(added.id);
  }
  return { id, subCategoryIds };
}
