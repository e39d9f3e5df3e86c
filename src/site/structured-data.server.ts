import type {
  AboutPage,
  Article,
  BreadcrumbList,
  FAQPage,
  NewsArticle,
  Offer,
  Organization,
  SearchAction,
  SoftwareApplication,
  VideoObject,
  WebSite,
} from 'schema-dts';
import { pictureSource } from '#api/picture.ts';
import { filmOf } from '#api/youtube.ts';
import type { About } from '#content/about/kind.server.ts';
import type { ClientWithStory } from '#content/clients/kind.server.ts';
import type { Faq } from '#content/faq/kind.server.ts';
import type { PublishedNews } from '#content/news/kind.server.ts';
import type { Package, PackageGroup } from '#content/packages/kind.server.ts';
import { packageStrings } from '#content/packages/strings.ts';
import type { SiteSettings } from '#content/settings/schema.ts';
import type { Video } from '#content/videos/kind.server.ts';
import { pages } from '#paths.ts';
import { plainAmount } from '#ui/site/bengali.ts';

/** `card` is the path of the social card. */
export function newsArticle(origin: string, vendor: SiteSettings, news: PublishedNews, card: string): NewsArticle {
  const own = news.picture ? [origin + pictureSource(news.picture)] : [];
  const address = origin + pages.newsDetails(news.id);
  return {
    '@type': 'NewsArticle',
    '@id': `${address}#article`,
    headline: news.title,
    ...(news.short_title && { alternativeHeadline: news.short_title }),
    description: news.description,
    url: address,
    mainEntityOfPage: address,
    image: [...own, origin + card],
    datePublished: publishedAt(news.date),
    dateModified: news.updated_at,
    inLanguage: 'bn',
    ...writtenBy(origin, vendor),
  };
}

export function clientArticle(origin: string, vendor: SiteSettings, client: ClientWithStory, card: string): Article {
  const address = origin + pages.clientStory(client.id);
  return {
    '@type': 'Article',
    '@id': `${address}#article`,
    headline: client.title || vendor.name,
    url: address,
    mainEntityOfPage: address,
    image: [origin + card],
    inLanguage: 'bn',
    ...writtenBy(origin, vendor),
    ...(client.title && {
      about: {
        '@type': 'EducationalOrganization',
        name: client.title,
        ...(client.picture && { logo: origin + pictureSource(client.picture) }),
        ...(client.district && {
          address: { '@type': 'PostalAddress', addressRegion: client.district, addressCountry: 'BD' },
        }),
      },
    }),
  };
}

function writtenBy(origin: string, { name }: SiteSettings) {
  const publisher = { '@type': 'Organization', '@id': organizationId(origin), name, url: origin } as const;
  return { author: publisher, publisher };
}

export function aboutPage(origin: string, about: About): AboutPage {
  return {
    '@type': 'AboutPage',
    name: about.title,
    description: about.short_description || about.description,
    url: origin + pages.aboutDetails(about.id),
    inLanguage: 'bn',
    about: { '@id': organizationId(origin) },
  };
}

/** Empty without questions. */
export function faqPage(origin: string, faqs: Faq[]): FAQPage[] {
  if (faqs.length === 0) return [];
  const mainEntity = faqs.map(({ id, question, answer }) => ({
    '@type': 'Question' as const,
    name: question,
    url: origin + pages.faqAnswer(id),
    acceptedAnswer: { '@type': 'Answer' as const, text: answer },
  }));
  return [{ '@type': 'FAQPage', url: origin + pages.faq, inLanguage: 'bn', mainEntity }];
}

/** Playable videos; `dates` has the upload date by id. */
export function videoObjects(videos: Video[], dates: Map<number, string>): VideoObject[] {
  return videos.flatMap(({ id, gallery_title, gallery_link }): VideoObject[] => {
    const film = filmOf(gallery_link);
    const uploadDate = dates.get(id);
    if (!film || !uploadDate) return [];
    return [
      {
        '@type': 'VideoObject',
        name: gallery_title,
        description: gallery_title,
        thumbnailUrl: `https://i.ytimg.com/vi/${film}/hqdefault.jpg`,
        uploadDate,
        embedUrl: `https://www.youtube-nocookie.com/embed/${film}`,
        url: `https://www.youtube.com/watch?v=${film}`,
        inLanguage: 'bn',
      },
    ];
  });
}

export function breadcrumbs(origin: string, steps: { name: string; path: string }[]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

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

function organizationId(origin: string): string {
  return `${origin}/#organization`;
}

/** Start of a calendar day (`YYYY-MM-DD`) in Bangladesh. */
export function publishedAt(day: string): string {
  return `${day.slice(0, 10)}T00:00:00+06:00`;
}
