import { isPostgres } from '#server/database/dialect.server.ts';
import type { Database } from '#server/database/open.server.ts';
import type { OrderedColumns } from '#server/lists/listed-table.server.ts';
import { textList } from '#server/lists/plain-list.server.ts';
import type { Shown, TextsOf } from '#wire/shapes.ts';
import { categoryShapes, subCategoryShapes } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    feature_categories: TextsOf<typeof categoryShapes> & OrderedColumns;
    feature_sub_categories: TextsOf<typeof subCategoryShapes> & OrderedColumns & { category_id: number };
    categories_of_features: CategoriesOfFeaturesTable;
  }
}

interface CategoriesOfFeaturesTable {
  feature_id: number;
  category_id: number;
  position: number;
}

/** Categories; those that `all` answers are the ones that a feature may be put into. */
export const categories = textList('feature_categories', categoryShapes);

export const subCategories = textList('feature_sub_categories', subCategoryShapes);

type Category = Shown<typeof categoryShapes>;

/** The active categories of a feature, in the order in which staff gave them to it. */
export function categoriesOfFeature(database: Database, featureId: number): Promise<Category[]> {
  return linkedCategories(database, [featureId]).where('category.status', '=', 1).execute();
}

/** The categories of several features, by feature; inactive ones too. */
export async function categoriesOfFeatures(database: Database, featureIds: number[]): Promise<Map<number, Category[]>> {
  const rows = await linkedCategories(database, featureIds).select('link.feature_id').execute();
  const byFeature = Map.groupBy(rows, (row) => row.feature_id);
  return new Map([...byFeature].map(([feature, links]) => [feature, links.map(({ feature_id: _, ...link }) => link)]));
}

function linkedCategories(database: Database, featureIds: number[]) {
  return database
    .selectFrom('categories_of_features as link')
    .innerJoin('feature_categories as category', 'category.id', 'link.category_id')
    .select(['category.id', 'category.category_name'])
    .where('link.feature_id', 'in', featureIds)
    .where('category.deleted_at', 'is', null)
    .orderBy('link.position');
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

/** The parts of a category that content may be written for; null where there is no such category. */
export async function activeSubCategories(
  database: Database,
  categoryId: number,
): Promise<Shown<typeof subCategoryShapes>[] | null> {
  const [category] = await categories.read(database, [categoryId]);
  if (!category || category.deleted_at !== null) return null;
  return database
    .selectFrom('feature_sub_categories')
    .select(['id', 'sub_category_name'])
    .where('category_id', '=', categoryId)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('id', 'desc')
    .execute();
}

/** Sub-categories as the back office edits them, in any state, each with its category. */
export async function subCategoryRecords(database: Database, ids: number[]) {
  const parents = await database
    .selectFrom('feature_sub_categories as sub')
    .innerJoin('feature_categories as category', 'category.id', 'sub.category_id')
    .select(['sub.id', 'category_id', 'category_name'])
    .where('sub.id', 'in', ids)
    .execute();
  const records = await subCategories.read(database, ids);
  return records.flatMap((record) => {
    const parent = parents.find(({ id }) => id === record.id);
    return parent ? { ...record, ...parent } : [];
  });
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

/** The titles of some features that have content under this sub-category. */
export async function featuresWithContent(transaction: Database, subCategoryId: number): Promise<string[]> {
  const rows = await transaction
    .selectFrom('feature_details as detail')
    .innerJoin('features', 'features.id', 'detail.feature_id')
    .select('features.title')
    .where('detail.sub_category_id', '=', subCategoryId)
    .where('detail.content', '<>', '')
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
    .select('sub_category_name')
    .where('category_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(4)
    .execute();
  return rows.map((row) => row.sub_category_name);
}

/** A category with the names of its sub-categories, past the form. */
export interface NewCategory extends TextsOf<typeof categoryShapes> {
  subCategories: string[];
}

/** Adds a category with its sub-categories; answers their ids in the same order. */
export async function addFeatureCategory(
  database: Database,
  { category_name, subCategories: names }: NewCategory,
  sort_order: number,
): Promise<{ id: number; subCategoryIds: number[] }> {
  const id = await categories.add(database, { category_name, sort_order });
  const subCategoryIds: number[] = [];
  for (const [place, sub_category_name] of names.entries()) {
    const sub = { sub_category_name, category_id: id, sort_order: place };
    subCategoryIds.push(await subCategories.add(database, sub));
  }
  return { id, subCategoryIds };
}
