import type { Generated } from 'kysely';
import type { TextsOf } from '#api/shapes.ts';
import type { OrderedColumns } from '#cms/collections/listed-table.server.ts';
import { textList } from '#cms/collections/plain-list.server.ts';
import { emptyTrash } from '#cms/collections/trash.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { type Package, type PackageGroup, packageCategoryShapes, packageShapes } from './schema.ts';

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

export const packages = textList('packages', packageShapes);

/** `packageCategories.all` returns those that a package may be put into. */
export const packageCategories = textList('package_categories', packageCategoryShapes);

const publicColumns = [
  'package_name',
  'installation_cost',
  'monthly_charge',
  'audience',
  'includes',
  'students_from',
  'students_to',
  'recommended',
] as const;

/** Groups and rows in the manual order; groups without packages are omitted. */
export async function allPackageGroups(database: Database): Promise<PackageGroup[]> {
  const groups = await packageCategories.all(database);
  const rows = await database
    .selectFrom('packages')
    .select(['id', 'category_id', ...publicColumns])
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

export async function packageRecords(database: Database, ids: number[]) {
  const categories = await database
    .selectFrom('packages')
    .innerJoin('package_categories as category', 'category.id', 'packages.category_id')
    .select(['packages.id', 'packages.students_from', 'packages.students_to', 'packages.recommended'])
    .select(['category.id as package_category_id', 'category.name as package_category'])
    .where('packages.id', 'in', ids)
    .execute();
  const records = await packages.read(database, ids);
  return records.flatMap((record) => {
    const category = categories.find(({ id }) => id === record.id);
    return category ? { ...record, ...category } : [];
  });
}

/** False where the category does not exist or is inactive; locks it until the transaction ends. */
export async function lockPackageCategory(transaction: Database, id: number): Promise<boolean> {
  const row = await transaction
    .selectFrom('package_categories')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function packagesIn(transaction: Database, categoryId: number): Promise<string[]> {
  const rows = await transaction
    .selectFrom('packages')
    .select('package_name')
    .where('category_id', '=', categoryId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(4)
    .execute();
  return rows.map((row) => row.package_name);
}

export async function categoryOfPackage(transaction: Database, id: number): Promise<number | null> {
  const row = await transaction.selectFrom('packages').select('category_id').where('id', '=', id).executeTakeFirst();
  return row?.category_id ?? null;
}

export interface NewPackageGroup {
  name: string;
  note?: string;
  sms_price?: string;
  packages: (Pick<Package, 'package_name' | 'installation_cost' | 'monthly_charge'> & Partial<Omit<Package, 'id'>>)[];
}

export async function addPackageGroup(database: Database, group: NewPackageGroup, sort_order: number): Promise<void> {
  const { packages: rows, ...category } = group;
  const category_id = await packageCategories.add(database, { note: '', sms_price: '', ...category, sort_order });
  for (const [place, item] of rows.entries()) {
    const open = { audience: '', includes: '', students_from: null, students_to: null };
    await packages.add(database, { ...open, ...item, category_id, sort_order: place });
  }
}

/** Purges expired packages, then expired categories without packages. */
export async function emptyPackagesTrash(database: Database): Promise<void> {
  await emptyTrash(database, 'packages');
  const rows = await database.selectFrom('packages').select('category_id').distinct().execute();
  const referredTo = rows.map((row) => row.category_id);
  await emptyTrash(database, 'package_categories', referredTo);
}
