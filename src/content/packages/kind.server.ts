import { sql } from 'kysely';
import { adminCalls, calls } from '#paths.ts';
import { invalid, Refusal } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import type { Http } from '#server/http/create.server.ts';
import type { KindOnServer } from '#server/kind.server.ts';
import { errors } from '#server/lists/answers.server.ts';
import { refuseInUse } from '#server/lists/in-use.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { orderRoute } from '#server/lists/order-route.server.ts';
import { isNamed, refuseSecondOfName, taken } from '#server/lists/same-name.server.ts';
import { publicCall } from '#server/public-calls.server.ts';
import {
  addPackageGroup,
  allPackageGroups,
  categoryOfPackage,
  emptyPackagesTrash,
  holdPackageCategory,
  type NewPackageGroup,
  packageCategories,
  packageRecords,
  packages,
  packagesIn,
} from './data.server.ts';
import {
  packageCategoriesToChooseOnWire,
  packageForm,
  packageGroupsOnWire,
  packageGroupsToWire,
  packageRecordOnWire,
} from './schema.ts';
import { findablePackages, keepPackagesFindable } from './search.data.server.ts';

export const packagesOnServer = {
  tables: ['packages', 'package_categories'],
  pictured: [],
  rich: [],
  publicCalls: (foundations) =>
    publicCall(foundations, {
      path: calls.packages,
      shows: ['packages'],
      answer: packageGroupsOnWire,
      read: async () => packageGroupsToWire(await allPackageGroups(foundations.database)),
    }),
  staffCalls: (foundations, scope) => {
    packageCalls(foundations, scope);
    categoryCalls(foundations, scope);
  },
  emptyTrash: emptyPackagesTrash,
  filesInUse: null,
  counted: 'packages',
  findable: findablePackages,
  addSample: async (transaction, groups: NewPackageGroup[]) => {
    for (const [place, group] of groups.entries()) await addPackageGroup(transaction, group, place);
  },
} satisfies KindOnServer;

/** Sorts by category first. */
const byCategory = sql`
  (select category.sort_order from package_categories as category where category.id = category_id),
  category_id desc, sort_order, id desc`;

function packageCalls(foundations: Foundations, scope: Http): void {
  const kind = { ...packages, path: adminCalls.packages };
  orderRoute(foundations, scope, kind);
  listApi(foundations, scope, {
    ...kind,
    derive: keepPackagesFindable,
    said: saidOf('Package'),
    order: byCategory,
    sorted: ['package_name'],
    newestLast: true,
    form: packageForm,
    asRead: { selectedCategory: 'package_category_id', intstilation_cost: 'installation_cost' },
    onWire: packageRecordOnWire,
    read: packageRecords,
    columns: ({ category_id, students_from, students_to, recommended, ...form }) => ({
      ...packages.columns(form),
      ...{ category_id, students_from, students_to, recommended },
    }),
    check: async (transaction, { category_id }) => {
      const isThere = await holdPackageCategory(transaction, category_id);
      if (!isThere) throw invalid({ selectedCategory: ['This category is not there any more. Choose another one.'] });
    },
    checkRestorable: async (transaction, id) => {
      const categoryId = await categoryOfPackage(transaction, id);
      if (categoryId !== null && (await holdPackageCategory(transaction, categoryId))) return;
      throw new Refusal(409, 'The category of this package is deleted. Restore the category first.');
    },
  });
}

function categoryCalls(foundations: Foundations, scope: Http): void {
  listApi(foundations, scope, {
    ...packageCategories,
    path: adminCalls.packageCategories,
    derive: keepPackagesFindable,
    newestLast: true,
    shows: packages.shows,
    said: saidOf('Package category'),
    check: async (transaction, { name }, id) => {
      if (await isNamed(transaction, 'package_categories', name, id)) throw invalid({ name: [taken] });
    },
    checkRestorable: (transaction, id) => refuseSecondOfName(transaction, 'package_categories', id),
    checkUnused: async (transaction, id) => {
      refuseInUse('package category', 'packages', await packagesIn(transaction, id));
    },
  });
  scope.get(
    adminCalls.packageCategoriesToChoose,
    {
      schema: {
        summary: 'List package categories to choose',
        tags: [adminCalls.packages],
        response: { 200: packageCategoriesToChooseOnWire, ...errors(401) },
      },
    },
    async () => packageCategories.all(foundations.database),
  );
}
