import { vendorKind } from '#content/settings/schema.ts';
import { discovery, pages } from '#paths.ts';
import { cachedFile, sendCached } from '#platform/http/cached-answers.server.ts';
import type { Site } from '../site.server.ts';

/** The kinds that a file shows: a write to one of them makes it anew. */
export const feedKinds = { news: ['news', vendorKind], vendor: [vendorKind] };

/** Mounts a file that is the same for all, and is kept as ready bytes. */
export function feedRoute(
  site: Site,
  path: string,
  shows: readonly string[],
  type: string,
  make: (params: Record<string, string>) => Promise<string>,
): void {
  site.http.get<{ Params: Record<string, string> }>(path, async (request, reply) => {
    const { params } = request;
    const key = path.replace(/:(\w+)/, (_, name: string) => params[name] ?? '');
    return sendCached(site, request, reply, { key, shows, make: async () => cachedFile(await make(params), type) });
  });
}

export const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** What crawlers may read, and where all addresses are listed. */
export function robots(site: Site): void {
  const text = [
    'User-agent: *',
    ...[pages.admin, '/api/', pages.login, pages.forgotPassword, pages.resetPassword, pages.acceptInvitation].map(
      (path) => `Disallow: ${path}`,
    ),
    '',
    `Sitemap: ${site.settings.publicUrl}${discovery.sitemap}`,
    '',
  ].join('\n');
  feedRoute(site, discovery.robots, [], 'text/plain; charset=utf-8', async () => text);
}
