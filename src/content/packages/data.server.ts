import type { Generated } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import type { Package, PackageGroup } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    package_categories: PackageCategoriesTable;
    packages: PackagesTable;
  }
}

interface PackageCategoriesTable {
  id: Generated<number>;
  name: string;
  status: number;
  sort_order: number;
  created_at: string;
  updated_at: string;
}

interface PackagesTable {
  id: Generated<number>;
  category_id: number;
  name: string;
  installation_cost: string;
  monthly_charge: string;
  status: number;
  sort_order: number;
  created_at: string;
  updated_at: string;
}

/** The price table: groups and rows in the order that staff chose. A group without rows is shown as empty. */
export async function allPackageGroups(database: Database): Promise<PackageGroup[]> {
  const groups = await database
    .selectFrom('package_categories')
    .select(['id', 'name'])
    .where('status', '=', 1)
    .orderBy('sort_order')
    .orderBy('id', 'desc')
    .execute();
  const rows = await database
    .selectFrom('packages')
    .select(['id', 'category_id', 'name', 'installation_cost', 'monthly_charge'])
    .where('status', '=', 1)
    .orderBy('sort_order')
    .orderBy('id', 'desc')
    .execute();
  return groups.map((group) => ({
    ...group,
    packages: rows.filter((row) => row.category_id === group.id).map(packageOf),
  }));
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
    .values({ name: group.name, status: 1, sort_order: sortOrder, ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = group.packages.map((item, index) => ({
    category_id: id,
    name: item.name,
    installation_cost: item.installationCost,
    monthly_charge: item.monthlyCharge,
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
