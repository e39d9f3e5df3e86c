import * as z from 'zod/mini';
import { pageOfNews } from '#content/news/data.server.ts';
import { words as newsWords } from '#content/news/words.ts';
import { assets, pages } from '#paths.ts';
import { readyPage, sendCached } from '#server/cache/cached-answers.server.ts';
import { notFound } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { queryParameter } from '#server/lists/answers.server.ts';
import { pageNumber } from '#server/paging.server.ts';
import { KeptSettings } from '#site-settings/kept-settings.server.ts';
import { vendorKind } from '#site-settings/schema.ts';
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
import { Hero } from './home/hero.tsx';
import { HomePage } from './home/page.tsx';
import { NewsPage } from './news/page.tsx';
import { offlineRoutes } from './offline/routes.server.tsx';
import { contentPages, told } from './pages/content-pages.server.tsx';
import { detailsPages } from './pages/details-pages.server.tsx';
import { type Drawn, drawHiddenPage, drawPage, formPage } from './pages/public-page.server.tsx';
import { previewPages } from './preview/routes.server.tsx';
import { referencePage } from './reference/routes.server.tsx';
import { searchRoutes } from './search/routes.server.tsx';
import type { Site } from './site.server.ts';
import { videoObjects } from './structured/content.ts';
import { software } from './structured/software.ts';
import { organization, webSite } from './structured/vendor.ts';
import { failedToLoad } from './words.ts';

export function siteRoutes(foundations: Foundations): void {
  const { http, database, log, settings } = foundations;
  const vendor = new KeptSettings(foundations);
  const site = { ...foundations, vendor };
  contentPages(site);
  detailsPages(site);
  previewPages(site);
  referencePage(site);
  searchRoutes(site);
  sharingRoutes(site);

  formPage(site, pages.home, kindsOnHome, async (known, form) => {
    const { content, failure } = await readHome(database, log);
    const origin = settings.publicUrl;
    const hero = <Hero form={form} features={content.features ?? []} />;
    return {
      text: known.pages.home,
      sheet: 'home',
      body: <HomePage {...content} hero={hero} />,
      asking: hero,
      things: [
        organization(origin, known, iconPath('icon-512', known)),
        webSite(origin, known),
        software(origin, known, content.packageGroups ?? []),
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
      const known = await vendor.current();
      const drawn = { ...told(known, 'news', newsWords.heading), body: <NewsPage {...page} /> };
      return readyPage(drawPage(site, key, known, drawn), policyOf(drawn.sheet));
    };
    return sendCached(foundations, request, reply, { key, shows: ['news', vendorKind], make });
  });

  http.errorPage.find = async (status, path) => {
    if (path.startsWith(assets)) return null;
    const lost = status === 404 || status === 405;
    const failed = lost ? undefined : failedToLoad.find(({ below }) => path.startsWith(below));
    const make = async () => {
      const known = await vendor.lastKnown();
      const drawn: Drawn = lost
        ? { text: known.pages.notFound, sheet: 'lost', body: <NotFoundPage /> }
        : { text: known.pages.error, sheet: 'lost', body: <ErrorPage status={status} failed={failed} /> };
      const page = readyPage(drawHiddenPage(site, '', known, drawn), policyOf(drawn.sheet), status);
      return { ...page, passing: !vendor.isCurrent };
    };
    // Cache keys with a blank can't collide with a path.
    return foundations.cache.answer(lost ? 'error lost' : `error ${status} ${failed?.below}`, [vendorKind], make);
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
