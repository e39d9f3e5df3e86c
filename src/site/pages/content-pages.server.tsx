import { abouts } from '#content/about/data.server.ts';
import { AboutPage } from '#content/about/page.tsx';
import { aboutStrings as aboutWords } from '#content/about/strings.ts';
import { allClients } from '#content/clients/data.server.ts';
import { type ClientQuery, clientParameters } from '#content/clients/filter.ts';
import { ClientsPage } from '#content/clients/page.tsx';
import { clientStrings as clientWords } from '#content/clients/strings.ts';
import { ClientsTeaser } from '#content/clients/teaser.tsx';
import { allDownloads } from '#content/downloads/data.server.ts';
import { DownloadsPage } from '#content/downloads/page.tsx';
import { downloadStrings as downloadWords } from '#content/downloads/strings.ts';
import { faqs } from '#content/faq/data.server.ts';
import { FaqSection } from '#content/faq/section.tsx';
import { features } from '#content/features/data.server.ts';
import { FeaturesPage } from '#content/features/section.tsx';
import { featureStrings as featureWords } from '#content/features/strings.ts';
import { chosenPackage } from '#content/packages/chosen-package.ts';
import { allPackageGroups } from '#content/packages/data.server.ts';
import { PackagesPage } from '#content/packages/page.tsx';
import { calculateQuote, type QuoteInput, quoteParameters } from '#content/packages/quote.ts';
import { packageStrings as packageWords } from '#content/packages/strings.ts';
import { pageAddresses } from '#content/pages/addresses.ts';
import { pageAt } from '#content/pages/data.server.ts';
import { WrittenPageView } from '#content/pages/page.tsx';
import type { SiteSettings } from '#content/settings/schema.ts';
import { pages } from '#paths.ts';
import { dayInDhaka } from '#platform/dhaka.server.ts';
import { cardOfPage } from '../cards/page-cards.server.ts';
import { DemoSection, type PageForm } from '../demo/demo-section.tsx';
import type { Site } from '../site.server.ts';
import { aboutPage, faqPage } from '../structured/content.ts';
import { software } from '../structured/software.ts';
import { formPage, type PageContent, publicPage, withFormSection } from './public-page.server.tsx';

export function contentPages(site: Site): void {
  const { database, settings } = site;

  publicPage(site, pages.about, ['about', 'clients'], async (vendor) => {
    const about = await abouts.find(database);
    // The permanent address of this text; a newer one will replace it on this page.
    const address = settings.publicUrl + (about ? pages.aboutDetails(about.id) : pages.about);
    return {
      ...pageMeta(vendor, 'about', aboutWords.label),
      body: (
        <>
          <AboutPage about={about} address={address} />
          <ClientsTeaser clients={await allClients(database)} />
        </>
      ),
      things: about ? [aboutPage(settings.publicUrl, about)] : [],
    };
  });

  formPage(site, pages.features, ['features'], async (vendor, form) => {
    const page = <FeaturesPage features={await features.all(database)} />;
    return {
      ...pageMeta(vendor, 'features', featureWords.heading),
      ...withFormSection(<DemoSection form={form} sunken />, page),
    };
  });

  const readPackages = async (vendor: SiteSettings, form: PageForm, query: QuoteInput) => {
    const [groups, faq] = await Promise.all([allPackageGroups(database), faqs.all(database)]);
    const { quote } = calculateQuote(groups, query);
    const chosen = quote && chosenPackage(quote.group, quote.item, quote.students);
    return {
      ...pageMeta(vendor, 'packages', packageWords.heading),
      ...withFormSection(
        <DemoSection form={{ ...form, chosen }} />,
        <>
          <PackagesPage groups={groups} asked={query} origin={settings.publicUrl} />
          <FaqSection faqs={faq} />
        </>,
      ),
      things: [software(settings.publicUrl, vendor, groups), ...faqPage(settings.publicUrl, faq)],
    };
  };
  formPage(site, pages.packages, ['packages', 'faq'], readPackages, quoteParameters);

  const readClients = async (vendor: SiteSettings, form: PageForm, query: ClientQuery) => ({
    ...pageMeta(vendor, 'clients', clientWords.heading),
    ...withFormSection(
      <DemoSection form={form} sunken />,
      <ClientsPage clients={await allClients(database)} asked={query} />,
    ),
  });
  formPage(site, pages.clients, ['clients'], readClients, clientParameters);

  for (const address of ['privacy', 'terms'] as const) {
    const { path, name } = pageAddresses[address];
    publicPage(site, path, ['pages'], async (vendor) => {
      const page = await pageAt(database, address);
      const title = page?.title ?? name;
      return {
        text: { title: `${title} | ${vendor.name}`, description: `${title}, ${vendor.name}`, keywords: title },
        sheet: 'article',
        body: (
          <WrittenPageView
            title={title}
            content={page?.content ?? null}
            since={page && dayInDhaka(new Date(page.updated_at))}
          />
        ),
        breadcrumb: [{ name: title, path }],
      };
    });
  }

  publicPage(site, pages.downloads, ['downloads'], async (vendor) => ({
    ...pageMeta(vendor, 'downloads', downloadWords.heading),
    body: <DownloadsPage downloads={await allDownloads(database)} />,
  }));
}

/** `name` is its label in breadcrumbs. */
export function pageMeta(vendor: SiteSettings, page: ListPage, name: string): Omit<PageContent, 'body'> {
  return {
    text: vendor.pages[page],
    sheet: page,
    card: cardOfPage(page, vendor),
    breadcrumb: [{ name, path: pages[page] }],
  };
}

type ListPage = Exclude<Parameters<typeof cardOfPage>[0], 'home'>;
