import { sql } from 'kysely';
import type { Shown, TextsOf } from '#api/shapes.ts';
import { namesWhere } from '#cms/collections/in-use.server.ts';
import type { OrderedColumns } from '#cms/collections/listed-table.server.ts';
import { textList } from '#cms/collections/plain-list.server.ts';
import { joinById } from '#cms/collections/records.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { categoryShapes, subCategoryShapes } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    feature_categories: TextsOf<typeof categoryShapes> & OrderedColumns;
    feature_sub_categories: TextsOf<typeof subCategoryShapes> & OrderedColumns & { category_id: number };
    categories_of_features: { feature_id: number; category_id: number; position: number };
  }
}

/** `categories.all` returns those that a feature may be put into. */
export const categories = textList('feature_categories', categoryShapes);

export const subCategories = textList('feature_sub_categories', subCategoryShapes);

type Category = Shown<typeof categoryShapes>;

/** The active categories of a feature, in the order in which staff assigned them. */
export function categoriesOfFeature(database: Database, featureId: number): Promise<Category[]> {
  return publishedCategories(database).where('link.feature_id', '=', featureId).execute();
}

/** By feature id; inactive categories included. */
export async function categoriesOfFeatures(database: Database, featureIds: number[]): Promise<Map<number, Category[]>> {
  const rows = await linkedCategories(database)
    .select('link.feature_id')
    .where('link.feature_id', 'in', featureIds)
    .execute();
  const byFeature = Map.groupBy(rows, (row) => row.feature_id);
  return new Map([...byFeature].map(([feature, links]) => [feature, links.map(({ feature_id: _, ...link }) => link)]));
}

export function publishedCategories(database: Database) {
  return linkedCategories(database).where('category.status', '=', 1);
}

function linkedCategories(database: Database) {
  return database
    .selectFrom('categories_of_features as link')
    .innerJoin('feature_categories as category', 'category.id', 'link.category_id')
    .select(['category.id', 'category.category_name'])
    .where('category.deleted_at', 'is', null)
    .orderBy('link.position');
}

/** Replaces the categories of a feature, in this order. */
export async function setCategoriesOfFeature(
  transaction: Database,
  featureId: number,
  categoryIds: number[],
): Promise<void> {
  await transaction.deleteFrom('categories_of_features').where('feature_id', '=', featureId).execute();
  const links = categoryIds.map((category_id, position) => ({ feature_id: featureId, category_id, position }));
  if (links.length > 0) await transaction.insertInto('categories_of_features').values(links).execute();
}

/** Null where the category does not exist. */
export async function activeSubCategories(
  database: Database,
  categoryId: number,
): Promise<Shown<typeof subCategoryShapes>[] | null> {
  const [category] = await categories.read(database, [categoryId]);
  if (category?.deleted_at !== null) return null;
  return subCategories.all(database, sql`category_id = ${categoryId}`);
}

export async function subCategoryRecords(database: Database, ids: number[]) {
  const parents = await database
    .selectFrom('feature_sub_categories as sub')
    .innerJoin('feature_categories as category', 'category.id', 'sub.category_id')
    .select(['sub.id', 'category_id', 'category_name'])
    .where('sub.id', 'in', ids)
    .execute();
  return joinById(await subCategories.read(database, ids), parents);
}

export function featuresWithCategory(database: Database, id: number): Promise<string[]> {
  const linked = sql`id in (select feature_id from categories_of_features where category_id = ${id})`;
  return namesWhere(database, 'features', 'title', linked);
}

export function featuresWithContent(database: Database, id: number): Promise<string[]> {
  const written = sql`id in (select feature_id from feature_details where sub_category_id = ${id} and content <> '')`;
  return namesWhere(database, 'features', 'title', written);
}

export function subCategoriesIn(database: Database, id: number): Promise<string[]> {
  return namesWhere(database, 'feature_sub_categories', 'sub_category_name', sql`category_id = ${id}`);
}

export interface NewCategory extends TextsOf<typeof categoryShapes> {
  subCategories: string[];
}

/** Returns the ids of the sub-categories in the same order. */
export async function addFeatureCategory(
  database: Database,
  { category_name, subCategories: names }: NewCategory,
  sort_order: number,
): Promise<{ id: number; subCategoryIds: number[] }> {
  const id = await categories.add(database, { category_name, sort_order });
  const subCategoryIds: number[] = [];
  for (const [place, sub_category_name] of names.entries()) {
    subCategoryIds.push(await subCategories.add(database, { sub_category_name, category_id: id, sort_order: place }));
  }
  return { id, subCategoryIds };
}
