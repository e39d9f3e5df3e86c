interface Privacy {
  globalPrivacyControl?: boolean;
}

/** Tells our own server that a page was seen and its form entered: no cookie, nobody's name. Not for those who object. */
export function countVisit(): void {
  const { doNotTrack, webdriver, globalPrivacyControl } = navigator as Navigator & Privacy;
  const address = document.querySelector<HTMLMetaElement>('meta[name="visits"]')?.content;
  if (!address || doNotTrack === '1' || globalPrivacyControl || webdriver) return;

  const count = (event: string) => {
    let start = [location.search, document.referrer];
    try {
      start = JSON.parse(sessionStorage.visit);
    } catch {
      // Then this page is where the visit begins.
    }
    const [search, referrer] = start;
    fetch(address, {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ event, path: location.pathname, search, referrer }),
    }).catch(() => {});
  };
  // A page that is drawn ahead, or opened behind others, is seen when it is shown.
  const shown = () => {
    if (document.hidden) return;
    document.removeEventListener('visibilitychange', shown);
    count('view');
  };
  document.addEventListener('visibilitychange', shown);
  addEventListener('load', () => setTimeout(shown));
  document.getElementById('demo')?.addEventListener('focusin', () => count('opened'), { once: true });
}
