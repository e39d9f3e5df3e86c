import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

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
  // The legacy mode spares a second page for each look; frames of other sites are not ours to mend.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  for (const part of parts) axe.include(part);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary ?? ''})`),
  );
}

async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
}
