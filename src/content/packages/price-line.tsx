import { linesOf } from '#api/text.ts';
import { pages } from '#paths.ts';
import { bengaliMoney, plainAmount } from '#ui/site/bengali.ts';
import { Band } from '#ui/site/page-band.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import type { Package, PackageGroup } from './kind.server.ts';
import { priceLineWords as words } from './strings.ts';

/** The lowest monthly price of each category. With `lines`, of the packages that include them; none where none does. */
export function PriceLine({ groups, lines }: { groups: PackageGroup[]; lines?: string[] }) {
  if (groups.length === 0) return null;
  const kinds = groups.flatMap(({ id, name, packages }) => {
    const found = (lines ?? [null]).flatMap((line) => {
      const item = cheapestOf(packages.filter(({ includes }) => line === null || linesOf(includes).includes(line)));
      return item ? [{ item, line }] : [];
    });
    return found.length > 0 ? [{ id, name, prices: [...Map.groupBy(found, ({ item }) => item)] }] : [];
  });
  return (
    <Band
      className="later band-sunken"
      id="price-heading"
      title="খরচ কত পড়বে"
      lead={leadOf(kinds.length > 0, lines !== undefined)}
      aside={<StitchLink href={pages.calculator}>{words.calculator}</StitchLink>}
    >
      {kinds.length > 0 && (
        <ul className="price-line">
          {kinds.map(({ id, name, prices }) => (
            <li key={id}>
              <b>{name}</b>
              <div>
                {prices.map(([{ id, package_name, monthly_charge }, found]) => (
                  <a key={id} href={pages.package(id)}>
                    {prices.length > 1 && `${found.map(({ line }) => line).join(', ')}: `}
                    {lines && `${package_name} প্যাকেজে, `}
                    <span>{words.from(bengaliMoney(monthly_charge))}</span>
                  </a>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Band>
  );
}

export function cheapestOf(packages: Package[]): Package | undefined {
  return packages
    .filter(({ monthly_charge }) => plainAmount(monthly_charge) !== null)
    .toSorted((one, other) => Number(plainAmount(one.monthly_charge)) - Number(plainAmount(other.monthly_charge)))[0];
}

function leadOf(isKnown: boolean, isOfFeature: boolean): string {
  if (!isKnown) return words.leadToCalculator;
  return isOfFeature
    ? 'সবচেয়ে কম খরচে যে প্যাকেজে এই ফিচার আছে। শিক্ষার্থীর সংখ্যা লিখলে পুরো হিসাব দেখা যাবে।'
    : 'কোন প্রতিষ্ঠানে মাসে কত থেকে শুরু। শিক্ষার্থীর সংখ্যা লিখলে পুরো হিসাব দেখা যাবে।';
}
