import { plainText } from '#cms/search/plain-text.server.ts';
import { abouts } from '#content/about/data.server.ts';
import { AboutDetailsPage } from '#content/about/page.tsx';
import { aboutStrings as aboutWords } from '#content/about/strings.ts';
import { allClients, findStory } from '#content/clients/data.server.ts';
import { ClientStory } from '#content/clients/story.tsx';
import { clientStrings as clientWords } from '#content/clients/strings.ts';
import { ClientsTeaser } from '#content/clients/teaser.tsx';
import { findFeature, relatedFeatures } from '#content/features/data.server.ts';
import { FeatureDetailsPage, RelatedFeatures } from '#content/features/details/page.tsx';
import { featureStrings as featureWords } from '#content/features/strings.ts';
import { findNews, newsAround } from '#content/news/data.server.ts';
import { NextNews } from '#content/news/next-news.tsx';
import { NewsDetailsPage } from '#content/news/page.tsx';
import { newsStrings as newsWords } from '#content/news/strings.ts';
import { allPackageGroups } from '#content/packages/data.server.ts';
import { PriceLine } from '#content/packages/price-line.tsx';
import type { PageText, SiteSettings } from '#content/settings/schema.ts';
import { testimonials } from '#content/testimonials/data.server.ts';
import { QuoteCard } from '#content/testimonials/quote-card.tsx';
import { pages } from '#paths.ts';
import { cutText } from '#ui/site/bengali.ts';
import {
  cardFrame,
  cardOfAbout,
  cardOfClient,
  cardOfFeature,
  cardOfNews,
  cardPath,
} from '../cards/page-cards.server.ts';
import { isFrom } from '../clients/quotes.ts';
import { DemoSection } from '../demo/demo-section.tsx';
import { publishedAt } from '../feeds/moments.ts';
import type { Site } from '../site.server.ts';
import { aboutPage, clientArticle, newsArticle } from '../structured/content.ts';
import { detailsFormPage, detailsPage, type PageContent, withFormSection } from './public-page.server.tsx';

export function detailsPages(site: Site): void {
  const { database, settings } = site;
  const origin = settings.publicUrl;

  detailsPage(site, pages.aboutDetails, ['about', 'clients'], async (id, address, vendor) => {
    const about = await abouts.find(database, id);
    return (
      about && {
        text: recordText(vendor, 'about', about.title, about.short_description || about.description),
        sheet: 'about',
        body: (
          <>
            <AboutDetailsPage about={about} address={address} />
            <ClientsTeaser clients={await allClients(database)} />
          </>
        ),
        card: cardOfAbout(about),
        breadcrumb: breadcrumbTo(pages.about, aboutWords.label, about.title, pages.aboutDetails(id)),
        things: [aboutPage(origin, about)],
      }
    );
  });

  detailsPage(site, pages.newsDetails, ['news'], async (id, address, vendor) => {
    const news = await findNews(database, id);
    if (!news) return null;
    const card = cardOfNews(news);
    return {
      text: recordText(vendor, 'news', news.title, news.description, news.short_title),
      sheet: 'news-article',
      body: (
        <>
          <NewsDetailsPage news={news} address={address} />
          <NextNews {...(await newsAround(database, id))} />
        </>
      ),
      card,
      article: { publishedAt: publishedAt(news.date), changedAt: news.updated_at },
      breadcrumb: breadcrumbTo(pages.news, newsWords.heading, news.title, pages.newsDetails(id)),
      things: [newsArticle(origin, vendor, news, cardPath(card, cardFrame(vendor, origin)))],
    };
  });

  detailsFormPage(site, pages.featureDetails, ['features', 'packages'], async (id, form, vendor) => {
    const feature = await findFeature(database, id);
    if (!feature) return null;
    const [related, groups] = await Promise.all([relatedFeatures(database, feature), allPackageGroups(database)]);
    const names = feature.categories.map(({ name }) => name).join(', ');
    return {
      text: recordText(vendor, 'features', feature.title, names && `${feature.title}: ${names}।`, names),
      sheet: 'feature',
      ...withFormSection(
        <DemoSection form={form} />,
        <>
          <FeatureDetailsPage feature={feature} />
          <RelatedFeatures features={related} />
          <PriceLine groups={groups} feature={feature.title} />
        </>,
      ),
      card: cardOfFeature(feature),
      breadcrumb: breadcrumbTo(pages.features, featureWords.heading, feature.title, pages.featureDetails(id)),
    };
  });

  detailsFormPage(site, pages.clientStory, ['clients', 'testimonials', 'packages'], async (id, form, vendor) => {
    const client = await findStory(database, id);
    if (!client) return null;
    const [quotes, groups] = await Promise.all([testimonials.all(database), allPackageGroups(database)]);
    const quote = quotes.find((each) => isFrom(each, client.title));
    const name = client.title || clientWords.nameless;
    const card = cardOfClient(client);
    return {
      text: recordText(
        vendor,
        'clients',
        name,
        plainText(client.story),
        [client.kind, client.district].join(' ').trim(),
      ),
      sheet: 'client',
      ...withFormSection(
        <DemoSection form={form} />,
        <>
          <ClientStory
            client={client}
            address={origin + pages.clientStory(id)}
            quote={quote && <QuoteCard testimonial={{ ...quote, story: null }} index={0} />}
          />
          <PriceLine groups={groups} />
        </>,
      ),
      card,
      breadcrumb: breadcrumbTo(pages.clients, clientWords.heading, name, pages.clientStory(id)),
      things: [clientArticle(origin, vendor, client, cardPath(card, cardFrame(vendor, origin)))],
    };
  });
}

function breadcrumbTo(
  parent: string,
  parentName: string,
  name: string,
  path: string,
): NonNullable<PageContent['breadcrumb']> {
  return [
    { name: parentName, path: parent },
    { name, path },
  ];
}

function recordText(
  vendor: SiteSettings,
  kind: 'about' | 'clients' | 'features' | 'news',
  title: string,
  description: string,
  keywords = '',
): PageText {
  return {
    title: `${title} | ${vendor.name}`,
    description: cutText(description || title, 300),
    keywords: [keywords, vendor.pages[kind].keywords].filter(Boolean).join(', '),
  };
}
