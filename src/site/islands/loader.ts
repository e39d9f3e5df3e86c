import { watchDemoForm } from './demo-panel.ts';
import { bringFonts } from './fonts.ts';
import { calm, root } from './page.ts';
import { watchIslands } from './wake-islands.ts';

/** How long the rest of the page waits for a font that does not come, in milliseconds. */
const fontTimeout = 30_000;

/** How long the stitch at the top edge stays when the page is there, in milliseconds. */
const linger = 500;
/** What is still on its way after this is no page, but a file, in milliseconds. */
const slowest = 10_000;

// Inlined into every page: it must stay small and must not share a module with any island.
rememberVisit();
watchProgress();
watchTheme();
watchDrawer();
watchDemoForm();
watchIslands();
countVisit();
// Laid out with the fonts there, the page is laid out once.
Promise.race([bringFonts(), new Promise((resolve) => setTimeout(resolve, fontTimeout))])
  .then(layOutLater)
  .then(keepOffline);

interface Privacy {
  globalPrivacyControl?: boolean;
}

/**
 * Tells our own server that the page was seen, with how the visit began: no cookie, nobody's name. Not for those who
 * object, nor for a program that steers the browser. A page that is drawn ahead, or opened behind others, is seen when it
 * is shown.
 */
function countVisit(): void {
  const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & Privacy;
  const { visits } = root.dataset;
  if (!visits || doNotTrack === '1' || globalPrivacyControl || webdriver) return;
  let told = false;
  window.onload = function seen() {
    if (document.hidden) document.onvisibilitychange = seen;
    // Which page it was, the browser says itself.
    else if (!told) told = navigator.sendBeacon(visits, new Blob([sessionStorage.visit], { type: 'application/json' }));
  };
}

/** Writes down how the first page of this visit was reached; it goes along with a demo request, and ends with the tab. */
function rememberVisit(): void {
  try {
    sessionStorage.visit ??= JSON.stringify([location.search, document.referrer]);
  } catch {
    // Then nobody knows.
  }
}

interface Policies {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/** Brings the worker that shows pages without a network, once the page is calm. Pages name it, or don't. */
function keepOffline(): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name=worker]')?.content;
  if (!address || !navigator.serviceWorker || root.dataset.lean) return;
  const { trustedTypes } = window as { trustedTypes?: Policies };
  const policy = trustedTypes?.createPolicy('worker', { createScriptURL: (url) => url });
  navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address).catch(() => {});
}

/**
 * Sections below the first window and the parts of the footer are skipped by the first layout, which makes it quick. Once
 * the page is calm they are laid out one by one, so that a link into the page, a search in it, a print or a picture of it
 * finds everything in its true place.
 */
async function layOutLater(): Promise<void> {
  for (const section of document.querySelectorAll('.later')) {
    await calm();
    section.classList.remove('later');
  }
}

/** The menu of a narrow screen: a dialog, so the browser itself holds the focus, closes on Esc and gives the focus back. */
function watchDrawer(): void {
  const drawer = document.querySelector<HTMLDialogElement>('dialog.drawer');
  const opener = document.querySelector<HTMLElement>('[data-drawer-open]');
  if (!drawer || !opener) return;
  opener.onclick = () => {
    drawer.showModal();
    drawer.querySelector<HTMLElement>('[data-drawer-close]')?.focus();
    opener.ariaExpanded = 'true';
  };
  drawer.onclose = () => {
    opener.ariaExpanded = 'false';
  };
  drawer.onclick = (event) => {
    // A click on the dialog itself, and on nothing in it, is one on the scrim, unless it fell on its own ground.
    const outside = event.target === drawer && event.clientX < drawer.getBoundingClientRect().left;
    const leaves = (event.target as Element).closest('a, [data-drawer-close]');
    if (outside || leaves) drawer.close();
  };
}

/** The buttons that turn day into evening. */
function watchTheme(): void {
  const { dataset } = root;
  const buttons = document.querySelectorAll<HTMLElement>('[data-theme-toggle]');
  const show = () => {
    for (const button of buttons) button.ariaPressed = `${dataset.theme === 'dark'}`;
  };
  for (const button of buttons) {
    button.onclick = () => {
      dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
      try {
        localStorage.theme = dataset.theme;
      } catch {
        // The choice then lasts as long as the page.
      }
      show();
    };
  }
  show();
  // After boot.ts, which may have read the choice only now.
  calm().then(show);
}

interface Leaving extends Event {
  downloadRequest: string | null;
  destination: { sameDocument: boolean; url: string };
}

/** Shows that the next page is on its way. */
function watchProgress(): void {
  const { dataset } = root;
  const end = () => delete dataset.going;
  let ending = setTimeout(end, linger);
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener('navigate', (event) => {
    const { downloadRequest, destination } = event as Leaving;
    // Calls, mails and other apps open beside the page.
    if (downloadRequest !== null || destination.sameDocument || !destination.url.startsWith('http')) return;
    dataset.going = '';
    clearTimeout(ending);
    ending = setTimeout(end, slowest);
  });
  // A page that is left may come back as it was.
  window.onpagehide = end;
}
