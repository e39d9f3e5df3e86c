import type { Database } from '#platform/database/open.server.ts';
import { costOf, readStudents } from './costs.ts';
import { allPackageGroups } from './kind.server.ts';
import { chosenPackage } from './quote.ts';

/**
 * First-year cost in whole taka of the package in a demo request; null where it is not in the price list, or by
 * agreement.
 */
export async function estimateValue(
  database: Database,
  lead: { students: string | null; package_note: string | null },
): Promise<number | null> {
  const students = readStudents(lead.students ?? '');
  if (students === null || lead.package_note === null) return null;
  for (const group of await allPackageGroups(database)) {
    const item = group.packages.find((each) => chosenPackage(group, each, students).package === lead.package_note);
    const cost = item && costOf(item, students);
    if (cost?.status === 'known') return Math.round(cost.firstYear);
  }
  return null;
}
