import { pages } from '#paths.ts';
import { bengaliMoney, plainAmount } from '#ui/site/bengali.ts';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { packageLines } from './included.ts';
import type { Package, PackageGroup } from './schema.ts';
import { priceLineWords as words } from './strings.ts';

/**
 * The lowest monthly price of each category. With `feature`, of the packages that list that feature by its title;
 * nothing where none does.
 */
export function PriceLine({ groups, feature }: { groups: PackageGroup[]; feature?: string }) {
  if (groups.length === 0) return null;
  const prices = groups.flatMap((group) => {
    const cheapest = cheapestOf(group.packages.filter((item) => !feature || packageLines(item).includes(feature)));
    return cheapest ? [{ ...group, ...cheapest }] : [];
  });
  return (
    <section className="band later band-sunken" aria-labelledby="price-heading">
      <div className="shell">
        <SectionHeading
          id="price-heading"
          title={words.heading}
          lead={leadOf(prices.length > 0, feature)}
          aside={<StitchLink href={pages.calculator}>{words.calculator}</StitchLink>}
        />
        {prices.length > 0 && (
          <ul className="price-line">
            {prices.map(({ id, name, package_name, monthly_charge }) => (
              <li key={id}>
                <b>{name}</b>
                <span>
                  {feature && words.inPackage(package_name)}
                  {words.from(bengaliMoney(monthly_charge))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

export function cheapestOf(packages: Package[]): Package | undefined {
  return packages
    .filter(({ monthly_charge }) => plainAmount(monthly_charge) !== null)
    .toSorted((one, other) => Number(plainAmount(one.monthly_charge)) - Number(plainAmount(other.monthly_charge)))[0];
}

function leadOf(isKnown: boolean, feature: string | undefined): string {
  if (!isKnown) return words.leadToCalculator;
  return feature ? words.leadOfFeature : words.lead;
}
