import type { Page } from 'playwright-core';

declare global {
  interface Window {
    shifts: { value: number; page: string; what: string[] }[];
  }
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Element | null }[];
}

/** From the first load on: what moved without being touched, and on which page. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        const what = sources.map(({ node }) => node?.className || node?.nodeName || '');
        if (!hadRecentInput) window.shifts.push({ value, page: location.pathname, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
