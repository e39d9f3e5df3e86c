import { type Generated, sql } from 'kysely';
import type { TextsOf } from '#api/shapes.ts';
import { namesWhere } from '#cms/collections/in-use.server.ts';
import type { OrderedColumns } from '#cms/collections/listed-table.server.ts';
import { textList } from '#cms/collections/plain-list.server.ts';
import { joinById } from '#cms/collections/records.server.ts';
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

export async function packageRecords(database: Database, ids: number[]) {
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

export interface NewPackageGroup {
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
export async function emptyPackagesTrash(database: Database): Promise<void> {
  await emptyTrash(database, 'packages');
  const rows = await database.selectFrom('packages').select('category_id').distinct().execute();
  await emptyTrash(
    database,
    'package_categories',
    rows.map((row) => row.category_id),
  );
}
