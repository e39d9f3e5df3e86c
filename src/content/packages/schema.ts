import * as z from 'zod/mini';
import { idOnWire, type Listed, listedOnWire, listedToWire } from '#wire/records.ts';

/** What one package costs, as staff wrote it: a plain number of taka, or words. */
export interface Package {
  id: number;
  name: string;
  installationCost: string;
  monthlyCharge: string;
}

/** The packages for one sort of institution. */
export interface PackageGroup {
  id: number;
  name: string;
  packages: Package[];
}

/** A package as the back office edits it. */
export interface PackageRecord extends Package, Listed {
  category: { id: number; name: string };
}

export interface PackageCategoryRecord extends Listed {
  id: number;
  name: string;
}

const packageOnWire = z.object({
  id: idOnWire,
  package_name: z.string(),
  installation_cost: z.string(),
  monthly_charge: z.string(),
});

export const packageGroupsOnWire = z.record(
  z.string(),
  z.object({ package_category: z.string(), data: z.array(packageOnWire) }),
);

/** Two groups of one name share the label, and so the rows under it. */
export function packageGroupsToWire(groups: PackageGroup[]): z.infer<typeof packageGroupsOnWire> {
  const rows = Map.groupBy(groups, (group) => group.name);
  return Object.fromEntries(
    [...rows].map(([name, same]) => [
      name,
      { package_category: name, data: same.flatMap((group) => group.packages).map(packageToWire) },
    ]),
  );
}

export const packageRecordOnWire = z.extend(packageOnWire, {
  package_category_id: idOnWire,
  package_category: z.string(),
  ...listedOnWire,
});

export function packageRecordToWire(item: PackageRecord): z.infer<typeof packageRecordOnWire> {
  return {
    ...packageToWire(item),
    package_category_id: item.category.id,
    package_category: item.category.name,
    ...listedToWire(item),
  };
}

/** What a select of categories offers. */
export const packageCategoriesToChooseOnWire = z.array(z.object({ id: idOnWire, name: z.string() }));

export const packageCategoryOnWire = z.object({ id: idOnWire, name: z.string(), ...listedOnWire });

export function packageCategoryToWire(category: PackageCategoryRecord): z.infer<typeof packageCategoryOnWire> {
  return { id: category.id, name: category.name, ...listedToWire(category) };
}

function packageToWire(item: Package): z.infer<typeof packageOnWire> {
  return {
    id: item.id,
    package_name: item.name,
    installation_cost: item.installationCost,
    monthly_charge: item.monthlyCharge,
  };
}
