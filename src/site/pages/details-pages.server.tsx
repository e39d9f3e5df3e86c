import { abouts } from '#content/about/data.server.ts';
import { AboutDetailsPage } from '#content/about/page.tsx';
import { words as aboutWords } from '#content/about/words.ts';
import { findFeature } from '#content/features/data.server.ts';
import { FeatureDetailsPage } from '#content/features/details/page.tsx';
import { words as featureWords } from '#content/features/words.ts';
import { findNews } from '#content/news/data.server.ts';
import { NewsDetailsPage } from '#content/news/page.tsx';
import { words as newsWords } from '#content/news/words.ts';
import { pages } from '#paths.ts';
import type { PageText, SiteSettings } from '#site-settings/schema.ts';
import { cutText } from '#ui/site/bengali.ts';
import { cardFrame, cardOfAbout, cardOfFeature, cardOfNews, cardPath } from '../cards/page-cards.server.ts';
import { publishedAt } from '../feeds/moments.ts';
import type { Site } from '../site.server.ts';
import { aboutPage, newsArticle } from '../structured/content.ts';
import { type Drawn, detailsPage } from './public-page.server.tsx';

/** A page for each record that has more to tell than its card. */
export function detailsPages(site: Site): void {
  const { database, settings } = site;
  const origin = settings.publicUrl;

  detailsPage(site, pages.about, ['about'], async (id, address, vendor) => {
    const about = await abouts.find(database, id);
    return (
      about && {
        text: recordText(vendor, 'about', about.title, about.short_description || about.description),
        sheet: 'article',
        body: <AboutDetailsPage about={about} address={address} />,
        card: cardOfAbout(about),
        breadcrumb: breadcrumbTo(pages.about, aboutWords.label, about.title, pages.aboutDetails(id)),
        things: [aboutPage(origin, about)],
      }
    );
  });

  detailsPage(site, pages.news, ['news'], async (id, address, vendor) => {
    const news = await findNews(database, id);
    if (!news) return null;
    const card = cardOfNews(news);
    return {
      text: recordText(vendor, 'news', news.title, news.description, news.short_title),
      sheet: 'article',
      body: <NewsDetailsPage news={news} address={address} />,
      card,
      article: { publishedAt: publishedAt(news.date), changedAt: news.updated_at },
      breadcrumb: breadcrumbTo(pages.news, newsWords.heading, news.title, pages.newsDetails(id)),
      things: [newsArticle(origin, vendor, news, cardPath(card, cardFrame(vendor, origin)))],
    };
  });

  detailsPage(site, pages.features, ['features'], async (id, _address, vendor) => {
    const feature = await findFeature(database, id);
    if (!feature) return null;
    const names = feature.categories.map(({ name }) => name).join(', ');
    return {
      text: recordText(vendor, 'features', feature.title, names && `${feature.title}: ${names}।`, names),
      sheet: 'feature',
      body: <FeatureDetailsPage feature={feature} />,
      card: cardOfFeature(feature),
      breadcrumb: breadcrumbTo(pages.features, featureWords.heading, feature.title, pages.featureDetails(id)),
    };
  });
}

function breadcrumbTo(
  parent: string,
  parentName: string,
  name: string,
  path: string,
): NonNullable<Drawn['breadcrumb']> {
  return [
    { name: parentName, path: parent },
    { name, path },
  ];
}

/** The page of one record: its own title and words, and what its kind is searched by. */
function recordText(
  vendor: SiteSettings,
  kind: 'about' | 'features' | 'news',
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
