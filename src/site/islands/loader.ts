import { registerWorker } from '#ui/register-worker.ts';
import type { GuardedIsland } from './guard.ts';

// Arrow functions, because this code is inlined into every page and they are shorter.

/** Resolves when the browser is idle. */
const whenIdle = () => new Promise<unknown>((resolve) => (self.requestIdleCallback ?? setTimeout)(resolve));

/** Holds page state for the stylesheet. */
const root = document.documentElement;

/** The first such element of the page. */
const find = <Found extends HTMLElement = HTMLElement>(selector: string) => document.querySelector<Found>(selector);

/** Whether a modifier key asks for a new tab or window, a download, or the previous page. */
const opensElsewhere = (event: MouseEvent | KeyboardEvent) =>
  event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;

const expand = (button: HTMLElement | null, isOpen: boolean) => button?.setAttribute('aria-expanded', `${isOpen}`);

/** Loads an island's code once. Resolves when it is hydrated, or could not be loaded. */
type Wake = () => Promise<void>;

/** Loads each island when it comes near the viewport or is touched. */
function watchIslands(): void {
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const { when, island: name } = island.dataset;
    let waking: Promise<void> | undefined;
    const wake = () => {
      waking ??= hydrate(island).catch((error) => {
        console.error(error);
        // It is still the server's HTML. Browsers of 2026 ask for a file again that did not come.
        island.dataset.awake = 'no';
        waking = undefined;
      });
      return waking;
    };
    if (when === 'hash' && location.hash) wake();
    if (when === 'stored') wakeIfStored(name as string, wake);
    if (when === 'visible') whenNear(island, wake);
    // `pointerenter` precedes the press on touch screens, too; nobody has touched a field that has the focus by itself.
    island.onpointerenter = island.oninput = wake;
    island.addEventListener('focusin', (event) => (event.target as HTMLElement).autofocus || wake());
    captureEvents(island, wake);
  }
}

/** Rejects where the code can't be loaded. */
async function hydrate(island: HTMLElement): Promise<void> {
  const files = island.dataset.src as string;
  // All at once, to save round trips.
  const modules = await Promise.all(files.split(' ').map((file) => import(/* @vite-ignore */ file)));
  await modules[0].guard(island, modules[1]);
  island.dataset.awake = 'yes';
}

/** Storage is read when idle, because it may block on the disk. */
function wakeIfStored(name: string, wake: Wake): void {
  whenIdle()
    .then(() => (sessionStorage[name] ?? localStorage[name]) && wake())
    .catch(() => {
      // Storage is unavailable: nothing is stored.
    });
}

/** Not without a network: to older browsers a module that did not come once never comes. */
function whenNear(island: HTMLElement, wake: Wake): void {
  new IntersectionObserver((entries) => entries.pop()?.isIntersecting && navigator.onLine && wake(), {
    rootMargin: '300px',
  }).observe(island);
}

/** Captured events and their targets. */
const capturedEvents = [
  ['click', 'a, button[type=button]'],
  ['keydown', '.tab-list a'],
  ['submit', 'form'],
] as const;

/** Captures clicks, submits and tab keys before hydration, and replays them afterwards. */
function captureEvents(island: GuardedIsland, wake: Wake): void {
  const { dataset } = island;
  for (const [type, what] of capturedEvents) {
    const capture = (event: Event) => {
      const target = (event.target as Element).closest<HTMLElement>(what);
      const { key = 'End' } = event as Partial<KeyboardEvent>;
      if (!target || opensElsewhere(event as KeyboardEvent) || !/Arrow|Home|End/.test(key)) return;
      island.asked = event;
      if (dataset.awake) return;
      event.preventDefault();
      dataset.waiting = '';
      // Where the code could not be loaded, the link is followed, the form posted.
      wake().then(() => {
        // Not `requestSubmit`, which Safari has only since 16.
        if (type === 'submit') target.querySelector<HTMLElement>('[type=submit]')?.click();
        else target.dispatchEvent(new (event.constructor as typeof Event)(type, event));
      });
    };
    // Before any handler of the island, which may fail.
    island.addEventListener(type, capture, true);
  }
}

