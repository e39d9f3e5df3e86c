import { findAbout } from '#content/about/data.server.ts';
import { AboutDetailsPage } from '#content/about/page.tsx';
import { findFeature } from '#content/features/data.server.ts';
import { FeatureDetailsPage } from '#content/features/details/page.tsx';
import { findNews } from '#content/news/data.server.ts';
import { NewsDetailsPage } from '#content/news/page.tsx';
import { pages } from '#paths.ts';
import { recordText } from '../record-text.ts';
import { detailsPage, type Site } from './public-page.server.tsx';

/** A page for each record that has more to tell than its card. */
export function detailsPages(site: Site): void {
  const { database } = site;

  detailsPage(site, pages.about, ['about'], async (id, address, vendor) => {
    const about = await findAbout(database, id);
    return (
      about && {
        text: recordText(vendor, 'about', about.title, about.shortDescription || about.description),
        body: <AboutDetailsPage about={about} address={address} />,
      }
    );
  });

  detailsPage(site, pages.news, ['news'], async (id, address, vendor) => {
    const news = await findNews(database, id);
    return (
      news && {
        text: recordText(vendor, 'news', news.title, news.description, news.shortTitle),
        body: <NewsDetailsPage news={news} address={address} />,
      }
    );
  });

  detailsPage(site, pages.features, ['features'], async (id, _address, vendor) => {
    const feature = await findFeature(database, id);
    if (!feature) return null;
    const names = feature.categories.map(({ name }) => name).join(', ');
    return {
      text: recordText(vendor, 'features', feature.title, names && `${feature.title}: ${names}।`, names),
      body: <FeatureDetailsPage feature={feature} />,
    };
  });
}
