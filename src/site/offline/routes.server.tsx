import { createHash } from 'node:crypto';
import { vendorKind } from '#content/settings/schema.ts';
import { draftStorageKey } from '#leads/requests/schema.ts';
import { demoRequestForm, discovery, files, media, pages } from '#paths.ts';
import {
  createCachedResponse,
  headersOfEveryAnswer,
  revalidateCacheControl,
} from '#platform/cache/cached-response.server.ts';
import { cachedHtml, sendCached } from '#platform/http/cached-answers.server.ts';
import { clientAssets } from '../client-assets.server.ts';
import { policyOf } from '../document.server.tsx';
import { DeadEnd, TornThread, WaysOn } from '../error-page.tsx';
import { type PageContent, renderUnindexedPage } from '../pages/public-page.server.tsx';
import type { Site } from '../site.server.ts';
import { offlineWords, pageWords } from '../strings.ts';

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
  const { worker, islands } = clientAssets();
  const files = islands[draftStorageKey];
  const version = createHash('sha256')
    .update(JSON.stringify([worker, files, vendor, policyOf('offline'), policyOf('home')]))
    .digest('hex')
    .slice(0, 12);
  const { admin, home, offline } = pages;
  return `const site=${JSON.stringify({ version, offline, home, admin, action: demoRequestForm, files, kept, never })};\n${worker}`;
}

function readyWorker(code: string) {
  return createCachedResponse(200, code, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': revalidateCacheControl,
    ...headersOfEveryAnswer,
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  });
}

/** Shown when there is no network. The service worker fills the list with visited pages. */
function OfflinePage() {
  return (
    <DeadEnd
      id="offline-heading"
      title={offlineWords.heading}
      line={offlineWords.line}
      thread={
        <TornThread
          height={220}
          pieces={[
            'M12 150C44 60 92 70 104 120C110 148 92 168 78 152C66 136 96 108 128 116',
            'M172 104C196 110 190 150 216 150C240 150 246 126 262 96',
          ]}
        >
          <path d="M136 117L144 108M164 103L156 112" stroke="var(--flame)" strokeWidth="2.5" strokeLinecap="round" />
        </TornThread>
      }
    >
      <div className="not-found-ways flow">
        {/* biome-ignore lint/a11y/useValidAnchor: the empty address is that of the page that could not be fetched. */}
        <a href="" className="button button-primary">
          {offlineWords.retry}
        </a>
        <a href={pages.home} className="button button-quiet">
          {pageWords.home}
        </a>
      </div>
      <WaysOn />
      <nav className="kept" aria-labelledby="kept-heading">
        <h2 id="kept-heading">{offlineWords.kept}</h2>
        <ul id="kept" />
      </nav>
    </DeadEnd>
  );
}
