import { assertExists, assertParentExists, assertUnused } from '#cms/collections/in-use.server.ts';
import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import type { WrittenColumns } from '#cms/collections/plain-list.server.ts';
import { assertUniqueName, isNamed, nameTakenMessage } from '#cms/collections/same-name.server.ts';
import { searchText } from '#cms/collections/search.server.ts';
import { noSuchRecord } from '#cms/collections/writes.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { adminCalls } from '#paths.ts';
import { invalid, notFound } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import {
  activeSubCategories,
  categories,
  featuresWithCategory,
  featuresWithContent,
  subCategories,
  subCategoriesIn,
  subCategoryRecords,
} from './data.server.ts';
import { categoryChoicesSchema, subCategoryChoicesSchema, subCategoryForm, subCategoryRecordSchema } from './schema.ts';

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
