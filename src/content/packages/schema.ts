import * as z from 'zod/mini';
import { idOnWire } from '#ui/wire.ts';

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

export const packageOnWire = z.object({
  id: idOnWire,
  package_name: z.string(),
  installation_cost: z.string(),
  monthly_charge: z.string(),
});

export const packageGroupsOnWire = z.record(
  z.string(),
  z.object({ package_category: z.string(), data: z.array(packageOnWire) }),
);

export function packageGroupsToWire(groups: PackageGroup[]): z.infer<typeof packageGroupsOnWire> {
  return Object.fromEntries(
    groups.map(({ name, packages }) => [name, { package_category: name, data: packages.map(packageToWire) }]),
  );
}

function packageToWire(item: Package): z.infer<typeof packageOnWire> {
  return {
    id: item.id,
    package_name: item.name,
    installation_cost: item.installationCost,
    monthly_charge: item.monthlyCharge,
  };
}
