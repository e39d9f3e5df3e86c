import type { Page } from 'playwright-core';

/** What the forms of this browser keep of texts that were not saved: the values of each. */
export async function draftsOn(page: Page): Promise<Record<string, unknown>[]> {
  return (await wholeDraftsOn(page)).map(({ values }) => values);
}

export function wholeDraftsOn(page: Page): Promise<{ values: Record<string, unknown> }[]> {
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
    return all.result;
  });
}

/** The tab is gone without a question, as after a crash; another one of the same browser opens the address. */
export async function crash(page: Page, address = page.url()): Promise<Page> {
  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await again.goto(address);
  return again;
}
