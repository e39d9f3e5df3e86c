/**
 * Service worker: without a network it serves the cached copy of a visited public page, else the offline page, and the
 * script of the demo form. A demo form that can't be posted comes back filled in. API, admin, sign-in and other POST
 * requests are never touched. A push from our server becomes a notification, for whoever of the staff asked for it.
 */

/** Prepended by the server. A new version replaces the worker and its offline page. */
declare const site: {
  version: string;
  offline: string;
  /** What the demo form loads. */
  files: string[];
  /** Where it is posted without its script, and a page that has it. */
  action: string;
  home: string;
  admin: string;
  /** RegExp of the paths that may be cached. */
  kept: string;
  /** Path prefixes that are ignored. */
  never: string[];
};

// TypeScript's `webworker` library conflicts with `dom`, so the few types needed are declared here.
/** Each event has some of these only. */
interface Asked extends Event {
  waitUntil: (work: Promise<unknown>) => void;
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
  data: { json: () => Parameters<ServiceWorkerRegistration['showNotification']> };
  notification: Notification;
  /** Of the pressed button; empty where it was none. */
  action: string;
}

interface WindowClient {
  url: string;
  focus: () => Promise<WindowClient>;
  navigate: (url: string) => Promise<unknown>;
}

interface WorkerScope {
  addEventListener: (type: string, listener: (event: Asked) => void) => void;
  skipWaiting: () => Promise<void>;
  clients: {
    claim: () => Promise<void>;
    matchAll: () => Promise<WindowClient[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
}

// Makes this file a module, so that its declarations are not global.
export {};

{
  const worker = self as unknown as WorkerScope;
  const ownPages = `offline ${site.version}`;
  const visited = 'visited';
  /** Maximum number of cached pages; the oldest is dropped. */
  const maxPages = 30;
  const kept = new RegExp(site.kept);

  worker.addEventListener('install', (event) => event.waitUntil(install()));
  worker.addEventListener('activate', (event) => event.waitUntil(activate()));
  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const { method, mode, referrer } = request;
    const { origin, pathname } = new URL(request.url);
    if (origin !== location.origin) return;
    if (site.files.includes(pathname))
      event.respondWith(caches.match(request).then((cached) => cached ?? fetch(request)));
    if (mode !== 'navigate') return;
    // A form of another site is for the server to refuse: what the worker sends would look like ours.
    if (method !== 'GET') {
      if (pathname === site.action && referrer.startsWith(`${origin}/`)) event.respondWith(post(request));
    } else if (!site.never.some((start) => pathname.startsWith(start))) event.respondWith(answer(event));
  });

  worker.addEventListener('push', (event) =>
    event.waitUntil(worker.registration.showNotification(...event.data.json())),
  );
  worker.addEventListener('notificationclick', (event) => event.waitUntil(openPressed(event)));

  /** The action *Call* is its `tel:` address; else the lead opens, in a window of the office that is there. */
  async function openPressed({ notification, action }: Asked) {
    notification.close();
    const windows = action ? [] : await worker.clients.matchAll();
    const office = windows.find(({ url }) => url.startsWith(`${location.origin}${site.admin}/`));
    return office
      ? (await office.focus()).navigate(notification.data)
      : worker.clients.openWindow(action || notification.data);
  }

  async function install() {
    const cache = await caches.open(ownPages);
    await cache.add(new Request(site.offline, { cache: 'reload' }));
    await cache.addAll([site.home, ...site.files]);
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

  /** Our server answers with a redirect, which the browser follows. For anything else the text comes back in its fields. */
  async function post(request: Request): Promise<Response> {
    const body = new URLSearchParams(await request.text());
    const id = crypto.getRandomValues(new Uint32Array(4)).join('-');
    const init: RequestInit = { method: 'POST', body, headers: { 'Idempotency-Key': id }, redirect: 'manual' };
    const fresh = await fetch(request.url, init).catch(() => null);
    if (fresh?.type === 'opaqueredirect') return fresh;
    const home = await caches.match(site.home);
    if (!home) return fresh ?? Response.error();
    const html = (await home.text()).replace(/ id="demo-(\w+)"/g, (found, name) => {
      const text = (body.get(name) ?? '').replace(/[&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
      return ` value="${text}"${found}`;
    });
    return page(html.replace('<html ', `<html data-offline data-unsent="${id}" `), home, 503);
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
    for (const page of pages.slice(0, Math.max(0, pages.length - maxPages))) await cache.delete(page);
  }

  async function asCopy(copy: Response) {
    const html = await copy.text();
    return page(html.replace('<html ', '<html data-offline '), copy, 200);
  }

  async function offlinePage() {
    const own = await (await caches.open(ownPages)).match(site.offline);
    if (!own) return Response.error();
    const links = await Promise.all([...(await (await caches.open(visited)).keys())].reverse().map(linkTo));
    return page(
      (await own.text()).replace('<ul id="kept"></ul>', () => `<ul id="kept">${links.join('')}</ul>`),
      own,
      503,
    );
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
