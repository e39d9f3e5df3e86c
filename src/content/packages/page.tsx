import { PageBand } from '#ui/site/page-band.tsx';
import { Ledgers } from './ledgers.tsx';
import type { PackageGroup } from './schema.ts';
import { words } from './words.ts';

export function PackagesPage({ groups }: { groups: PackageGroup[] }) {
  return (
    <PageBand id="packages-heading" title={words.heading} lead={words.lead}>
      <Ledgers groups={groups} level="h2" />
    </PageBand>
  );
}
