import { root, whenIdle } from './page.ts';

/** Milliseconds from the last frame callback until the frame is on the screen. */
const paintDelay = 99;

/**
 * Text is first painted in the system's Bengali font; the web fonts load afterwards. They are applied one family at a
 * time: each causes a full layout, and both at once would block a slow phone. Cached fonts are applied by boot.ts; with
 * data saving none are loaded. Resolves when fonts are final.
 */
export async function loadFonts(): Promise<void> {
  const sheet = document.querySelector<HTMLStyleElement>('[data-fonts]');
  await pageLoaded();
  if (sheet?.media !== 'print' || root.dataset.lean) return;
  try {
    const faces = Array.from((sheet.sheet as CSSStyleSheet).cssRules, faceOf);
    // The last face, Latin letters of headings, is loaded by the browser on demand.
    await Promise.all(faces.slice(0, -1).map((face) => face.load()));
    for (const family of [faces.splice(2), faces]) {
      for (const face of family) document.fonts.add(face);
      // Layout now, paint in a later task: input is handled in between.
      root.getClientRects();
      await whenIdle();
    }
    localStorage.fonts = sheet.dataset.fonts;
  } catch {
    // Loading failed: the page keeps the system font. Or storage is unavailable, and the next page loads them late too.
  }
}

/** Resolves after load and first paint. This script runs before `load`. */
function pageLoaded(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('load', () => requestAnimationFrame(() => setTimeout(resolve, paintDelay)));
  });
}

/** Builds a face from a rule; the sheet itself has `media="print"`, so that nothing waits for it. */
function faceOf(rule: CSSRule): FontFace {
  const { style } = rule as CSSFontFaceRule;
  const of = {} as Record<'fontFamily' | 'src' | 'fontWeight', string>;
  for (const name of style)
    of[name.replace(/-./g, ([, letter]) => (letter as string).toUpperCase()) as 'src'] = style.getPropertyValue(name);
  const { fontFamily, src, fontWeight: weight } = of;
  return new FontFace(fontFamily.replace(/"/g, ''), src, { ...of, weight });
}
