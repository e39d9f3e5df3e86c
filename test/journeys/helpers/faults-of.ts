import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';

/** What axe finds wrong with the page as it stands, or with these parts of it, each with where it is. */
export function faultsOf(page: Page, ...parts: string[]): Promise<string[]> {
  return look(page, parts);
}

/** The same in light and in dark colours. Another theme changes colours alone, so only they are looked at again. */
export async function faultsInBothThemes(page: Page, ...parts: string[]): Promise<string[]> {
  await setTheme(page, 'light');
  const light = await look(page, parts);
  await setTheme(page, 'dark');
  const dark = await look(page, parts, ['color-contrast', 'link-in-text-block']);
  return [...light, ...dark.map((fault) => `in dark colours: ${fault}`)];
}

async function look(page: Page, parts: string[], rules?: string[]): Promise<string[]> {
  // A list whose next page is on its way is faded.
  await page.locator(':root:not(:has([data-stale]))').waitFor();
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(`${axe.source};0`);
  return page.evaluate(
    async ({ parts, rules }) => {
      const brought = (window as unknown as { axe: typeof axe }).axe;
      const { violations } = await brought.run(parts.length > 0 ? { include: parts.map((part) => [part]) } : document, {
        // Frames of other sites are not ours to mend, and may answer never.
        iframes: false,
        resultTypes: ['violations'],
        ...(rules && { runOnly: rules }),
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary ?? ''})`),
      );
    },
    { parts, rules },
  );
}

export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
    // What fades to its new colour is looked at as it will be.
    for (const fading of document.getAnimations()) if (fading instanceof CSSTransition) fading.finish();
  }, theme);
}

/**
 * The contrast of a text with what it stands on, as WCAG reckons it. For a text that axe passes over, as something without
 * a colour lies on it.
 */
export function contrastOf(text: Locator): Promise<number> {
  return text.evaluate((node) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const luminanceOf = (color: string) => {
      if (!context) return Number.NaN;
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) =>
        part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    let ground: Element | null = node;
    while (ground && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') ground = ground.parentElement;
    if (!ground) return Number.NaN;
    const [dark = 0, light = 0] = [getComputedStyle(node).color, getComputedStyle(ground).backgroundColor]
      .map(luminanceOf)
      .toSorted((one, other) => one - other);
    return (light + 0.05) / (dark + 0.05);
  });
}
