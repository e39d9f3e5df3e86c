import { adminCalls } from '#paths.ts';
import { invalid, notFound, Refusal } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import type { Http } from '#server/http/create.server.ts';
import { errors } from '#server/lists/answers.server.ts';
import { refuseInUse } from '#server/lists/in-use.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { isNamed, refuseSecondOfName, taken } from '#server/lists/same-name.server.ts';
import { noSuchRecord } from '#server/lists/writes.server.ts';
import { idOf } from '#server/public-calls.server.ts';
import { keepCategoryFindable, keepSubCategoryFindable } from '../search.data.server.ts';
import {
  activeSubCategories,
  categories,
  featuresWithCategory,
  featuresWithContent,
  holdCategories,
  subCategories,
  subCategoriesIn,
  subCategoryRecords,
} from './data.server.ts';
import {
  categoriesToChooseOnWire,
  subCategoriesToChooseOnWire,
  subCategoryForm,
  subCategoryRecordOnWire,
} from './schema.ts';

export function featureCategoryCalls(foundations: Foundations, scope: Http): void {
  categoryCalls(foundations, scope);
  subCategoryCalls(foundations, scope);
  choiceCalls(foundations, scope);
}

function categoryCalls(foundations: Foundations, scope: Http): void {
  listApi(foundations, scope, {
    ...categories,
    path: adminCalls.featureCategories,
    sorted: ['category_name'],
    newestLast: true,
    shows: ['features'],
    said: saidOf('Features category'),
    derive: keepCategoryFindable,
    check: async (transaction, { category_name }, id) => {
      if (await isNamed(transaction, 'feature_categories', category_name, id))
        throw invalid({ category_name: [taken] });
    },
    checkRestorable: (transaction, id) => refuseSecondOfName(transaction, 'feature_categories', id),
    checkUnused: async (transaction, id) => {
      refuseInUse('category', 'features', await featuresWithCategory(transaction, id));
      refuseInUse('category', 'sub-categories', await subCategoriesIn(transaction, id));
    },
  });
}

function subCategoryCalls(foundations: Foundations, scope: Http): void {
  listApi(foundations, scope, {
    ...subCategories,
    path: adminCalls.featureSubCategories,
    sorted: ['sub_category_name'],
    newestLast: true,
    shows: ['features'],
    said: saidOf('Features sub category'),
    form: subCategoryForm,
    asRead: { selectedCategory: 'category_id' },
    onWire: subCategoryRecordOnWire,
    read: subCategoryRecords,
    columns: ({ category_id, ...form }) => ({ ...subCategories.columns(form), category_id }),
    derive: keepSubCategoryFindable,
    check: async (transaction, { category_id, sub_category_name }, id) => {
      const [there] = await holdCategories(transaction, [category_id]);
      if (!there) throw invalid({ selectedCategory: ['This category is not there any more. Choose another one.'] });
      if (await isNamed(transaction, 'feature_sub_categories', sub_category_name, id, { category_id }))
        throw invalid({ sub_category_name: ['This category has a sub-category of this name. Choose another name.'] });
    },
    checkUnused: async (transaction, id) => {
      refuseInUse('sub-category', 'features', await featuresWithContent(transaction, id));
    },
    checkRestorable: async (transaction, id) => {
      const [record] = await subCategoryRecords(transaction, [id]);
      const [there] = record ? await holdCategories(transaction, [record.category_id]) : [];
      if (!there) throw new Refusal(409, 'The category of this sub-category is deleted. Restore the category first.');
      await refuseSecondOfName(transaction, 'feature_sub_categories', id, 'category_id');
    },
  });
}

function choiceCalls({ database }: Foundations, scope: Http): void {
  scope.get(
    adminCalls.categoriesToChoose,
    {
      schema: {
        summary: 'List feature categories to choose',
        tags: [adminCalls.features],
        response: { 200: categoriesToChooseOnWire, ...errors(401) },
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
        response: { 200: subCategoriesToChooseOnWire, ...errors(401, 404) },
      },
    },
    async (request) => {
      const found = await activeSubCategories(database, idOf(request, noSuchRecord));
      if (!found) throw notFound(noSuchRecord);
      return found;
    },
  );
}
