import type { AppContext } from '#cms/context.server.ts';
import { CachedSettings } from '#content/settings/data.server.ts';
import { vendorKind } from '#content/settings/schema.ts';
import { assets } from '#paths.ts';
import { cachedHtml } from '#platform/http/cached-answers.server.ts';
import { appManifest, iconRoutes } from './app-manifest.server.ts';
import { cardRoutes } from './cards/routes.server.ts';
import { policyOf } from './document.server.tsx';
import { ErrorPage, NotFoundPage } from './error-page.tsx';
import { forLanguageModels, newsFeed, robots, sitemap, wellKnownFiles } from './feeds.server.ts';
import { offlineRoutes } from './offline/routes.server.tsx';
import { aboutPages } from './pages/about.server.tsx';
import { clientPages } from './pages/clients.server.tsx';
import { downloadsPage } from './pages/downloads.server.tsx';
import { featurePages } from './pages/features.server.tsx';
import { homePage } from './pages/home.server.tsx';
import { newsPages } from './pages/news.server.tsx';
import { packagesPage } from './pages/packages.server.tsx';
import { type PageContent, renderUnindexedPage } from './pages/public-page.server.tsx';
import { ownPages } from './pages/written.server.tsx';
import { previewPages } from './preview/routes.server.tsx';
import { searchRoutes } from './search/routes.server.tsx';
import type { Site } from './site.server.ts';
import { failedToLoad } from './strings.ts';

export function siteRoutes(context: AppContext): void {
  const { http } = context;
  const vendor = new CachedSettings(context);
  const site = { ...context, vendor };
  homePage(site);
  aboutPages(site);
  newsPages(site);
  featurePages(site);
  packagesPage(site);
  clientPages(site);
  downloadsPage(site);
  ownPages(site);
  previewPages(site);
  searchRoutes(site);
  sharingRoutes(site);

  http.errorPage.find = async (status, path) => {
    if (path.startsWith(assets)) return null;
    const isNotFound = status === 404 || status === 405;
    const failed = isNotFound ? undefined : failedToLoad.find(({ below }) => path.startsWith(below));
    const make = async () => {
      const vendorSettings = await vendor.lastKnown();
      const drawn: PageContent = isNotFound
        ? { text: vendorSettings.pages.notFound, sheet: 'not-found', body: <NotFoundPage /> }
        : { text: vendorSettings.pages.error, sheet: 'not-found', body: <ErrorPage status={status} failed={failed} /> };
      const page = cachedHtml(renderUnindexedPage(site, '', vendorSettings, drawn), policyOf(drawn.sheet), status);
      return { ...page, uncacheable: !vendor.isCurrent };
    };
    // Cache keys with a blank can't collide with a path.
    return context.cache.answer(
      isNotFound ? 'error not-found' : `error ${status} ${failed?.below}`,
      [vendorKind],
      make,
    );
  };
}

function sharingRoutes(site: Site): void {
  cardRoutes(site);
  iconRoutes(site);
  appManifest(site);
  newsFeed(site);
  robots(site);
  sitemap(site);
  forLanguageModels(site);
  wellKnownFiles(site);
  offlineRoutes(site);
}
