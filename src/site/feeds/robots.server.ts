import { discovery, pages } from '#paths.ts';
import type { Site } from '../pages/public-page.server.tsx';
import { feedRoute } from './route.server.ts';

/** What crawlers may read, and where all addresses are listed. */
export function robots(site: Site): void {
  const text = [
    'User-agent: *',
    ...[pages.admin, '/api/', pages.login, pages.forgotPassword, pages.resetPassword].map(
      (path) => `Disallow: ${path}`,
    ),
    '',
    `Sitemap: ${site.settings.publicUrl}${discovery.sitemap}`,
    '',
  ].join('\n');
  feedRoute(site, discovery.robots, [], 'text/plain; charset=utf-8', async () => text);
}
