import { calls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { publicCall } from '#server/public-calls.server.ts';
import { allPackageGroups } from './data.server.ts';
import { packageGroupsOnWire, packageGroupsToWire } from './schema.ts';

export function packagesApi(foundations: Foundations): void {
  publicCall(foundations, {
    path: calls.packages,
    shows: ['packages'],
    answer: packageGroupsOnWire,
    read: async () => packageGroupsToWire(await allPackageGroups(foundations.database)),
  });
}
