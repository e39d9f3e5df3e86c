import type { Database } from '#server/database/open.server.ts';
import { chosenPackage } from './chosen-package.ts';
import { costOf, readStudents } from './costs.ts';
import { allPackageGroups } from './data.server.ts';

/**
 * What a package that was chosen in the price calculator costs in its first year, in whole taka, for so many students;
 * null for what is not in the price list, or has to be talked about.
 */
export async function worthOf(
  database: Database,
  chosen: { students: string | null; package_note: string | null },
): Promise<number | null> {
  const students = readStudents(chosen.students ?? '');
  if (students === null || chosen.package_note === null) return null;
  for (const group of await allPackageGroups(database)) {
    const item = group.packages.find((each) => chosenPackage(group, each, students).package === chosen.package_note);
    const cost = item && costOf(item, students);
    if (cost?.status === 'known') return Math.round(cost.firstYear);
  }
  return null;
}
