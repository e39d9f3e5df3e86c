import { root } from './root.ts';

/**
 * Text is painted first in the phone's own Bengali font, and only then are ours brought: they neither hold the first
 * paint up nor take the line from the page. All of them are put in at once when the last is there, for each time lays
 * the whole page out anew. A browser that has them shows them at once (boot.ts); one that saves data is left alone.
 * Answers when the page has the fonts that it will have.
 */
export async function bringFonts(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[data-fonts]');
  await pageLoaded();
  if (link?.media !== 'print' || root.dataset.lean) return;
  try {
    const rules = [...(link.sheet?.cssRules ?? [])] as CSSFontFaceRule[];
    for (const face of await Promise.all(rules.map(load))) document.fonts.add(face);
    localStorage.fonts = link.href;
  } catch {
    // The page goes on in the phone's font; or this browser keeps nothing, and they come late on the next page too.
  }
}

/** Loaded and painted. This script is there before the page is loaded. */
function pageLoaded(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('load', () => requestAnimationFrame(() => setTimeout(resolve)));
  });
}

/** Brings what a rule of the sheet names; the sheet itself is for print, so that nothing waits for it. */
function load({ style }: CSSFontFaceRule): Promise<FontFace> {
  const of: Record<string, string> = {};
  for (const name of style)
    of[name.replace(/-./g, ([, letter]) => letter.toUpperCase())] = style.getPropertyValue(name);
  const { fontFamily, src, fontWeight: weight } = of;
  return new FontFace(fontFamily.replaceAll('"', ''), src, { ...of, weight }).load();
}
