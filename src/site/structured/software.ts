import type { Offer, SoftwareApplication } from 'schema-dts';
import type { Package, PackageGroup } from '#content/packages/schema.ts';
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
  return [
    {
      '@type': 'Offer',
      name: `${group.name}: ${item.package_name}`,
      url: origin + pages.packages,
      price,
      priceCurrency,
      priceSpecification: [
        ...(monthly === null
          ? []
          : [
              {
                '@type': 'UnitPriceSpecification' as const,
                name: packageStrings.monthly,
                price: monthly,
                priceCurrency,
                unitCode: 'MON',
                billingIncrement: 1,
              },
            ]),
        ...(installation === null
          ? []
          : [
              {
                '@type': 'UnitPriceSpecification' as const,
                name: packageStrings.installation,
                price: installation,
                priceCurrency,
                priceType: 'https://schema.org/DownPayment' as const,
              },
            ]),
      ],
    },
  ];
}
