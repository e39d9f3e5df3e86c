// Runs before the first paint: sets the theme, enables cached fonts, and marks that JavaScript is on, that the page is
// loading, and that the visitor saves data.
{
  const { classList, dataset } = document.documentElement;
  const fonts = document.querySelector<HTMLStyleElement>('[data-fonts]');
  const { connection, serviceWorker } = navigator as Navigator & { connection?: { saveData?: boolean } };
  const lean = connection?.saveData;

  const applyTheme = (stored: Record<string, string | undefined>) => {
    // Otherwise islands/loader.ts loads them.
    if (fonts && !lean && !dataset.theme && stored.fonts === fonts.dataset.fonts) fonts.media = 'all';
    const system = matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light';
    dataset.theme = /^(dark|light)$/.test(stored.theme as string) ? stored.theme : system;
  };
  const recall = () => {
    try {
      applyTheme(localStorage);
    } catch {
      // Without access to storage: the system's theme, or the one set on this page.
      applyTheme(dataset);
    }
  };

  classList.add('js');
  dataset.going = '';
  if (lean) dataset.lean = 'yes';
  // Reading localStorage blocks on the disk. A visitor from another site without our service worker is probably new, so
  // the first paint does not wait. With data saving there never is a service worker.
  if (lean || serviceWorker?.controller !== null || document.referrer.includes(location.host)) recall();
  else {
    applyTheme({});
    (self.requestIdleCallback ?? setTimeout)(recall);
  }
}
