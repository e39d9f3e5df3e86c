import { type Generated, sql } from 'kysely';
import { z as classic } from 'zod';
import * as z from 'zod/mini';
import { idSchema } from '#api/records.ts';
import {
  amount,
  chosen,
  line,
  optionalLine,
  optionalParagraph,
  type Shown,
  statusField,
  type TextsOf,
  textShapes,
  versionField,
} from '#api/shapes.ts';
import { latinDigits } from '#api/text.ts';
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
import { orderRoute } from '#cms/collections/order.server.ts';
import { textList, type WrittenColumns } from '#cms/collections/plain-list.server.ts';
import { emptyTrash } from '#cms/collections/trash.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { type KindOnServer, listApi, listMessages } from '#cms/kind.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { t } from '#i18n/text.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { publicCall } from '#platform/http/public-calls.server.ts';
import { mostStudents } from './costs.ts';
import { anchorOf, packageStrings } from './strings.ts';

/** Costs are a plain number of taka, or text; `includes` has one item per line. */
const texts = {
  package_name: line('package name'),
  installation_cost: amount('installation cost'),
  monthly_charge: amount('monthly charge'),
  audience: optionalLine('line that says for whom it is', 120),
  includes: optionalParagraph('list of what is included'),
};

const packageShapes = textShapes(texts);

/** Null means no limit. */
const size = { students_from: z.nullable(z.int()), students_to: z.nullable(z.int()) };

const facts = { ...size, /** 1 or 0, as `status`. */ recommended: z.int() };

const packageSchema = z.extend(packageShapes.onWire, facts);

export type Package = z.infer<typeof packageSchema>;

/** `intstilation_cost` is the specification's spelling; the category has the form's name of every select. */
const fields = {
  selectedCategory: chosen('package category'),
  package_name: texts.package_name,
  intstilation_cost: texts.installation_cost,
  monthly_charge: texts.monthly_charge,
  audience: texts.audience,
  includes: texts.includes,
  students_from: numberOfStudents(),
  students_to: numberOfStudents(),
  recommended: classic
    .union([classic.boolean(), classic.literal([0, 1, '0', '1'])])
    .nullish()
    .transform((value) => (value === undefined ? undefined : Number(value ?? 0))),
  status: statusField,
};

const wrongOrder = { path: ['students_to'], error: 'Write the larger number here, or nothing.' };

export const packageForm = {
  /** Null instead of the empty text that missing fields of a new record get. */
  create: classic
    .object(fields)
    .refine(isInOrder, wrongOrder)
    .transform(({ students_from = null, students_to = null, recommended = 0, ...form }) => ({
      ...form,
      students_from,
      students_to,
      recommended,
    })),
  update: classic.object({ ...fields, updated_at: versionField }).refine(isInOrder, wrongOrder),
};

/** An empty value clears the limit; a missing one leaves it unchanged. */
function numberOfStudents() {
  const error = () => t`Write a number from 1 to ${mostStudents}, or nothing.`;
  return classic
    .union([classic.string(), classic.number()], { error })
    .transform((value) => latinDigits(String(value)).replace(/[\s,]/g, ''))
    .refine((text) => text === '' || (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= mostStudents), { error })
    .transform((text) => (text === '' ? null : Number(text)))
    .nullish();
}

function isInOrder({ students_from: from, students_to: to }: { students_from?: Ends; students_to?: Ends }): boolean {
  return !from || !to || from <= to;
}

type Ends = number | null | undefined;

export const packageRecordSchema = z.extend(packageShapes.recordSchema, {
  ...facts,
  package_category_id: idSchema,
  package_category: z.string(),
});

export interface PackageGroup extends Shown<typeof packageCategoryShapes> {
  packages: Package[];
}

/** `note` holds extra costs; `sms_price` is in taka and enables SMS in the calculator. */
export const packageCategoryShapes = textShapes({
  name: line('name'),
  note: optionalParagraph('note'),
  sms_price: optionalLine('price of an SMS', 20)
    .transform((text) => text && latinDigits(text))
    .refine((text) => !text || /^\d{1,4}(?:\.\d{1,3})?$/.test(text), {
      error: 'Write a number of taka, such as 0.50, or nothing.',
    }),
});

