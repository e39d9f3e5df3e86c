/** A page whose fonts take longer than this goes on without them, in milliseconds. */
const patience = 3_000;

/**
 * Text is painted first in the phone's own Bengali font, and only then are ours brought: they neither hold the first
 * paint up nor take the line from the page. A browser that has them shows them at once (boot.ts); one that saves data
 * is left alone. Answers when the page has the fonts that it will have for now.
 */
export async function bringFonts(): Promise<void> {
  const sheet = document.querySelector<HTMLLinkElement>('link[data-fonts]');
  await pageLoaded();
  if (sheet?.media !== 'print' || document.documentElement.dataset.lean) return;
  await new Promise<void>((resolve) => {
    const arrived = () => {
      remember(sheet.href);
      resolve();
    };
    document.fonts.addEventListener('loadingdone', arrived, { once: true });
    setTimeout(resolve, patience);
    sheet.media = 'all';
  });
}

/** Loaded and painted. */
function pageLoaded(): Promise<void> {
  return new Promise((resolve) => {
    const painted = () => requestAnimationFrame(() => setTimeout(resolve));
    if (document.readyState === 'complete') painted();
    else addEventListener('load', painted);
  });
}

function remember(fonts: string): void {
  try {
    localStorage.setItem('fonts', fonts);
  } catch {
    // Then they come after the paint on the next page too.
  }
}
