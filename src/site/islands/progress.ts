import { root } from './root.ts';

/** How long the stitch at the top edge stays when the page is there, in milliseconds. */
const linger = 500;
/** What is still on its way after this is no page, but a file. */
const patience = 10_000;

interface Leaving extends Event {
  downloadRequest: string | null;
  destination: { sameDocument: boolean; url: string };
}

/** Shows that the next page is on its way. */
export function watchProgress(): void {
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
    ending = setTimeout(end, patience);
  });
  // A page that is left may come back as it was.
  window.onpagehide = end;
}