export const packageCategoryChoicesSchema = z.array(packageCategoryShapes.onWire);

const packageGroupsSchema = z.record(
  z.string(),
  z.object({ package_category: z.string(), note: z.string(), sms_price: z.string(), data: z.array(packageSchema) }),
);

/** Groups with the same name are merged under one key. */
function packageGroupsToWire(groups: PackageGroup[]): z.infer<typeof packageGroupsSchema> {
  const rows = Map.groupBy(groups, (group) => group.name);
  return Object.fromEntries(
    [...rows].map(([name, same]) => [
      name,
      {
        package_category: name,
        note: same.find(({ note }) => note)?.note ?? '',
        sms_price: same.find(({ sms_price }) => sms_price)?.sms_price ?? '',
        data: same.flatMap((group) => group.packages),
      },
    ]),
  );
}

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    package_categories: TextsOf<typeof packageCategoryShapes> & OrderedColumns;
    packages: TextsOf<typeof packageShapes> &
      OrderedColumns & {
        category_id: number;
        students_from: number | null;
        students_to: number | null;
        recommended: Generated<number>;
      };
  }
}

const packages = textList('packages', packageShapes);

/** `packageCategories.all` returns those that a package may be put into. */
const packageCategories = textList('package_categories', packageCategoryShapes);

/** Groups and rows in the manual order; groups without packages are omitted. */
export async function allPackageGroups(database: Database): Promise<PackageGroup[]> {
  const groups = await packageCategories.all(database);
  const rows = await database
    .selectFrom('packages')
    .select(['id', 'category_id', 'package_name', 'installation_cost', 'monthly_charge', 'audience', 'includes'])
    .select(['students_from', 'students_to', 'recommended'])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('id', 'desc')
    .execute();
  return groups.flatMap((group) => {
    const packages = rows.filter((row) => row.category_id === group.id).map(({ category_id: _, ...row }) => row);
    return packages.length > 0 ? [{ ...group, packages }] : [];
  });
}

async function packageRecords(database: Database, ids: number[]) {
  const categories = await database
    .selectFrom('packages')
    .innerJoin('package_categories as category', 'category.id', 'packages.category_id')
    .select(['packages.id', 'packages.students_from', 'packages.students_to', 'packages.recommended'])
    .select(['category.id as package_category_id', 'category.name as package_category'])
    .where('packages.id', 'in', ids)
    .execute();
  return joinById(await packages.read(database, ids), categories);
}

export function packagesIn(database: Database, categoryId: number): Promise<string[]> {
  return namesWhere(database, 'packages', 'package_name', sql`category_id = ${categoryId}`);
}

interface NewPackageGroup {
  name: string;
  note?: string;
  sms_price?: string;
  packages: (Pick<Package, 'package_name' | 'installation_cost' | 'monthly_charge'> & Partial<Omit<Package, 'id'>>)[];
}

export async function addPackageGroup(
  database: Database,
  { packages: rows, ...category }: NewPackageGroup,
  sort_order: number,
): Promise<void> {
  const category_id = await packageCategories.add(database, { note: '', sms_price: '', ...category, sort_order });
  for (const [place, item] of rows.entries()) {
    const open = { audience: '', includes: '', students_from: null, students_to: null };
    await packages.add(database, { ...open, ...item, category_id, sort_order: place });
  }
}

/** Purges expired packages, then expired categories without packages. */
async function emptyPackagesTrash(database: Database): Promise<void> {
  await emptyTrash(database, 'packages');
  const rows = await database.selectFrom('packages').select('category_id').distinct().execute();
  await emptyTrash(
    database,
    'package_categories',
    rows.map((row) => row.category_id),
  );
}

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
    onSite: ({ id, package_name: title }) => ({ title, path: pages.package(id) }),
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