// Inlined into every page: must stay small and must not share a module with any island.
for (const start of [storeVisit, watchProgress, watchTheme, watchDrawer, watchDemoForm, watchIslands, countVisit]) {
  try {
    start();
  } catch (error) {
    // The page is as without JavaScript, but for what did start.
    root.classList.remove('js');
    console.error(error);
  }
}
// With the fonts applied first, the page is laid out once. It waits for them for half a minute.
Promise.race([loadFonts(), new Promise((resolve) => setTimeout(resolve, 30_000))])
  .then(layOutDeferred)
  .then(keepOffline);

interface Privacy {
  globalPrivacyControl?: boolean;
}

/**
 * Counts a page view on our own server, with query and referrer of the visit's start: no cookie, no personal data.
 * Respects Do Not Track and Global Privacy Control and skips automated browsers. A prerendered or background page
 * counts when it becomes visible.
 */
function countVisit(): void {
  const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & Privacy;
  const { visits } = root.dataset;
  if (!visits || doNotTrack === '1' || globalPrivacyControl || webdriver) return;
  let isSent = false;
  // biome-ignore lint/suspicious/noGlobalAssign: an event handler, and shorter than `window.onload`
  onload = function seen() {
    if (document.hidden) document.onvisibilitychange = seen;
    // The server takes the page from the Referer header.
    else if (!isSent)
      isSent = navigator.sendBeacon(visits, new Blob([sessionStorage.visit], { type: 'application/json' }));
  };
}

/** Stores query and referrer of the visit's first page for the tab's lifetime; sent along with a demo request. */
function storeVisit(): void {
  try {
    sessionStorage.visit ??= JSON.stringify([location.search, document.referrer]);
  } catch {
    // Storage is unavailable: the source stays unknown.
  }
}

/**
 * Registers the service worker when idle, where the page names one. It keeps the script of the demo form; until then, or
 * in a private window, the page loads it ahead.
 */
function keepOffline(): void {
  if (root.dataset.lean) return;
  const { serviceWorker } = navigator;
  const form = find('#demo [data-src]');
  setTimeout(() => {
    if (!form || serviceWorker?.controller) return;
    for (const href of (form.dataset.src as string).split(' '))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    // Milliseconds: the first load is long over.
  }, 4_000);
  const address = find<HTMLMetaElement>('[name=worker]')?.content;
  if (address && serviceWorker) registerWorker(address).catch(() => {});
}

/**
 * Sections below the fold are skipped by the first layout (`content-visibility`). When idle they are laid out one by
 * one, so that fragment links, find-in-page, printing and screenshots get true positions.
 */
async function layOutDeferred(): Promise<void> {
  for (const section of document.querySelectorAll('.later')) {
    await whenIdle();
    section.classList.remove('later');
  }
}

/** The mobile menu is a modal dialog: the browser traps the focus, closes it on Esc and restores the focus. */
function watchDrawer(): void {
  const drawer = find<HTMLDialogElement>('dialog.drawer');
  const opener = find('[data-drawer-open]');
  if (!drawer || !opener) return;
  const open = () => {
    drawer.showModal();
    find('[data-drawer-close]')?.focus();
    expand(opener, true);
  };
  opener.onclick = () => {
    // Firefox before 98 and Safari before 15.4 know no dialogs. Where the stand-in does not come, the footer has the links.
    if (!drawer.showModal)
      hydrate(drawer).then(open, () => {
        location.href = '#footer-navigation';
      });
    else open();
  };
  drawer.onclose = () => expand(opener, false);
  drawer.onclick = ({ target, clientX }) => {
    // A click whose target is the dialog itself is on the backdrop, unless it is inside the dialog's box.
    const outside = target === drawer && clientX < drawer.offsetLeft;
    const leaves = (target as Element).closest('a, [data-drawer-close]');
    if (outside || leaves) drawer.close();
  };
}

function watchTheme(): void {
  const { dataset } = root;
  const buttons = document.querySelectorAll<HTMLElement>('[data-theme-toggle]');
  const show = () => {
    for (const button of buttons) button.setAttribute('aria-pressed', `${dataset.theme === 'dark'}`);
  };
  for (const button of buttons) {
    button.onclick = () => {
      dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
      try {
        localStorage.theme = dataset.theme;
      } catch {
        // Storage is unavailable: the choice lasts as long as the page.
      }
      show();
    };
  }
  show();
  // After boot.ts, which may read the choice late.
  whenIdle().then(show);
}

