import { sql } from 'kysely';
import { z as classic } from 'zod';
import * as z from 'zod/mini';
import { idSchema } from '#api/records.ts';
import { chosen, line, type Shown, statusField, type TextsOf, textShapes, versionField } from '#api/shapes.ts';
import {
  assertExists,
  assertParentExists,
  assertUniqueName,
  assertUnused,
  isNamed,
  namesWhere,
  nameTakenMessage,
} from '#cms/collections/in-use.server.ts';
import { joinById, type OrderedColumns, searchText } from '#cms/collections/listed-table.server.ts';
import { textList, type WrittenColumns } from '#cms/collections/plain-list.server.ts';
import { noSuchRecord } from '#cms/collections/writes.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { listApi, listMessages } from '#cms/kind.server.ts';
import { adminCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid, notFound } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';

export const categoryShapes = textShapes({ category_name: line('category name') });

const subCategoryShapes = textShapes({ sub_category_name: line('sub-category name') });

/** The form's name for the category, as in every other select. */
const fields = { ...subCategoryShapes.texts, selectedCategory: chosen('category'), status: statusField };

export const subCategoryForm = {
  create: classic.object(fields),
  update: classic.object({ ...fields, updated_at: versionField }),
};

export const subCategoryRecordSchema = z.extend(subCategoryShapes.recordSchema, {
  category_id: idSchema,
  category_name: z.string(),
});

export const categoryChoicesSchema = z.array(categoryShapes.onWire);
export const subCategoryChoicesSchema = z.array(subCategoryShapes.onWire);

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    feature_categories: TextsOf<typeof categoryShapes> & OrderedColumns;
    feature_sub_categories: TextsOf<typeof subCategoryShapes> & OrderedColumns & { category_id: number };
    categories_of_features: { feature_id: number; category_id: number; position: number };
  }
}

/** `categories.all` returns those that a feature may be put into. */
export const categories = textList('feature_categories', categoryShapes);

const subCategories = textList('feature_sub_categories', subCategoryShapes);

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
async function activeSubCategories(
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
) {
  const id = await categories.add(database, { category_name, sort_order });
  const subCategoryIds: number[] = [];
  for (const [place, sub_category_name] of names.entries()) {
    subCategoryIds.push(await subCategories.add(database, { sub_category_name, category_id: id, sort_order: place }));
  }
  return { id, subCategoryIds };
}

export function featureCategoryCalls(context: AppContext, scope: StaffScope): void {
  categoryCalls(context, scope);
  subCategoryCalls(context, scope);
  choiceCalls(context, scope);
}

function categoryCalls(context: AppContext, scope: StaffScope): void {
  listApi(context, scope, {
    ...categories,
    path: adminCalls.featureCategories,
    sorted: ['category_name'],
    newestLast: true,
    shows: ['features'],
    messages: listMessages('Features category'),
    check: async (transaction, { category_name }, id) => {
      if (await isNamed(transaction, 'feature_categories', searchText(category_name), id))
        throw invalid({ category_name: [nameTakenMessage] });
    },
    checkRestorable: (transaction, id) => assertUniqueName(transaction, 'feature_categories', id),
    checkUnused: async (transaction, id) => {
      assertUnused('category', 'features', await featuresWithCategory(transaction, id));
      assertUnused('category', 'sub-categories', await subCategoriesIn(transaction, id));
    },
  });
}

function subCategoryCalls(context: AppContext, scope: StaffScope): void {
  listApi(context, scope, {
    ...subCategories,
    path: adminCalls.featureSubCategories,
    sorted: ['sub_category_name'],
    newestLast: true,
    shows: ['features'],
    messages: listMessages('Features sub category'),
    form: subCategoryForm,
    asRead: { selectedCategory: 'category_id' },
    onWire: subCategoryRecordSchema,
    read: subCategoryRecords,
    columns: (form) =>
      ({
        ...subCategories.columns(form),
        category_id: form.selectedCategory,
      }) satisfies WrittenColumns<'feature_sub_categories'>,
    check: async (transaction, { selectedCategory: category_id, sub_category_name }, id) => {
      await assertExists(transaction, 'feature_categories', category_id, 'category', 'selectedCategory');
      if (await isNamed(transaction, 'feature_sub_categories', searchText(sub_category_name), id, { category_id }))
        throw invalid({ sub_category_name: ['This category has a sub-category of this name. Choose another name.'] });
    },
    checkUnused: async (transaction, id) => {
      assertUnused('sub-category', 'features', await featuresWithContent(transaction, id));
    },
    checkRestorable: async (transaction, id) => {
      const [record] = await subCategoryRecords(transaction, [id]);
      await assertParentExists(transaction, 'feature_categories', record?.category_id, ['category', 'sub-category']);
      await assertUniqueName(transaction, 'feature_sub_categories', id, 'category_id');
    },
  });
}

function choiceCalls({ database }: AppContext, scope: StaffScope): void {
  scope.get(
    adminCalls.categoriesToChoose,
    {
      schema: {
        summary: 'List feature categories to choose',
        tags: [adminCalls.features],
        response: { 200: categoryChoicesSchema },
      },
    },
    async () => categories.all(database),
  );

  scope.get<{ Params: { id: string } }>(
    adminCalls.subCategoriesToChoose,
    {
      schema: {
        summary: 'List feature sub categories to choose',
        tags: [adminCalls.features],
        response: { 200: subCategoryChoicesSchema },
      },
    },
    async (request) => {
      const choices = await activeSubCategories(database, idOf(request));
      if (!choices) throw notFound(noSuchRecord);
      return choices;
    },
  );
}
