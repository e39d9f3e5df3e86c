import { isPostgres } from '#server/database/dialect.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { listedColumns, listedOf, type OrderedColumns } from '#server/lists/listed-table.server.ts';
import { searchText } from '#server/lists/search.server.ts';
import type { Package, PackageCategoryRecord, PackageGroup, PackageRecord } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    package_categories: PackageCategoriesTable;
    packages: PackagesTable;
  }
}

interface PackageCategoriesTable extends OrderedColumns {
  name: string;
}

interface PackagesTable extends OrderedColumns {
  category_id: number;
  name: string;
  installation_cost: string;
  monthly_charge: string;
}

/** The price table: groups and rows in the order that staff chose. A group without rows is shown as empty. */
export async function allPackageGroups(database: Database): Promise<PackageGroup[]> {
  const groups = await activePackageCategories(database);
  const rows = await database
    .selectFrom('packages')
    .select(['id', 'category_id', 'name', 'installation_cost', 'monthly_charge'])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('id', 'desc')
    .execute();
  return groups.map((group) => ({
    ...group,
    packages: rows.filter((row) => row.category_id === group.id).map(packageOf),
  }));
}

/** The categories that a package may be put into. */
export function activePackageCategories(database: Database): Promise<{ id: number; name: string }[]> {
  return database
    .selectFrom('package_categories')
    .select(['id', 'name'])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('id', 'desc')
    .execute();
}

/** Packages as the back office edits them, in any state. */
export async function packageRecords(database: Database, ids: number[]): Promise<PackageRecord[]> {
  const rows = await database
    .selectFrom('packages')
    .innerJoin('package_categories as category', 'category.id', 'packages.category_id')
    .select(['packages.id', 'category_id', 'packages.name', 'installation_cost', 'monthly_charge'])
    .select('category.name as category_name')
    .select(listedColumns('packages'))
    .where('packages.id', 'in', ids)
    .execute();
  return rows.map((row) => ({
    ...packageOf(row),
    category: { id: row.category_id, name: row.category_name },
    ...listedOf(row),
  }));
}

export async function packageCategoryRecords(database: Database, ids: number[]): Promise<PackageCategoryRecord[]> {
  const rows = await database
    .selectFrom('package_categories')
    .select(['id', 'name'])
    .select(listedColumns('package_categories'))
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => ({ id: row.id, name: row.name, ...listedOf(row) }));
}

/** What is written of a package, as columns. */
export function packageColumns(item: Omit<Package, 'id'> & { categoryId: number }) {
  const { categoryId, name, installationCost, monthlyCharge } = item;
  return {
    category_id: categoryId,
    name,
    installation_cost: installationCost,
    monthly_charge: monthlyCharge,
    search_text: searchText(name, installationCost, monthlyCharge),
  };
}

export function packageCategoryColumns({ name }: { name: string }) {
  return { name, search_text: searchText(name) };
}

/** Whether packages may be put into this category; it then stays until the transaction ends. */
export async function holdPackageCategory(transaction: Database, id: number): Promise<boolean> {
  const row = await transaction
    .selectFrom('package_categories')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(isPostgres(transaction), (query) => query.forShare())
    .executeTakeFirst();
  return row !== undefined;
}

/** The names of some packages in a category. */
export async function packagesIn(transaction: Database, categoryId: number): Promise<string[]> {
  const rows = await transaction
    .selectFrom('packages')
    .select('name')
    .where('category_id', '=', categoryId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(4)
    .execute();
  return rows.map((row) => row.name);
}

/** The category of a package, in any state. */
export async function categoryOfPackage(transaction: Database, id: number): Promise<number | null> {
  const row = await transaction.selectFrom('packages').select('category_id').where('id', '=', id).executeTakeFirst();
  return row?.category_id ?? null;
}

export async function addPackageGroup(
  database: Database,
  group: Omit<PackageGroup, 'id' | 'packages'> & { packages: Omit<Package, 'id'>[] },
  sortOrder: number,
): Promise<void> {
  const now = new Date().toISOString();
  const times = { created_at: now, updated_at: now };
  const { id } = await database
    .insertInto('package_categories')
    .values({ ...packageCategoryColumns(group), status: 1, sort_order: sortOrder, ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = group.packages.map((item, index) => ({
    ...packageColumns({ ...item, categoryId: id }),
    status: 1,
    sort_order: index,
    ...times,
  }));
  if (rows.length > 0) await database.insertInto('packages').values(rows).execute();
}

function packageOf(
  row: Pick<PackagesTable, 'name' | 'installation_cost' | 'monthly_charge'> & { id: number },
): Package {
  return { id: row.id, name: row.name, installationCost: row.installation_cost, monthlyCharge: row.monthly_charge };
}
