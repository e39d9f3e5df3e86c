import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { adminCalls } from '#paths.ts';
import { invalid, Refusal } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { listApi } from '#server/list-api.server.ts';
import { bodyLimits, errors } from '#server/lists/answers.server.ts';
import { refuseInUse } from '#server/lists/in-use.server.ts';
import { staffOrder } from '#server/lists/list-query.server.ts';
import { textsOf } from '#server/lists/texts.server.ts';
import { orderApi } from '#server/order-api.server.ts';
import {
  activePackageCategories,
  categoryOfPackage,
  holdPackageCategory,
  packageCategoryColumns,
  packageCategoryRecords,
  packageColumns,
  packageRecords,
  packagesIn,
} from './data.server.ts';
import { packageCategoryForm, packageForm } from './form.server.ts';
import {
  packageCategoriesToChooseOnWire,
  packageCategoryOnWire,
  packageCategoryToWire,
  packageRecordOnWire,
  packageRecordToWire,
} from './schema.ts';

/** Rows of one category stand together, in the order of the categories. */
const byCategory = sql`
  (select category.sort_order from package_categories as category where category.id = category_id),
  category_id desc, sort_order, id desc`;

/** The calls of the price screen: packages, and their categories, which are managed in place. */
export function packagesAdminApi(foundations: Foundations, scope: FastifyInstance): void {
  const { database } = foundations;
  const place = { table: 'packages', path: adminCalls.packages, shows: ['packages'] } as const;
  orderApi(foundations, scope, place);
  listApi(foundations, scope, {
    ...place,
    texts: textsOf('Package'),
    order: byCategory,
    bodyLimit: bodyLimits.text,
    form: packageForm,
    onWire: packageRecordOnWire,
    read: async (from, ids) => (await packageRecords(from, ids)).map(packageRecordToWire),
    columns: packageColumns,
    check: async (transaction, { categoryId }) => {
      const isThere = await holdPackageCategory(transaction, categoryId);
      if (!isThere) throw invalid({ selectedCategory: ['This category is not there any more. Choose another one.'] });
    },
    checkRestorable: async (transaction, id) => {
      const categoryId = await categoryOfPackage(transaction, id);
      if (categoryId !== null && (await holdPackageCategory(transaction, categoryId))) return;
      throw new Refusal(409, 'The category of this package is deleted. Restore the category first.');
    },
  });

  const categories = { table: 'package_categories', path: adminCalls.packageCategories, shows: ['packages'] } as const;
  orderApi(foundations, scope, categories);
  listApi(foundations, scope, {
    ...categories,
    texts: textsOf('Package category'),
    order: staffOrder,
    bodyLimit: bodyLimits.text,
    form: packageCategoryForm,
    onWire: packageCategoryOnWire,
    read: async (from, ids) => (await packageCategoryRecords(from, ids)).map(packageCategoryToWire),
    columns: packageCategoryColumns,
    checkUnused: async (transaction, id) => {
      refuseInUse('package category', 'packages', await packagesIn(transaction, id));
    },
  });

  scope.get(
    adminCalls.packageCategoriesToChoose,
    { schema: { tags: [adminCalls.packages], response: { 200: packageCategoriesToChooseOnWire, ...errors(401) } } },
    async () => activePackageCategories(database),
  );
}
