import { pages } from '#paths.ts';
import { bengaliMoney, plainAmount } from '#ui/site/bengali.ts';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import type { PackageGroup } from './schema.ts';
import { priceLineWords as words } from './words.ts';

/** What it costs, in one line for each sort of institution, below a page that tells of the software. */
export function PriceLine({ groups }: { groups: PackageGroup[] }) {
  const known = groups.flatMap((group) => {
    const charges = group.packages.flatMap(({ monthly_charge }) => plainAmount(monthly_charge) ?? []);
    const least = charges.toSorted((one, other) => Number(one) - Number(other))[0];
    return least === undefined ? [] : [{ ...group, least }];
  });
  return (
    <section className="band later band-sunken" aria-labelledby="price-heading">
      <div className="shell">
        <SectionHeading
          id="price-heading"
          title={words.heading}
          lead={words.lead}
          aside={<StitchLink href={pages.calculator}>{words.calculator}</StitchLink>}
        />
        {known.length > 0 && (
          <ul className="price-line">
            {known.map(({ id, name, least }) => (
              <li key={id}>
                <b>{name}</b>
                <span>{words.from(bengaliMoney(least))}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
