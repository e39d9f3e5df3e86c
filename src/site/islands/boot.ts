// Runs before the first paint: the theme the reader chose, else the system's, our fonts where the browser has them
// already, and signs that JavaScript is on, that the page has only just come, and that the reader saves data.
{
  const { classList, dataset } = document.documentElement;
  const fonts = document.querySelector<HTMLStyleElement>('[data-fonts]');
  const { connection, serviceWorker } = navigator as Navigator & { connection?: { saveData?: boolean } };
  const lean = connection?.saveData;

  const dress = (kept: Record<string, string | undefined>) => {
    // Later it is islands/fonts.ts that brings them.
    if (fonts && !lean && !dataset.theme && kept.fonts === fonts.dataset.fonts) fonts.media = 'all';
    const system = matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light';
    dataset.theme = /^(dark|light)$/.test(`${kept.theme}`) ? kept.theme : system;
  };
  const recall = () => {
    try {
      dress(localStorage);
    } catch {
      // A browser that keeps nothing for us still has the system's choice, or what was chosen on this page.
      dress(dataset);
    }
  };

  classList.add('js');
  dataset.going = '';
  if (lean) dataset.lean = 'yes';
  // What was kept is on the disk, and a page stands still until it is read. Who comes from elsewhere to a browser without
  // our worker was hardly here before, so the first paint does not wait. Whoever saves data never has the worker.
  if (lean || serviceWorker?.controller !== null || document.referrer.includes(location.host)) recall();
  else {
    dress({});
    (window.requestIdleCallback ?? setTimeout)(recall);
  }
}
