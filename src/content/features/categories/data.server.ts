import { isPostgres } from '#server/database/dialect.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { listedColumns, listedOf, type OrderedColumns } from '#server/lists/listed-table.server.ts';
import { searchText } from '#server/lists/search.server.ts';
import type { FeatureCategoryRecord, FeatureSubCategoryRecord } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    feature_categories: FeatureCategoriesTable;
    feature_sub_categories: FeatureSubCategoriesTable;
    categories_of_features: CategoriesOfFeaturesTable;
  }
}

interface FeatureCategoriesTable extends OrderedColumns {
  name: string;
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
    .where('category.deleted_at', 'is', null)
    .orderBy('link.position')
    .execute();
}

/** The categories of several features, by feature; inactive ones too. */
export async function categoriesOfFeatures(
  database: Database,
  featureIds: number[],
): Promise<Map<number, { id: number; name: string }[]>> {
  const rows = await database
    .selectFrom('categories_of_features as link')
    .innerJoin('feature_categories as category', 'category.id', 'link.category_id')
    .select(['link.feature_id', 'category.id', 'category.name'])
    .where('link.feature_id', 'in', featureIds)
    .where('category.deleted_at', 'is', null)
    .orderBy('link.position')
    .execute();
  const byFeature = Map.groupBy(rows, (row) => row.feature_id);
  return new Map([...byFeature].map(([feature, links]) => [feature, links.map(({ id, name }) => ({ id, name }))]));
}

/** Gives a feature these categories and no others, in this order. */
export async function setCategoriesOfFeature(
  transaction: Database,
  featureId: number,
  categoryIds: number[],
): Promise<void> {
  await transaction.deleteFrom('categories_of_features').where('feature_id', '=', featureId).execute();
  const links = categoryIds.map((categoryId, position) => ({
    feature_id: featureId,
    category_id: categoryId,
    position,
  }));
  if (links.length > 0) await transaction.insertInto('categories_of_features').values(links).execute();
}

/** Those of these categories that are there; they then stay until the transaction ends. */
export async function holdCategories(transaction: Database, ids: number[]): Promise<number[]> {
  const rows = await transaction
    .selectFrom('feature_categories')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .$if(isPostgres(transaction), (query) => query.forShare())
    .execute();
  return rows.map((row) => row.id);
}

/** The categories that a feature may be put into. */
export function activeCategories(database: Database): Promise<{ id: number; name: string }[]> {
  return database
    .selectFrom('feature_categories')
    .select(['id', 'name'])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('id', 'desc')
    .execute();
}

/** The parts of a category that content may be written for; null where there is no such category. */
export async function activeSubCategories(
  database: Database,
  categoryId: number,
): Promise<{ id: number; name: string }[] | null> {
  const [category] = await categoryRecords(database, [categoryId]);
  if (!category || category.deletedAt !== null) return null;
  return database
    .selectFrom('feature_sub_categories')
    .select(['id', 'name'])
    .where('category_id', '=', categoryId)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('id', 'desc')
    .execute();
}

/** Categories as the back office edits them, in any state. */
export async function categoryRecords(database: Database, ids: number[]): Promise<FeatureCategoryRecord[]> {
  const rows = await database
    .selectFrom('feature_categories')
    .select(['id', 'name'])
    .select(listedColumns('feature_categories'))
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => ({ id: row.id, name: row.name, ...listedOf(row) }));
}

/** Sub-categories as the back office edits them, in any state. */
export async function subCategoryRecords(database: Database, ids: number[]): Promise<FeatureSubCategoryRecord[]> {
  const rows = await database
    .selectFrom('feature_sub_categories')
    .innerJoin('feature_categories as category', 'category.id', 'feature_sub_categories.category_id')
    .select([
      'feature_sub_categories.id',
      'feature_sub_categories.name',
      'category_id',
      'category.name as category_name',
    ])
    .select(listedColumns('feature_sub_categories'))
    .where('feature_sub_categories.id', 'in', ids)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    category: { id: row.category_id, name: row.category_name },
    ...listedOf(row),
  }));
}

/** What is written of a category, as columns. */
export function categoryColumns({ name }: { name: string }) {
  return { name, search_text: searchText(name) };
}

export function subCategoryColumns({ name, categoryId }: { name: string; categoryId: number }) {
  return { name, category_id: categoryId, search_text: searchText(name) };
}

/** The names of some features that have this category. */
export async function featuresWithCategory(transaction: Database, id: number): Promise<string[]> {
  const rows = await transaction
    .selectFrom('categories_of_features as link')
    .innerJoin('features', 'features.id', 'link.feature_id')
    .select('features.title')
    .where('link.category_id', '=', id)
    .where('features.deleted_at', 'is', null)
    .orderBy('features.id')
    .limit(4)
    .execute();
  return rows.map((row) => row.title);
}

/** The names of some sub-categories of this category. */
export async function subCategoriesIn(transaction: Database, id: number): Promise<string[]> {
  const rows = await transaction
    .selectFrom('feature_sub_categories')
    .select('name')
    .where('category_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(4)
    .execute();
  return rows.map((row) => row.name);
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
    .values({ ...categoryColumns(category), sort_order: sortOrder, ...common })
    .returning('id')
    .executeTakeFirstOrThrow();
  const subCategoryIds: number[] = [];
  for (const [index, name] of category.subCategories.entries()) {
    const added = await database
      .insertInto('feature_sub_categories')
      .values({ ...subCategoryColumns({ name, categoryId: id }), sort_order: index, ...common })
      .returning('id')
      .executeTakeFirstOrThrow();
    subCategoryIds.push(added.id);
  }
  return { id, subCategoryIds };
}