function watchProgress(): void {
  /** Milliseconds that the bar stays after loading. */
  const linger = 500;
  /** After this many milliseconds a navigation is taken for a download. */
  const slowest = 10_000;
  const { dataset } = root;
  const end = () => delete dataset.going;
  let ending = setTimeout(end, linger);
  // Older browsers lack it.
  window.navigation?.addEventListener('navigate', ({ downloadRequest, destination }) => {
    // `tel:`, `mailto:` and app links do not leave the page.
    if (downloadRequest !== null || destination.sameDocument || !/^http/.test(destination.url as string)) return;
    dataset.going = '';
    clearTimeout(ending);
    ending = setTimeout(end, slowest);
  });
  // The page may come back from the back/forward cache.
  // biome-ignore lint/suspicious/noGlobalAssign: as above
  onpagehide = end;
}

/** Every link to the demo form opens it where it is folded, scrolls to it and focuses it. */
function watchDemoForm(): void {
  const section = find('#demo');
  if (!section) return;
  /** The button that unfolds it, on the home page. */
  const toggle = find('[data-demo-toggle]');

  const open = (isOpen: boolean) => {
    section.toggleAttribute('data-open', isOpen);
    expand(toggle, isOpen);
  };
  const enter = () => {
    open(true);
    // `preventScroll`: the field is still inside the opening fold.
    section.querySelector<HTMLElement>('.demo-fields input, [tabindex="-1"].notice')?.focus({ preventScroll: true });
  };
  const openAndGo = () => {
    enter();
    (toggle ?? section).scrollIntoView({ block: 'start' });
  };

  if (toggle) toggle.onclick = () => (section.hasAttribute('data-open') ? open(false) : enter());
  // The form asks to be shown, for instance for a request that was waiting.
  addEventListener('demo-form-needed', () => open(true));
  document.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('a[href$="#demo"]') || opensElsewhere(event)) return;
    event.preventDefault();
    openAndGo();
  });
  // A frame later, because the browser's own fragment navigation would take the focus away again.
  if (location.hash === '#demo') requestAnimationFrame(openAndGo);
}

/**
 * Text is first painted in the system's Bengali font; the web fonts load afterwards. They are applied one family at a
 * time: each causes a full layout, and both at once would block a slow phone. Cached fonts are applied by boot.ts; with
 * data saving none are loaded. Resolves when fonts are final.
 */
async function loadFonts(): Promise<void> {
  const sheet = find<HTMLStyleElement>('[data-fonts]');
  await pageLoaded();
  if (sheet?.media !== 'print' || root.dataset.lean) return;
  try {
    const faces = Array.from((sheet.sheet as CSSStyleSheet).cssRules, faceOf);
    // The last face, Latin letters of headings, is loaded by the browser on demand.
    await Promise.all(faces.slice(0, -1).map((face) => face.load()));
    for (const family of [faces.splice(2), faces]) {
      for (const face of family) document.fonts.add(face);
      // Layout now, paint in a later task: input is handled in between.
      root.getClientRects();
      await whenIdle();
    }
    localStorage.fonts = sheet.dataset.fonts;
  } catch {
    // Loading failed: the page keeps the system font. Or storage is unavailable, and the next page loads them late too.
  }
}

/** Resolves after load and first paint. This script runs before `load`. */
function pageLoaded(): Promise<void> {
  /** Milliseconds from the last frame callback until the frame is on the screen. */
  const paintDelay = 99;
  return new Promise((resolve) => {
    addEventListener('load', () => requestAnimationFrame(() => setTimeout(resolve, paintDelay)));
  });
}

/** Builds a face from a rule; the sheet itself has `media="print"`, so that nothing waits for it. */
function faceOf(rule: CSSRule): FontFace {
  const { style } = rule as CSSFontFaceRule;
  const of = {} as Record<'fontFamily' | 'src' | 'fontWeight', string>;
  for (const name of style)
    of[name.replace(/-./g, ([, letter]) => (letter as string).toUpperCase()) as 'src'] = style.getPropertyValue(name);
  return new FontFace(of.fontFamily.replace(/"/g, ''), of.src, { ...of, weight: of.fontWeight });
}
