import { pages } from '#paths.ts';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { Ledgers } from './ledgers.tsx';
import type { PackageGroup } from './schema.ts';
import { packageStrings, priceLineWords } from './strings.ts';

export function PackagesSection({ groups }: { groups: PackageGroup[] }) {
  return (
    <section id="packages" className="band later band-sunken" aria-labelledby="packages-heading">
      <div className="shell">
        <SectionHeading
          id="packages-heading"
          title={packageStrings.heading}
          lead={packageStrings.lead}
          aside={<StitchLink href={pages.calculator}>{priceLineWords.calculator}</StitchLink>}
        />
        <Ledgers groups={groups} />
        <p className="ledgers-more flow">
          {groups.some(({ note }) => note) && (
            <StitchLink href={pages.extraCosts}>{packageStrings.extraCosts}</StitchLink>
          )}
          <StitchLink href={pages.faq}>{packageStrings.faq}</StitchLink>
        </p>
      </div>
    </section>
  );
}
