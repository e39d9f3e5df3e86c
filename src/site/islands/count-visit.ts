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
  const { visits } = document.documentElement.dataset;
  if (!visits || doNotTrack === '1' || globalPrivacyControl || webdriver) return;
  addEventListener('load', function seen() {
    document.onvisibilitychange = document.hidden ? seen : null;
    // Which page it was, the browser says itself.
    if (!document.hidden) navigator.sendBeacon(visits, new Blob([sessionStorage.visit], { type: 'application/json' }));
  });
}
