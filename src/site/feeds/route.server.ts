import { readyFile, sendCached } from '#server/cache/cached-answers.server.ts';
import { vendorKind } from '#site-settings/schema.ts';
import type { Site } from '../pages/public-page.server.tsx';

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
    await sendCached(site, request, reply, { key, shows, make: async () => readyFile(await make(params), type) });
    return reply;
  });
}
