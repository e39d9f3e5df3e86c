import type { FastifyInstance } from 'fastify';
import { adminCalls } from '#paths.ts';
import { invalid, notFound, Refusal } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { listApi } from '#server/list-api.server.ts';
import { bodyLimits, errors } from '#server/lists/answers.server.ts';
import { refuseInUse } from '#server/lists/in-use.server.ts';
import { staffOrder } from '#server/lists/list-query.server.ts';
import { textsOf } from '#server/lists/texts.server.ts';
import { noSuchRecord } from '#server/lists/writes.server.ts';
import { orderApi } from '#server/order-api.server.ts';
import { idOf } from '#server/public-calls.server.ts';
import { featuresWithContent } from '../details/data.server.ts';
import { keepCategoryFindable, keepSubCategoryFindable } from '../search.data.server.ts';
import {
  activeCategories,
  activeSubCategories,
  categoryColumns,
  categoryRecords,
  featuresWithCategory,
  holdCategories,
  subCategoriesIn,
  subCategoryColumns,
  subCategoryRecords,
} from './data.server.ts';
import { categoryForm, subCategoryForm } from './form.server.ts';
import {
  categoriesToChooseOnWire,
  categoryChoiceToWire,
  featureCategoryOnWire,
  featureCategoryToWire,
  featureSubCategoryOnWire,
  featureSubCategoryToWire,
  subCategoriesToChooseOnWire,
  subCategoryChoiceToWire,
} from './schema.ts';

/** The calls of the two category screens, and of the selects that offer what they keep. */
export function featureCategoriesAdminApi(foundations: Foundations, scope: FastifyInstance): void {
  categoryCalls(foundations, scope);
  subCategoryCalls(foundations, scope);
  choiceCalls(foundations, scope);
}

function categoryCalls(foundations: Foundations, scope: FastifyInstance): void {
  const place = { table: 'feature_categories', path: adminCalls.featureCategories, shows: ['features'] } as const;
  orderApi(foundations, scope, place);
  listApi(foundations, scope, {
    ...place,
    texts: textsOf('Features category'),
    order: staffOrder,
    bodyLimit: bodyLimits.text,
    form: categoryForm,
    onWire: featureCategoryOnWire,
    read: async (database, ids) => (await categoryRecords(database, ids)).map(featureCategoryToWire),
    columns: categoryColumns,
    derive: keepCategoryFindable,
    checkUnused: async (transaction, id) => {
      refuseInUse('category', 'features', await featuresWithCategory(transaction, id));
      refuseInUse('category', 'sub-categories', await subCategoriesIn(transaction, id));
    },
  });
}

function subCategoryCalls(foundations: Foundations, scope: FastifyInstance): void {
  const place = {
    table: 'feature_sub_categories',
    path: adminCalls.featureSubCategories,
    shows: ['features'],
  } as const;
  orderApi(foundations, scope, place);
  listApi(foundations, scope, {
    ...place,
    texts: textsOf('Features sub category'),
    order: staffOrder,
    bodyLimit: bodyLimits.text,
    form: subCategoryForm,
    onWire: featureSubCategoryOnWire,
    read: async (database, ids) => (await subCategoryRecords(database, ids)).map(featureSubCategoryToWire),
    columns: subCategoryColumns,
    derive: keepSubCategoryFindable,
    check: async (transaction, { categoryId }) => {
      const [there] = await holdCategories(transaction, [categoryId]);
      if (!there) throw invalid({ selectedCategory: ['This category is not there any more. Choose another one.'] });
    },
    checkUnused: async (transaction, id) => {
      refuseInUse('sub-category', 'features', await featuresWithContent(transaction, id));
    },
    checkRestorable: async (transaction, id) => {
      const [record] = await subCategoryRecords(transaction, [id]);
      const [there] = record ? await holdCategories(transaction, [record.category.id]) : [];
      if (!there) throw new Refusal(409, 'The category of this sub-category is deleted. Restore the category first.');
    },
  });
}

function choiceCalls({ database }: Foundations, scope: FastifyInstance): void {
  scope.get(
    adminCalls.categoriesToChoose,
    { schema: { tags: [adminCalls.features], response: { 200: categoriesToChooseOnWire, ...errors(401) } } },
    async () => (await activeCategories(database)).map(categoryChoiceToWire),
  );

  scope.get<{ Params: { id: string } }>(
    adminCalls.subCategoriesToChoose,
    { schema: { tags: [adminCalls.features], response: { 200: subCategoriesToChooseOnWire, ...errors(401, 404) } } },
    async (request) => {
      const subCategories = await activeSubCategories(database, idOf(request, noSuchRecord));
      if (!subCategories) throw notFound(noSuchRecord);
      return subCategories.map(subCategoryChoiceToWire);
    },
  );
}
