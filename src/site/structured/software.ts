import type { Offer, SoftwareApplication } from 'schema-dts';
import type { Package, PackageGroup } from '#content/packages/kind.server.ts';
import { packageStrings } from '#content/packages/strings.ts';
import type { SiteSettings } from '#content/settings/schema.ts';
import { pages } from '#paths.ts';
import { plainAmount } from '#ui/site/bengali.ts';
import { organizationId } from './vendor.ts';

const priceCurrency = 'BDT';

export function software(origin: string, vendor: SiteSettings, groups: PackageGroup[]): SoftwareApplication {
  const offers = groups.flatMap((group) => group.packages.flatMap((item) => offer(origin, group, item)));
  return {
    '@type': 'SoftwareApplication',
    '@id': `${origin}/#software`,
    name: vendor.name,
    description: vendor.tagline,
    url: origin + pages.home,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    inLanguage: 'bn',
    publisher: { '@id': organizationId(origin) },
    ...(offers.length > 0 && { offers }),
  };
}

/** Prices such as 'by agreement' make no offer. */
function offer(origin: string, group: PackageGroup, item: Package): Offer[] {
  const monthly = plainAmount(item.monthly_charge);
  const installation = plainAmount(item.installation_cost);
  const price = monthly ?? installation;
  if (price === null) return [];
  const priceSpecification = [
    ...priced(packageStrings.monthly, monthly, { unitCode: 'MON', billingIncrement: 1 }),
    ...priced(packageStrings.installation, installation, { priceType: 'https://schema.org/DownPayment' }),
  ];
  const name = `${group.name}: ${item.package_name}`;
  return [{ '@type': 'Offer', name, url: origin + pages.packages, price, priceCurrency, priceSpecification }];
}

function priced<Terms extends object>(name: string, price: string | null, terms: Terms) {
  return price === null ? [] : [{ '@type': 'UnitPriceSpecification' as const, name, price, priceCurrency, ...terms }];
}
