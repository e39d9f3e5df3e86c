import { createHash } from 'node:crypto';
import { vendorKind } from '#content/settings/schema.ts';
import { discovery, files, media, pages } from '#paths.ts';
import { createCachedResponse, revalidateCacheControl } from '#platform/cache/cached-response.server.ts';
import { cachedHtml, sendCached } from '#platform/http/cached-answers.server.ts';
import { headersOfEveryAnswer } from '#platform/http/headers.server.ts';
import { clientAssets } from '../client-assets.server.ts';
import { policyOf } from '../document.server.tsx';
import { type PageContent, renderUnindexedPage } from '../pages/public-page.server.tsx';
import type { Site } from '../site.server.ts';
import { OfflinePage } from './page.tsx';

/** Pages that may be cached for offline use: those that are the same for all visitors. */
const kept = `^/$|^/(?:about|features|news)(?:/details/\\d+)?$|^/news\\?page=\\d+$|^/clients(?:/\\d+)?$|^(?:${[pages.packages, pages.downloads].join('|')})$`;

const never = [
  pages.admin,
  pages.login,
  pages.forgotPassword,
  pages.resetPassword,
  pages.acceptInvitation,
  '/api/',
  files.prefix,
  media.prefix,
];

/** Unregisters the service worker and deletes its caches, where offline pages are switched off. */
const farewell = `self.addEventListener('install',()=>self.skipWaiting());self.addEventListener('activate',(event)=>event.waitUntil((async()=>{for(const name of await caches.keys())await caches.delete(name);await self.registration.unregister()})()));`;

export function offlineRoutes(site: Site): void {
  site.http.get(pages.offline, async (request, reply) => {
    const make = async () => {
      const vendor = await site.vendor.current();
      const drawn: PageContent = { text: vendor.pages.offline, sheet: 'offline', body: <OfflinePage /> };
      return cachedHtml(renderUnindexedPage(site, pages.offline, vendor, drawn), policyOf(drawn.sheet));
    };
    return sendCached(site, request, reply, { key: pages.offline, shows: [vendorKind], make });
  });

  site.http.get(discovery.serviceWorker, async (request, reply) => {
    const make = async () => readyWorker(site.settings.offlinePages ? program(await site.vendor.current()) : farewell);
    return sendCached(site, request, reply, { key: discovery.serviceWorker, shows: [vendorKind], make });
  });
}

/** The version is a hash of settings, styles and code, so that browsers refetch the offline page after any change. */
function program(vendor: unknown): string {
  const { worker } = clientAssets();
  const version = createHash('sha256')
    .update(JSON.stringify([worker, vendor, policyOf('offline')]))
    .digest('hex')
    .slice(0, 12);
  return `const site=${JSON.stringify({ version, offline: pages.offline, kept, never })};\n${worker}`;
}

function readyWorker(code: string) {
  return createCachedResponse(200, code, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': revalidateCacheControl,
    ...headersOfEveryAnswer,
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  });
}
