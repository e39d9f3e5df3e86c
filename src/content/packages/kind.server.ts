import { sql } from 'kysely';
import { assertExists, assertParentExists, assertUnused } from '#cms/collections/in-use.server.ts';
import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import { orderRoute } from '#cms/collections/order-route.server.ts';
import type { WrittenColumns } from '#cms/collections/plain-list.server.ts';
import { assertUniqueName, isNamed, nameTakenMessage } from '#cms/collections/same-name.server.ts';
import { searchText } from '#cms/collections/search.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import type { KindOnServer } from '#cms/kind.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { invalid } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { publicCall } from '#platform/http/public-calls.server.ts';
import { anchorOf } from './anchor.ts';
import {
  addPackageGroup,
  allPackageGroups,
  emptyPackagesTrash,
  type NewPackageGroup,
  packageCategories,
  packageRecords,
  packages,
  packagesIn,
} from './data.server.ts';
import {
  packageCategoryChoicesSchema,
  packageForm,
  packageGroupsSchema,
  packageGroupsToWire,
  packageRecordSchema,
} from './schema.ts';
import { packageStrings } from './strings.ts';

const searchable: Searchable = {
  collection: 'packages',
  found: { package: { rank: 2.6, label: 'প্যাকেজ' } },
  entriesOf: async (database) =>
    (await allPackageGroups(database)).map(({ id, name, note, packages }) => ({
      kind: 'package',
      // One hit for the page: that of the group that fits best.
      recordId: 0,
      partId: id,
      title: `${packageStrings.heading}: ${name}`,
      text: [...packages.flatMap((item) => [item.package_name, item.audience, item.includes]), note].join(' '),
      url: `${pages.packages}#${anchorOf({ id })}`,
    })),
};

export const packagesOnServer = {
  tables: ['packages', 'package_categories'],
  pictures: [],
  publicCalls: (context) =>
    publicCall(context, {
      path: calls.packages,
      shows: ['packages'],
      answer: packageGroupsSchema,
      read: async () => packageGroupsToWire(await allPackageGroups(context.database)),
    }),
  staffCalls: (context, scope) => {
    packageCalls(context, scope);
    categoryCalls(context, scope);
  },
  emptyTrash: emptyPackagesTrash,
  filesInUse: null,
  counted: 'packages',
  searchable,
  addSample: async (transaction, groups: NewPackageGroup[]) => {
    for (const [place, group] of groups.entries()) await addPackageGroup(transaction, group, place);
  },
} satisfies KindOnServer;

/** Sorts by category first. */
const byCategory = sql`
  (select category.sort_order from package_categories as category where category.id = category_id),
  category_id desc, sort_order, id desc`;

function packageCalls(context: AppContext, scope: StaffScope): void {
  const kind = { ...packages, path: adminCalls.packages };
  orderRoute(context, scope, kind);
  listApi(context, scope, {
    ...kind,
    messages: listMessages('Package'),
    order: byCategory,
    sorted: ['package_name'],
    newestLast: true,
    form: packageForm,
    asRead: { selectedCategory: 'package_category_id', intstilation_cost: 'installation_cost' },
    onWire: packageRecordSchema,
    read: packageRecords,
    columns: ({ selectedCategory, intstilation_cost, students_from, students_to, recommended, ...form }) =>
      ({
        ...packages.columns(form),
        category_id: selectedCategory,
        installation_cost: intstilation_cost,
        students_from,
        students_to,
        recommended,
      }) satisfies WrittenColumns<'packages'>,
    check: (transaction, { selectedCategory: id }) =>
      assertExists(transaction, 'package_categories', id, 'category', 'selectedCategory'),
    checkRestorable: async (transaction, id) => {
      const [record] = await packageRecords(transaction, [id]);
      const parent = record?.package_category_id;
      await assertParentExists(transaction, 'package_categories', parent, ['category', 'package']);
    },
  });
}

function categoryCalls(context: AppContext, scope: StaffScope): void {
  listApi(context, scope, {
    ...packageCategories,
    path: adminCalls.packageCategories,
    newestLast: true,
    shows: packages.shows,
    messages: listMessages('Package category'),
    check: async (transaction, { name }, id) => {
      if (await isNamed(transaction, 'package_categories', searchText(name), id))
        throw invalid({ name: [nameTakenMessage] });
    },
    checkRestorable: (transaction, id) => assertUniqueName(transaction, 'package_categories', id),
    checkUnused: async (transaction, id) => {
      assertUnused('package category', 'packages', await packagesIn(transaction, id));
    },
  });
  scope.get(
    adminCalls.packageCategoriesToChoose,
    {
      schema: {
        summary: 'List package categories to choose',
        tags: [adminCalls.packages],
        response: { 200: packageCategoryChoicesSchema },
      },
    },
    async () => packageCategories.all(context.database),
  );
}
