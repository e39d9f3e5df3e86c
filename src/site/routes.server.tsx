import * as z from 'zod/mini';
import { queryParameter } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { pageOfNews } from '#content/news/data.server.ts';
import { newsStrings as newsWords } from '#content/news/strings.ts';
import { CachedSettings } from '#content/settings/cached-settings.server.ts';
import { vendorKind } from '#content/settings/schema.ts';
import { assets, pages } from '#paths.ts';
import { cachedHtml, sendCached } from '#platform/cache/cached-answers.server.ts';
import { notFound } from '#platform/errors.server.ts';
import { pageNumber } from '#platform/http/paging.server.ts';
import { iconPath } from './app-manifest/icon-address.server.ts';
import { iconRoutes } from './app-manifest/icons.server.ts';
import { appManifest } from './app-manifest/manifest.server.ts';
import { cardRoutes } from './cards/routes.server.ts';
import { policyOf } from './document.server.tsx';
import { ErrorPage, NotFoundPage } from './error/page.tsx';
import { forLanguageModels } from './feeds/for-language-models.server.ts';
import { newsFeed } from './feeds/news-feed.server.ts';
import { robots } from './feeds/route.server.ts';
import { sitemap } from './feeds/sitemap.server.ts';
import { wellKnownFiles } from './feeds/well-known.server.ts';
import { kindsOnHome, readHome } from './home/data.server.ts';
import { HeroSection } from './home/hero.tsx';
import { HomePage } from './home/page.tsx';
import { NewsPage } from './news/page.tsx';
import { offlineRoutes } from './offline/routes.server.tsx';
import { contentPages, pageMeta } from './pages/content-pages.server.tsx';
import { detailsPages } from './pages/details-pages.server.tsx';
import { formPage, type PageContent, renderPage, renderUnindexedPage } from './pages/public-page.server.tsx';
import { previewPages } from './preview/routes.server.tsx';
import { searchRoutes } from './search/routes.server.tsx';
import type { Site } from './site.server.ts';
import { failedToLoad } from './strings.ts';
import { videoObjects } from './structured/content.ts';
import { software } from './structured/software.ts';
import { organization, webSite } from './structured/vendor.ts';

export function siteRoutes(context: AppContext): void {
  const { http, database, log, settings } = context;
  const vendor = new CachedSettings(context);
  const site = { ...context, vendor };
  contentPages(site);
  detailsPages(site);
  previewPages(site);
  searchRoutes(site);
  sharingRoutes(site);

  formPage(site, pages.home, kindsOnHome, async (vendorSettings, form) => {
    const { content, failure } = await readHome(database, log);
    const origin = settings.publicUrl;
    const hero = <HeroSection form={form} features={content.features ?? []} />;
    return {
      text: vendorSettings.pages.home,
      sheet: 'home',
      body: <HomePage {...content} hero={hero} />,
      asking: hero,
      things: [
        organization(origin, vendorSettings, iconPath('icon-512', vendorSettings)),
        webSite(origin, vendorSettings),
        software(origin, vendorSettings, content.packageGroups ?? []),
        ...videoObjects(content.videos ?? [], content.videoDates ?? new Map()),
      ],
      missing: failure,
    };
  });

  const newsQuery = z.object({ page: queryParameter });
  http.get(pages.news, { schema: { querystring: newsQuery } }, async (request, reply) => {
    const number = pageNumber(request.query.page);
    const key = number === 1 ? pages.news : pages.newsPage(number);
    const make = async () => {
      const page = await pageOfNews(database, number);
      if (page.items.length === 0 && number > 1) throw notFound();
      const vendorSettings = await vendor.current();
      const drawn = { ...pageMeta(vendorSettings, 'news', newsWords.heading), body: <NewsPage {...page} /> };
      return cachedHtml(renderPage(site, key, vendorSettings, drawn), policyOf(drawn.sheet));
    };
    return sendCached(context, request, reply, { key, shows: ['news', vendorKind], make });
  });

  http.errorPage.find = async (status, path) => {
    if (path.startsWith(assets)) return null;
    const isNotFound = status === 404 || status === 405;
    const failed = isNotFound ? undefined : failedToLoad.find(({ below }) => path.startsWith(below));
    const make = async () => {
      const vendorSettings = await vendor.lastKnown();
      const drawn: PageContent = isNotFound
        ? { text: vendorSettings.pages.notFound, sheet: 'lost', body: <NotFoundPage /> }
        : { text: vendorSettings.pages.error, sheet: 'lost', body: <ErrorPage status={status} failed={failed} /> };
      const page = cachedHtml(renderUnindexedPage(site, '', vendorSettings, drawn), policyOf(drawn.sheet), status);
      return { ...page, uncacheable: !vendor.isCurrent };
    };
    // Cache keys with a blank can't collide with a path.
    return context.cache.answer(isNotFound ? 'error lost' : `error ${status} ${failed?.below}`, [vendorKind], make);
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
