import { root } from './root.ts';

interface Privacy {
  globalPrivacyControl?: boolean;
}

/**
 * Tells our own server that the page was seen, with how the visit began: no cookie, nobody's name. Not for those who
 * object, nor for a program that steers the browser. A page that is drawn ahead, or opened behind others, is seen when it
 * is shown.
 */
export function countVisit(): void {
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
