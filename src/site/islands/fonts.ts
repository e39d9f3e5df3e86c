import { calm, root } from './page.ts';

/** From the drawing of the first picture of the page until it is on the glass, in milliseconds. */
const toBeSeen = 99;

/**
 * Text is painted first in the phone's own Bengali font, and only then are ours brought: they neither hold the first
 * paint up nor take the line from the page. When all are there, the one of headings is put in, then the one of text: for
 * each the whole page is laid out anew, and for both at once a slow phone would stand still. A browser that has them
 * shows them at once (boot.ts); one that saves data is left alone. Answers when the page has the fonts that it will have.
 */
export async function bringFonts(): Promise<void> {
  const sheet = document.querySelector<HTMLStyleElement>('[data-fonts]');
  await pageLoaded();
  if (sheet?.media !== 'print' || root.dataset.lean) return;
  try {
    const faces = Array.from((sheet.sheet as CSSStyleSheet).cssRules, faceOf);
    // The last, the Latin letters of headings, is asked for by the browser where there are any.
    await Promise.all(faces.slice(0, -1).map((face) => face.load()));
    for (const family of [faces.splice(2), faces]) {
      for (const face of family) document.fonts.add(face);
      // Laid out here and painted in a task after this one: between the two a finger is heard.
      root.getClientRects();
      await calm();
    }
    localStorage.fonts = sheet.dataset.fonts;
  } catch {
    // The page goes on in the phone's font; or this browser keeps nothing, and they come late on the next page too.
  }
}

/** Loaded and painted. This script is there before the page is loaded. */
function pageLoaded(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('load', () => requestAnimationFrame(() => setTimeout(resolve, toBeSeen)));
  });
}

/** What a rule of the sheet names; the sheet itself is for print, so that nothing waits for it. */
function faceOf(rule: CSSRule): FontFace {
  const { style } = rule as CSSFontFaceRule;
  const of = {} as Record<'fontFamily' | 'src' | 'fontWeight', string>;
  for (const name of style)
    of[name.replace(/-./g, ([, letter]) => (letter as string).toUpperCase()) as 'src'] = style.getPropertyValue(name);
  const { fontFamily, src, fontWeight: weight } = of;
  return new FontFace(fontFamily.replace(/"/g, ''), src, { ...of, weight });
}
