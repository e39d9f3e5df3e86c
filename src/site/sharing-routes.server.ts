import { iconRoutes } from './app-manifest/icons.server.ts';
import { appManifest } from './app-manifest/manifest.server.ts';
import { cardRoutes } from './cards/routes.server.ts';
import { newsFeed } from './feeds/news-feed.server.ts';
import { robots } from './feeds/robots.server.ts';
import { sitemap } from './feeds/sitemap.server.ts';
import { offlineRoutes } from './offline/routes.server.tsx';
import type { Site } from './pages/public-page.server.tsx';

/** What search engines, feed readers, chats and phones ask for beside the pages. */
export function sharingRoutes(site: Site): void {
  cardRoutes(site);
  iconRoutes(site);
  appManifest(site);
  newsFeed(site);
  robots(site);
  sitemap(site);
  offlineRoutes(site);
}
