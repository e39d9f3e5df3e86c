/**
 * Service worker: without a network it serves the cached copy of a visited public page, else the offline page. API,
 * admin, sign-in and POST requests are never touched.
 */

/** Prepended by the server. A new version replaces the worker and its offline page. */
declare const site: {
  version: string;
  offline: string;
  /** RegExp of the paths that may be cached. */
  kept: string;
  /** Path prefixes that are ignored. */
  never: string[];
};

// TypeScript's `webworker` library conflicts with `dom`, so the few types needed are declared here.
interface Waiting extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

interface Asked extends Waiting {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
}

interface WorkerScope {
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: Waiting) => void): void;
    (type: 'fetch', listener: (event: Asked) => void): void;
  };
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  location: Location;
  registration: { navigationPreload?: { enable: () => Promise<void> } };
}

// Makes this file a module, so that its declarations are not global.
export {};

{
  const worker = self as unknown as WorkerScope;
  const ownPages = `offline ${site.version}`;
  const visited = 'visited';
  /** Maximum number of cached pages; the oldest is dropped. */
  const most = 30;
  const kept = new RegExp(site.kept);

  worker.addEventListener('install', (event) => event.waitUntil(install()));
  worker.addEventListener('activate', (event) => event.waitUntil(activate()));
  worker.addEventListener('fetch', (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || mode !== 'navigate' || origin !== worker.location.origin) return;
    if (site.never.some((start) => pathname.startsWith(start))) return;
    event.respondWith(answer(event));
  });

  async function install() {
    const cache = await caches.open(ownPages);
    await cache.add(new Request(site.offline, { cache: 'reload' }));
    // Safe to activate at once: pages come from the network first, so an open page and a new worker never conflict.
    await worker.skipWaiting();
  }

  async function activate() {
    for (const name of await caches.keys()) if (name !== ownPages && name !== visited) await caches.delete(name);
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
  }

  async function answer(event: Asked): Promise<Response> {
    const { request } = event;
    try {
      const fresh = (await event.preloadResponse) ?? (await fetch(request));
      event.waitUntil(remember(request, fresh.clone()));
      return fresh;
    } catch {
      const copy = await (await caches.open(visited)).match(request);
      return copy ? asCopy(copy) : offlinePage();
    }
  }

  async function remember({ url }: Request, fresh: Response) {
    const { pathname, search } = new URL(url);
    if (!kept.test(pathname + search)) return;
    const cache = await caches.open(visited);
    // Delete first: a re-added entry becomes the newest. Pages that no longer exist are not served offline either.
    await cache.delete(url);
    const isPublic = fresh.headers.get('cache-control')?.includes('public');
    if (fresh.ok && isPublic && !fresh.redirected) await cache.put(url, fresh);
    const pages = await cache.keys();
    for (const page of pages.slice(0, Math.max(0, pages.length - most))) await cache.delete(page);
  }

  async function asCopy(copy: Response) {
    const html = await copy.text();
    return page(html.replace('<html ', '<html data-offline '), copy, 200);
  }

  async function offlinePage() {
    const own = await (await caches.open(ownPages)).match(site.offline);
    if (!own) return Response.error();
    const links = await Promise.all((await (await caches.open(visited)).keys()).slice().reverse().map(linkTo));
    return page((await own.text()).replace('<ul id="kept"></ul>', `<ul id="kept">${links.join('')}</ul>`), own, 503);
  }

  /** Titles come from our own HTML, where they are already escaped. */
  async function linkTo(request: Request) {
    const html = await (await (await caches.open(visited)).match(request))?.text();
    const { pathname, search } = new URL(request.url);
    const title = /<title>(.*?)<\/title>/.exec(html ?? '')?.[1] ?? pathname;
    return `<li><a href="${pathname}${search}">${title}</a></li>`;
  }

  /** Keeps the cached headers, because they contain the CSP for inline scripts. */
  function page(html: string, { headers }: Response, status: number) {
    const own = new Headers(headers);
    own.delete('content-encoding');
    own.delete('content-length');
    return new Response(html, { status, headers: own });
  }
}
