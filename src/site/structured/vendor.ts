import type { Organization, SearchAction, WebSite } from 'schema-dts';
import { pictureSource } from '#api/picture.ts';
import type { SiteSettings } from '#content/settings/schema.ts';
import { pages } from '#paths.ts';

/** The publisher, referenced by `@id` from other objects. */
export function organization(
  origin: string,
  { name, tagline, logo, phone, email, address, social }: SiteSettings,
  icon: string,
): Organization {
  return {
    '@type': 'Organization',
    '@id': organizationId(origin),
    name,
    url: origin + pages.home,
    description: tagline,
    logo: { '@type': 'ImageObject', url: origin + (logo ? pictureSource(logo) : icon) },
    ...(email && { email }),
    ...(phone && { telephone: phone.number }),
    ...(address && {
      address: { '@type': 'PostalAddress', streetAddress: address.replace(/\s*\n\s*/g, ', '), addressCountry: 'BD' },
    }),
    ...(social.length > 0 && { sameAs: social.map(({ url }) => url) }),
    ...((phone || email) && {
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'sales',
        availableLanguage: ['bn', 'en'],
        ...(phone && { telephone: phone.number }),
        ...(email && { email }),
      },
    }),
  };
}

export function webSite(origin: string, vendor: SiteSettings): WebSite {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: vendor.name,
    url: origin + pages.home,
    description: vendor.pages.home.description,
    inLanguage: 'bn',
    publisher: { '@id': organizationId(origin) },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}${pages.search}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    } as SearchAction,
  };
}

export function organizationId(origin: string): string {
  return `${origin}/#organization`;
}
