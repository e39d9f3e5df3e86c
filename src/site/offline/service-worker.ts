/**
 * Shows public pages when there is no network: the copy of a page that was read before, else the offline page. While
 * there is a network it only looks on; calls, the back office, sign-in and everything that is sent pass it by.
 */

/** Put before this program by the server. Another version replaces the worker and its offline page. */
declare const site: {
  version: string;
  offline: string;
  /** Paths of pages that may be kept. */
  kept: string;
  /** Beginnings of paths that are none of its business. */
  never: string[];
};

// The library of types for workers contradicts the one for pages, so what is used stands here.
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

// A module of its own: what it declares is nobody else's.
export {};

{
  const worker = self as unknown as WorkerScope;
  const ownPages = `offline ${site.version}`;
  const visited = 'visited';
  /** The oldest copy goes when there are more. */
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

  async function install(): Promise<void> {
    const cache = await caches.open(ownPages);
    await cache.add(new Request(site.offline, { cache: 'reload' }));
    // Network first: an open page and a new worker never disagree.
    await worker.skipWaiting();
  }

  async function activate(): Promise<void> {
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

  async function remember({ url }: Request, fresh: Response): Promise<void> {
    const { pathname, search } = new URL(url);
    if (!kept.test(pathname + search)) return;
    const cache = await caches.open(visited);
    // Put anew, it is the youngest again. What is no longer there is not shown offline either.
    await cache.delete(url);
    const isPublic = fresh.headers.get('cache-control')?.includes('public');
    if (fresh.ok && isPublic && !fresh.redirected) await cache.put(url, fresh);
    const pages = await cache.keys();
    for (const page of pages.slice(0, Math.max(0, pages.length - most))) await cache.delete(page);
  }

  async function asCopy(copy: Response): Promise<Response> {
    const html = await copy.text();
    return page(html.replace('<html ', '<html data-offline '), copy, 200);
  }

  async function offlinePage(): Promise<Response> {
    const own = await (await caches.open(ownPages)).match(site.offline);
    if (!own) return Response.error();
    const links = await Promise.all((await (await caches.open(visited)).keys()).toReversed().map(linkTo));
    return page((await own.text()).replace('<ul id="kept"></ul>', `<ul id="kept">${links.join('')}</ul>`), own, 503);
  }

  /** Titles come from our own pages, where they are escaped already. */
  async function linkTo(request: Request): Promise<string> {
    const html = await (await (await caches.open(visited)).match(request))?.text();
    const { pathname, search } = new URL(request.url);
    const title = /<title>(.*?)<\/title>/.exec(html ?? '')?.[1] ?? pathname;
    return `<li><a href="${pathname}${search}">${title}</a></li>`;
  }

  /** The headers of the copy hold the policy under which its inline parts may run. */
  function page(html: string, { headers }: Response, status: number): Response {
    const own = new Headers(headers);
    own.delete('content-encoding');
    own.delete('content-length');
    return new Response(html, { status, headers: own });
  }
}
