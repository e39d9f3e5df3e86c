import { findableRecords } from '#cms/search/entries.server.ts';
import { pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { anchorOf } from './anchor.ts';
import { allPackageGroups } from './data.server.ts';
import { packageStrings } from './strings.ts';

export const searchablePackages = findableRecords({
  table: null,
  found: { package: { number: 9, rank: 2.6, label: 'প্যাকেজ' } },
  entriesOf: async (database) =>
    (await allPackageGroups(database)).map(({ id, name, note, packages }) => ({
      kind: 'package',
      recordId: 1,
      partId: id,
      number: id,
      title: `${packageStrings.heading}: ${name}`,
      text: [...packages.flatMap((item) => [item.package_name, item.audience, item.includes]), note].join(' '),
    })),
  addressesOf: async (_database, entries) =>
    entries.map(({ partId }) => `${pages.packages}#${anchorOf({ id: partId })}`),
});

export const reindexPackages = (transaction: Database) => searchablePackages.keep(transaction, 1);
