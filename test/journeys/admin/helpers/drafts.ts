import type { Page } from 'playwright-core';

/** What the forms of this browser keep of texts that were not saved: the values of each. */
export function draftsOn(page: Page): Promise<Record<string, unknown>[]> {
  return page.evaluate(async () => {
    const request = indexedDB.open('prangon', 1);
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    const all = request.result.transaction('drafts').objectStore('drafts').getAll();
    await new Promise((resolve) => {
      all.onsuccess = resolve;
    });
    request.result.close();
    return all.result.map(({ values }: { values: Record<string, unknown> }) => values);
  });
}
