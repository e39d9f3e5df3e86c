import { bengaliDigits } from '#api/text.ts';
import { pages } from '#paths.ts';
import type { ChosenPackage } from '#ui/site/chosen-package.ts';
import type { Package, PackageGroup } from './schema.ts';

/** Label of a package in a demo request: 'পল্লব (কলেজ), ৩৫০ শিক্ষার্থী'. */
export function chosenPackage(group: PackageGroup, item: Package, students: number): ChosenPackage {
  return {
    students: String(students),
    change: pages.packagesFor({ kind: String(group.id), students: String(students), package: String(item.id) }),
    package: `${item.package_name} (${group.name}), ${bengaliDigits(students)} শিক্ষার্থী`,
  };
}
